package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.waybill.domain.event.Ids;
import dev.waybill.fuzz.Escaped;
import dev.waybill.fuzz.FuzzCase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// A server that reports in a header of each response the request it read, and a client for it that
/// ends its side of the connection after the request.
final class FuzzedServer implements AutoCloseable {

    /// Only a server that hangs takes this long.
    private static final int PATIENCE_MILLIS = 60_000;

    private static final int BODY_BYTES_MAX = 100_000;

    /// Takes memory from the share of one client's requests without a key.
    static final String ANONYMOUS = "/reserve-anonymous";

    /// Takes memory from all there is.
    static final String IDENTIFIED = "/reserve-identified";

    private static final String GRANTED = "granted";

    /// The headers that are echoed.
    static final List<String> HEADERS =
            List.of(
                    "Host",
                    "Content-Type",
                    "Cookie",
                    "X-Fuzz",
                    "Idempotency-Key",
                    "Content-Length");

    static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE", "OPTIONS");

    /// The header of a response that holds a [Seen].
    static final String SEEN = "Seen";

    /// A request as a handler saw it. Absent values are empty.
    record Seen(String method, String path, String query, List<String> headers, byte[] body) {

        private static final String SEPARATOR = ".";

        static Seen of(Request request) {
            return new Seen(
                    request.method(),
                    request.path(),
                    query(request),
                    HEADERS.stream().map(name -> request.header(name).orElse("")).toList(),
                    request.body());
        }

        private static String query(Request request) {
            try {
                return request.query("q").orElse("");
            } catch (Problem e) {
                return "";
            }
        }

        static Seen parse(String text) {
            var parts = new ArrayList<byte[]>();
            for (var part : text.split("[.]", -1)) {
                parts.add(Base64.getDecoder().decode(part));
            }
            var texts = parts.stream().map(part -> new String(part, ISO_8859_1)).toList();
            return new Seen(
                    texts.get(0),
                    texts.get(1),
                    texts.get(2),
                    texts.subList(3, texts.size() - 1),
                    parts.getLast());
        }

        String text() {
            var parts = new ArrayList<String>();
            parts.add(encoded(bytes(method)));
            parts.add(encoded(bytes(path)));
            parts.add(encoded(bytes(query)));
            headers.forEach(value -> parts.add(encoded(bytes(value))));
            parts.add(encoded(body));
            return String.join(SEPARATOR, parts);
        }

        @Override
        public String toString() {
            return "%s %s q=%s %s, body %s"
                    .formatted(method, path, query, headers, Escaped.line(body));
        }

        private static String encoded(byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
    }

    private final HttpServer server;

    FuzzedServer() {
        var clock = InstantSource.system();
        var routes = new ArrayList<Route>();
        routes.add(Route.waiting("GET", ANONYMOUS, FuzzedServer::reserve));
        routes.add(Route.waiting("GET", IDENTIFIED, FuzzedServer::reserveIdentified));
        for (var method : METHODS) {
            var route =
                    method.equals("POST")
                            ? Route.prompt(
                                    method, "/{*}", (request, reply) -> reply.send(echo(request)))
                            : Route.waiting(method, "/{*}", FuzzedServer::echo);
            routes.add(route.taking(BODY_BYTES_MAX));
        }
        server =
                HttpServer.start(
                        new HttpServer.Address("127.0.0.1", 0, TrustedProxies.NONE),
                        new Router(routes),
                        clock,
                        new Ids(clock, new SplittableRandom(1)));
    }

    /// Everything is in a header: the response to a HEAD has the same form as all others.
    private static Response echo(Request request) {
        return new Response(200, Map.of(SEEN, Seen.of(request).text()), new byte[0]);
    }

    private static Response reserve(Request request) {
        request.reserve(Long.parseLong(request.query("bytes").orElseThrow()));
        return Response.text(200, GRANTED);
    }

    private static Response reserveIdentified(Request request) {
        request.identified();
        return reserve(request);
    }

    /// All bytes that come back until the server closes the connection.
    byte[] exchange(FuzzCase input) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            send(input, socket);
            return received(socket);
        }
    }

    private static void send(FuzzCase input, Socket socket) {
        try {
            input.writeTo(socket.getOutputStream());
            socket.shutdownOutput();
        } catch (IOException e) {
            // The server has refused and closed in the meantime.
        }
    }

    private static byte[] received(Socket socket) throws IOException {
        var all = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(all);
        } catch (SocketException e) {
            // A reset, after the received bytes.
        }
        return all.toByteArray();
    }

    static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }

    /// Whether a request to one of the two paths may take this much of the memory that all requests
    /// share.
    boolean grants(String path, long bytes) {
        var request = "GET %s?bytes=%d HTTP/1.1\r\nHost: a\r\n\r\n".formatted(path, bytes);
        try {
            var answer = exchange(new FuzzCase(bytes(request), List.of()));
            return new String(answer, ISO_8859_1).endsWith(GRANTED);
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
