package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// No client gets more of our time or memory than its share.
class GreedyClientsTest {

    /// Linux holds up to 36 MiB for a connection, both sides together.
    private static final long SENT_AHEAD_MAX = 48L << 20;

    private final EchoServer echo = new EchoServer();

    @AfterEach
    void stop() {
        echo.close();
    }

    @Test
    @Timeout(10)
    void tinyChunksCostNoMoreThanTheirBytes() throws IOException {
        try (var client = echo.client()) {
            client.send("POST /small HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                    .send("1\r\nx\r\n".repeat(1 << 20))
                    .send("0\r\n\r\n");

            assertThat(client.answer().status()).isEqualTo(413);
        }
    }

    @Test
    void whatIsSentAheadOfItsAnswersWaitsWithTheSystem() throws IOException {
        var block = "GET /thing/a HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1_000);
        var sent = new AtomicLong();
        try (var client = echo.client()) {
            Thread.ofVirtual().start(() -> flood(client, block, sent));
            for (int i = 0; i < 5_000; i++) {
                assertThat(client.answer().body()).isEqualTo("a");
            }

            assertThat(sent.get()).isLessThan(SENT_AHEAD_MAX);
        }
    }

    private static void flood(RawClient client, String block, AtomicLong sent) {
        try {
            while (sent.get() < 2 * SENT_AHEAD_MAX) {
                client.send(block);
                sent.addAndGet(block.length());
            }
        } catch (IOException e) {
            // The test has seen enough.
        }
    }
}
