package dev.waybill.feature.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.feature.notifications.MailSettings.Server;
import dev.waybill.feature.notifications.SendResult.Failed;
import dev.waybill.feature.notifications.SendResult.Sent;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.SelfSigned;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.subethamail.smtp.server.SMTPServer;

/// A mail server that encrypts: after STARTTLS, or from the start.
class MailEncryptionTest {

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static SelfSigned certificate;

    private final AtomicInteger received = new AtomicInteger();
    private @Nullable SMTPServer server;

    @BeforeAll
    static void certify() throws Exception {
        certificate = SelfSigned.valid();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop();
        }
    }

    @Test
    void mailIsEncryptedAfterStartTls() throws Exception {
        int port = startTls();

        assertThat(send("smtp://127.0.0.1:" + port + "?starttls=required", trusting()))
                .isEqualTo(new Sent());
        assertThat(received).hasValue(1);
    }

    @Test
    void mailIsEncryptedFromTheStart() throws Exception {
        int port = start(new SMTPServer.Builder().serverSocketFactory(certificate.context()));

        assertThat(send("smtps://127.0.0.1:" + port, trusting())).isEqualTo(new Sent());
        assertThat(received).hasValue(1);
    }

    @Test
    void aCertificateThatNobodyTrustsGetsNoMail() throws Exception {
        int port = startTls();

        assertThat(send("smtp://127.0.0.1:" + port, null)).isInstanceOf(Failed.class);
        assertThat(received).hasValue(0);
    }

    @Test
    void aServerThatOffersNoEncryptionGetsNoMailIfItIsRequired() throws Exception {
        int port = start(new SMTPServer.Builder());

        assertThat(send("smtp://127.0.0.1:" + port + "?starttls=required", trusting()))
                .isInstanceOf(Failed.class);
        assertThat(received).hasValue(0);
    }

    private int startTls() {
        return start(
                new SMTPServer.Builder()
                        .startTlsSocketFactory(certificate.context())
                        .enableTLS()
                        .requireTLS());
    }

    private int start(SMTPServer.Builder builder) {
        var started =
                builder.bindAddress(InetAddress.getLoopbackAddress())
                        .port(0)
                        .messageHandler((_, _, _, _) -> received.incrementAndGet())
                        .build();
        server = started;
        started.start();
        return started.getPortAllocated();
    }

    private static SSLSocketFactory trusting() {
        return certificate.context().getSocketFactory();
    }

    private static SendResult send(String url, @Nullable SSLSocketFactory sockets)
            throws InterruptedException {
        var settings =
                new MailSettings(Server.parse(url).orElseThrow(), "waybill@platform.example", null);
        return new Mailer(settings, new ManualClock(), Mailer.TIME_MAX, sockets)
                .send(new Mail("n1", "a@customer.example", "x", "x", null, null));
    }
}
