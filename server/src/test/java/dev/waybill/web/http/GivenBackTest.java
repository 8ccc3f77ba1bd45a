package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// In every case, the memory of a request is released.
class GivenBackTest {

    private static final String GET_ASSET = "GET /asset HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String POST = "POST /later HTTP/1.1\r\nHost: a\r\n";

    private final EchoServer echo =
            new EchoServer(
                    new HttpServer.Bounds(new MemoryBudget(16 << 20), 100, Duration.ZERO),
                    TrustedProxies.NONE);

    @AfterEach
    void stop() {
        echo.close();
    }

    private long held() {
        return echo.server.budget().held();
    }

    private void awaitSomethingHeld() {
        Eventually.holds(() -> held() > 0);
    }

    private void awaitNothingHeld() {
        Eventually.holds(() -> held() == 0);
    }

    /// Requests that need something else to come to their end.
    static Stream<String> begun() {
        return Stream.of(
                "GET /asset HTTP/1.1\r\nHost: a\r\nX-Pad: " + "x".repeat(8_000),
                POST + "Content-Length: 100\r\n\r\nhalf",
                POST + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
                GET_ASSET.repeat(100));
    }

    @ParameterizedTest
    @MethodSource("begun")
    void whenTheClientGoes(String begun) throws IOException {
        try (var client = echo.client()) {
            client.send(begun);
            awaitSomethingHeld();
        }
        awaitNothingHeld();
    }

    @ParameterizedTest
    @MethodSource("begun")
    void whenTheClientIsTooSlow(String begun) throws IOException {
        try (var client = echo.client()) {
            client.send(begun);
            awaitSomethingHeld();

            echo.server.sweepAfter(Duration.ofMinutes(1));

            awaitNothingHeld();
        }
    }

    @Test
    void whenTheClientGoesBeforeItsAnswer() throws IOException, InterruptedException {
        try (var client = echo.client()) {
            client.send(POST + "Content-Length: 4\r\n\r\nbody");
            client.send(GET_ASSET);
        }
        var reply = echo.later.take();
        assertThat(held()).isPositive();

        // The first write after the end may still succeed; a later one fails.
        reply.send(Response.text(200, "x".repeat(EchoServer.LARGE)));

        awaitNothingHeld();
    }

    @Test
    void whenTheServerStops() throws IOException {
        try (var client = echo.client();
                var other = echo.client()) {
            client.send(POST + "Content-Length: 100\r\n\r\nhalf");
            other.send("GET / HTTP/1.1\r\nX-Pad: " + "x".repeat(8_000));
            awaitSomethingHeld();

            echo.close();

            assertThat(held()).isZero();
        }
    }
}
