package dev.waybill.engine.deliver.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RestingSocketTest {

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    /// A connection with such bytes must not be used again: they would answer the next request.
    @Test
    void bytesThatWereReadAheadAreAvailable() throws IOException {
        try (var server = new ServerSocket(0, 1, LOOPBACK);
                var wire = new Socket(LOOPBACK, server.getLocalPort());
                var peer = server.accept();
                var turn =
                        new HandshakeTurns(1)
                                .forHandshake(
                                        new UUID(0, 1),
                                        new Deadline(Duration.ofMinutes(1), false))) {
            var resting = new RestingSocket(wire, turn);
            peer.getOutputStream().write(new byte[10]);

            assertThat(resting.getInputStream().readNBytes(4)).hasSize(4);

            assertThat(resting.getInputStream().available()).isEqualTo(6);
        }
    }
}
