package dev.waybill.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// An HTTP server in the place of the service. It answers by script, and then accepts everything.
final class ApiDouble implements AutoCloseable {

    static final String KEY = "WaybillMarker-key";
    static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    /// @param authorization the header of that name
    record Seen(String path, String authorization, Json.Obj json, int events) {}

    @FunctionalInterface
    interface Script {
        void answer(HttpExchange exchange, byte[] body) throws IOException;
    }

    final Queue<Seen> requests = new ConcurrentLinkedQueue<>();

    /// The waits between attempts, which take no time in the test.
    final Queue<Duration> waits = new ConcurrentLinkedQueue<>();

    private final Queue<Script> scripts = new ConcurrentLinkedQueue<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    ApiDouble() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    ApiDouble then(Script script) {
        scripts.add(script);
        return this;
    }

    ApiDouble then(int status, String body, String... headers) {
        return then((exchange, _) -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            send(exchange, status, body);
        });
    }

    /// Closes the connection without an answer.
    ApiDouble thenBreaks() {
        return then((exchange, _) -> exchange.close());
    }

    /// Sends the head and the first byte, and nothing more until the test ends.
    ApiDouble thenStalls() {
        return then((exchange, _) -> {
            exchange.sendResponseHeaders(202, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            await(end);
        });
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// A client whose waits take no time and have no jitter.
    Waybill client() {
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var limits = new Calls.Limits(Duration.ofSeconds(20), Duration.ofSeconds(60), 4);
        var environment = new Calls.Environment(waits::add, () -> 1.0, () -> NOON);
        var base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        return new Waybill(base, KEY, new Calls(http, limits, environment));
    }

    List<String> ids() {
        return requests.stream().map(seen -> seen.json.text("id").orElseThrow()).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            requests.add(seen(exchange, body));
            var script = scripts.poll();
            if (script == null) {
                accept(exchange, body);
            } else {
                script.answer(exchange, body);
            }
        }
    }

    private static Seen seen(HttpExchange exchange, byte[] body) {
        var value = parse(body);
        var path = exchange.getRequestURI().getPath();
        var authorization = exchange.getRequestHeaders().getFirst("Authorization");
        return value instanceof Json.Obj object
                ? new Seen(path, authorization, object, 1)
                : new Seen(
                        path,
                        authorization,
                        new Json.Obj(Map.of("data", value)),
                        ((Json.Arr) value).items().size());
    }

    static void accept(HttpExchange exchange, byte[] body) throws IOException {
        if (parse(body) instanceof Json.Obj object) {
            send(exchange, 202, "{\"id\":\"" + object.text("id").orElseThrow() + "\"}");
        } else {
            var rows = events(body).stream().map(id -> row(202, "\"id\":\"" + id + "\"")).toList();
            send(exchange, 200, "{\"data\":[" + String.join(",", rows) + "]}");
        }
    }

    static String row(int status, String member) {
        return "{\"status\":" + status + "," + member + "}";
    }

    /// The ids of a batch.
    static List<String> events(byte[] body) {
        return new Json.Obj(Map.of("data", parse(body)))
                .objects("data").stream().map(event -> event.text("id").orElseThrow()).toList();
    }

    private static Json parse(byte[] body) {
        try {
            return JsonReader.read(body).value();
        } catch (MalformedJson e) {
            throw new AssertionError(e);
        }
    }

    static void send(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
