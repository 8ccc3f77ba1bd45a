package dev.waybill.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Nobody gets more of our time or memory than a client may have.
class GreedyClientsTest {

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
}
