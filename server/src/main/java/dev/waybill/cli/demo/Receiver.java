package dev.waybill.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// All endpoints of the customers, in one small server on loopback. The [Persona] of a path decides
/// the response.
final class Receiver implements AutoCloseable {

    /// Used if it is free, so that URLs stay the same from start to start.
    private static final int PORT = 8_090;

    private static final int ANY_PORT = 0;

    private final HttpServer http;
    private final Map<String, AtomicLong> calls = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    private Receiver(HttpServer http) {
        this.http = http;
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", this::handle);
        http.start();
    }

    static Receiver start() {
        try {
            return new Receiver(listen());
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's receiver cannot listen", e);
        }
    }

    private static HttpServer listen() throws IOException {
        try {
            return listen(PORT);
        } catch (BindException e) {
            return listen(ANY_PORT);
        }
    }

    private static HttpServer listen(int port) throws IOException {
        return HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), /* backlog= */ 0);
    }

    /// The beginning of its URLs.
    String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            var answer =
                    Persona.at(path)
                            .map(persona -> persona.answer(count(path), body))
                            .orElseGet(() -> Answer.of(404, "no such path"));
            switch (answer) {
                case Answer.Status status -> answer(exchange, status);
                // Closing the exchange closes the connection.
                case Answer.HangUp _ -> {}
            }
        }
    }

    private long count(String path) {
        return calls.computeIfAbsent(path, _ -> new AtomicLong()).getAndIncrement();
    }

    private void answer(HttpExchange exchange, Answer.Status answer) throws IOException {
        await(answer);
        if (answer.retryAfter() != null) {
            var seconds = Long.toString(answer.retryAfter().toSeconds());
            exchange.getResponseHeaders().set("Retry-After", seconds);
        }
        var body = answer.body().getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
    }

    private void await(Answer.Status answer) throws IOException {
        try {
            if (closing.await(answer.after().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException("closing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        http.stop(/* delay= */ 0);
    }
}
