package dev.waybill.journey;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// A customer's HTTP server: records every request and answers by script, path by path.
public final class Receiver implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 40;

    static {
        // Without it an answer waits for the client's delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /// A received request.
    ///
    /// @param headers by name in lower case
    public record Received(Map<String, String> headers, byte[] body, long atNanos) {

        public String header(String name) {
            var value = headers.get(name);
            if (value == null) {
                throw new AssertionError("no header " + name + " in " + headers);
            }
            return value;
        }

        public String text() {
            return new String(body, UTF_8);
        }
    }

    public record Answer(int status, Map<String, String> headers, String body) {

        public static Answer of(int status) {
            return new Answer(status, Map.of(), "");
        }
    }

    /// Decides the answer to a request. It may wait, for a gate of the test.
    @FunctionalInterface
    public interface Script {
        Answer answer(Received request) throws InterruptedException;
    }

    /// The requests to one path.
    public static final class Inbox {

        private final String url;
        private final BlockingQueue<Received> unread = new LinkedBlockingQueue<>();
        private final Queue<Received> all = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean used = new AtomicBoolean();
        private volatile Script script = _ -> Answer.of(200);

        private Inbox(String url) {
            this.url = url;
        }

        public String url() {
            return url;
        }

        /// True the first time it is asked.
        public boolean isNew() {
            return !used.getAndSet(true);
        }

        public Inbox answers(Script next) {
            script = next;
            return this;
        }

        public Inbox answers(int status) {
            return answers(_ -> Answer.of(status));
        }

        /// The next request that the test has not seen, waiting for it if necessary.
        public Received next() {
            try {
                var request = unread.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                if (request == null) {
                    throw new AssertionError("no request came to " + url);
                }
                return request;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        }

        public int count() {
            return all.size();
        }

        public List<Received> all() {
            return List.copyOf(all);
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Inbox> inboxes = new ConcurrentHashMap<>();

    private Receiver(HttpServer server) {
        this.server = server;
    }

    public static Receiver start() throws IOException {
        var loopback = InetAddress.ofLiteral("127.0.0.1");
        var server = HttpServer.create(new InetSocketAddress(loopback, 0), 1_000);
        var receiver = new Receiver(server);
        server.setExecutor(receiver.threads);
        server.createContext("/", receiver::handle);
        server.start();
        return receiver;
    }

    public Inbox at(String path) {
        return inboxes.computeIfAbsent(
                path, _ -> new Inbox("http://127.0.0.1:" + server.getAddress().getPort() + path));
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = new TreeMap<String, String>();
            exchange.getRequestHeaders()
                    .forEach((name, values) ->
                            headers.put(name.toLowerCase(Locale.ROOT), String.join("|", values)));
            var body = exchange.getRequestBody().readAllBytes();
            var request = new Received(headers, body, System.nanoTime());
            var inbox = at(exchange.getRequestURI().toString());
            inbox.all.add(request);
            inbox.unread.add(request);
            send(exchange, inbox.script.answer(request));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        answer.headers().forEach(exchange.getResponseHeaders()::add);
        var body = answer.body().getBytes(UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
