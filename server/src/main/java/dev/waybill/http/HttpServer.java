package dev.waybill.http;

import dev.waybill.domain.Ids;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTP server: one port, a virtual thread per connection, every answer through one place.
public final class HttpServer implements AutoCloseable {

    /// A connection that says nothing for this long is closed.
    private static final Duration IDLE_MAX = Duration.ofMinutes(2);

    private static final HeaderName REQUEST_ID = HeaderNames.create("Request-Id");

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    private final WebServer server;

    private HttpServer(WebServer server) {
        this.server = server;
    }

    public static HttpServer start(String host, int port, Router router, Ids ids) {
        var server =
                WebServer.builder()
                        .host(host)
                        .port(port)
                        .shutdownHook(false)
                        .idleConnectionTimeout(IDLE_MAX)
                        .routing(routing(router, ids))
                        .build()
                        .start();
        // It takes no notice of a port it could not get, but for a line in the log.
        if (!server.isRunning()) {
            throw new IllegalArgumentException(
                    "cannot listen on %s port %d: another program may have it"
                            .formatted(host, port));
        }
        return new HttpServer(server);
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }

    private static HttpRouting.Builder routing(Router router, Ids ids) {
        return HttpRouting.builder()
                .any((request, response) -> answer(router, request, response, ids));
    }

    private static void answer(
            Router router, ServerRequest request, ServerResponse response, Ids ids) {
        var id = "req_" + Long.toHexString(ids.next().getMostSignificantBits());
        send(response, id, respond(router, new HelidonRequest(request, id, Map.of())));
    }

    private static Response respond(Router router, Request request) {
        try {
            return router.handle(request);
        } catch (Problem problem) {
            return Problems.response(problem, request.id());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Problems.response(Problem.unavailable("Waybill is stopping."), request.id());
        } catch (Exception e) {
            if (Problems.isDatabaseAway(e)) {
                LOG.warn("the database did not answer, request={}", request.id(), e);
                return Problems.response(
                        Problem.unavailable("The database does not answer. Try again."),
                        request.id());
            }
            LOG.error("a request failed, request={}", request.id(), e);
            return Problems.response(
                    Problem.of(ProblemType.INTERNAL, "This is a bug. The log has the details."),
                    request.id());
        }
    }

    private static void send(ServerResponse response, String requestId, Response answer) {
        response.status(Status.create(answer.status()));
        answer.headers()
                .forEach((name, value) -> response.header(HelidonRequest.name(name), value));
        response.header(REQUEST_ID, requestId);
        response.send(answer.body());
    }
}
