package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.lab.Certificates;
import dev.waybill.bench.wire.TlsReceiver.Behaviour;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsReceiverTest {

    private static final byte[] REQUEST =
            "POST /e00 HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}".getBytes(US_ASCII);

    @Test
    void countsFullAndResumedHandshakes(@TempDir Path folder) throws Exception {
        var certificates = Certificates.make(folder);
        var receiver =
                new TlsReceiver(Behaviour.RESUMED, certificates.keys(), Certificates.PASSWORD);
        Thread.ofVirtual().start(receiver::accept);
        var client = trusting(certificates);

        assertThat(post(client, receiver.port())).startsWith("HTTP/1.1 200 ").contains("close");
        assertThat(receiver.answer("handshakes")).isEqualTo("handshakes 1 0");
        nextMillisecond();
        post(client, receiver.port());
        post(client, receiver.port());
        assertThat(receiver.answer("handshakes")).isEqualTo("handshakes 1 2");
    }

    /// A session is recognized as older by its time in milliseconds.
    private static void nextMillisecond() {
        long now = System.currentTimeMillis();
        while (System.currentTimeMillis() == now) {
            Thread.onSpinWait();
        }
    }

    private static String post(SSLContext client, int port) throws IOException {
        try (var socket = client.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.getOutputStream().write(REQUEST);
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    private static SSLContext trusting(Certificates certificates) throws Exception {
        var password = Certificates.PASSWORD.toCharArray();
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(certificates.trusted().toFile(), password));
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
