package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.waybill.domain.event.Ids;
import dev.waybill.web.http.Admission.Admitted;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// A server whose answers contain the request as it was read.
final class EchoServer implements AutoCloseable {

    static final int LARGE = 6 * 1024 * 1024;

    static final int BODY_BYTES_MAX = 8 * 1024 * 1024;

    /// The body of `/asset`.
    static final byte[] ASSET = new byte[1024 * 1024];

    /// Requests to `/later`, which are answered when a test releases them.
    final BlockingQueue<Reply> later = new LinkedBlockingQueue<>();

    final HttpServer server;

    EchoServer() {
        this(HttpServer.Bounds.ofHeap(Runtime.getRuntime().maxMemory()), TrustedProxies.NONE);
    }

    EchoServer(HttpServer.Bounds bounds, TrustedProxies proxies) {
        var clock = InstantSource.system();
        var routes =
                List.of(
                        Route.prompt(
                                        "POST",
                                        "/prompt",
                                        (request, reply) -> reply.send(echo(request)))
                                .taking(BODY_BYTES_MAX),
                        Route.prompt("POST", "/later", (_, reply) -> later.add(reply))
                                .taking(BODY_BYTES_MAX),
                        Route.prompt(
                                        "POST",
                                        "/small",
                                        (request, reply) -> reply.send(echo(request)))
                                .taking(10),
                        Route.waiting("POST", "/waiting", EchoServer::echo),
                        Route.waiting(
                                "POST",
                                "/form",
                                request -> Response.text(200, Form.of(request).text("name"))),
                        Route.waiting(
                                "GET",
                                "/kept",
                                _ -> Response.text(200, "").with("Cache-Control", "public")),
                        Route.waiting("GET", "/thing/{name}", EchoServer::named),
                        Route.waiting("GET", "/query", EchoServer::query),
                        Route.waiting(
                                "GET", "/source", request -> Response.text(200, request.source())),
                        Route.guarded("POST", "/guarded", EchoServer::guard).taking(BODY_BYTES_MAX),
                        Route.waiting(
                                "GET",
                                "/asset",
                                _ -> new Response(200, Map.of(), ASSET).withSharedBody()),
                        Route.waiting("GET", "/large", _ -> large()),
                        Route.waiting("GET", "/with-header", EchoServer::withHeader),
                        Route.waiting(
                                "GET",
                                "/bug",
                                _ -> {
                                    throw new IllegalStateException("a bug for the test");
                                }),
                        Route.waiting(
                                "GET",
                                "/broken",
                                _ -> {
                                    throw new AssertionError("a broken invariant for the test");
                                }),
                        Route.prompt(
                                "GET",
                                "/broken-promptly",
                                (_, _) -> {
                                    throw new AssertionError("a broken invariant for the test");
                                }));
        server =
                HttpServer.start(
                        new HttpServer.Address("127.0.0.1", 0, proxies),
                        bounds,
                        new Router(routes),
                        clock,
                        new Ids(clock, new SplittableRandom(1)));
    }

    RawClient client() throws IOException {
        return new RawClient(server.port());
    }

    /// Admits requests with the right key.
    private static Admitted guard(Request request) {
        if (!request.header("Word").orElse("").equals("open")) {
            throw Problem.of(ProblemType.UNAUTHENTICATED, "The word is missing.");
        }
        Route.Handler.Waiting handler = EchoServer::echo;
        return new Admitted(Trust.IDENTIFIED, handler);
    }

    private static Response echo(Request request) {
        var text = new String(request.body(), ISO_8859_1);
        return Response.text(200, request.method() + " " + request.path() + " " + text);
    }

    private static Response named(Request request) {
        return Response.text(200, request.part("name"));
    }

    private static Response query(Request request) {
        return Response.text(200, request.query("a").orElse("-") + request.queryNames());
    }

    /// A careless handler: its input becomes a header unchanged.
    private static Response withHeader(Request request) {
        return new Response(
                200, Map.of("X", request.query("value").orElse("-")), "ok".getBytes(ISO_8859_1));
    }

    private static Response large() {
        return Response.text(200, "x".repeat(LARGE));
    }

    @Override
    public void close() {
        server.close();
    }
}
