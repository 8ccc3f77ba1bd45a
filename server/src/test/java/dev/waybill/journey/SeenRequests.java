package dev.waybill.journey;

import dev.waybill.domain.event.Ids;
import dev.waybill.web.http.HttpServer;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.http.Router;
import dev.waybill.web.http.TrustedProxies;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Waybill's HTTP server behind a proxy that names in the header `Meant` the request that it means,
/// by method and path. Records the requests it read, and answers with the path.
final class SeenRequests implements AutoCloseable {

    /// A request as the server understood it.
    ///
    /// @param line method and path
    /// @param meant the same in the words of the proxy, empty if it did not say
    record Seen(String line, String meant) {

        boolean isMeant() {
            // To handlers a HEAD is a GET.
            return line.equals(meant.replaceFirst("^HEAD ", "GET "));
        }
    }

    private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    SeenRequests() {
        var clock = InstantSource.system();
        server =
                HttpServer.start(
                        new HttpServer.Address("127.0.0.1", 0, TrustedProxies.NONE),
                        new Router(
                                List.of(
                                        Route.waiting("GET", "/health/ready", _ -> answer("ready")),
                                        Route.waiting("GET", "/{*}", this::note),
                                        Route.waiting("POST", "/{*}", this::note))),
                        clock,
                        new Ids(clock, new SplittableRandom(1)));
    }

    int port() {
        return server.port();
    }

    private Response note(Request request) {
        seen.add(
                new Seen(
                        request.method() + " " + request.path(),
                        request.header("Meant").orElse("")));
        return answer("for " + request.path());
    }

    private static Response answer(String text) {
        return Response.text(200, "<" + text + ">");
    }

    List<Seen> all() {
        return List.copyOf(seen);
    }

    @Override
    public void close() {
        server.close();
    }
}
