package dev.waybill.feature.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import dev.waybill.feature.notifications.MailSettings.Server;
import dev.waybill.feature.notifications.SendResult.Failed;
import dev.waybill.feature.notifications.SendResult.Refused;
import dev.waybill.feature.notifications.SendResult.Sent;
import dev.waybill.testing.MailServers;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.RefusingMailServer;
import jakarta.mail.Message.RecipientType;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailerTest {

    private static final String FROM = "waybill@platform.example";

    private final GreenMail server = MailServers.create();

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void aMailHasTextAndHtmlAndHeadersOfItsOwn() throws Exception {
        var result = mailer("smtp://127.0.0.1:" + port()).send(mail("a@customer.example", "Ä"));

        assertThat(result).isEqualTo(new Sent());
        var received = server.getReceivedMessages()[0];
        assertThat(received.getFrom()[0]).hasToString(FROM);
        assertThat(received.getRecipients(RecipientType.TO)[0]).hasToString("a@customer.example");
        assertThat(received.getSubject()).isEqualTo("Ä");
        assertThat(received.getMessageID()).isEqualTo("<n1@platform.example>");
        assertThat(received.getHeader("Auto-Submitted")[0]).isEqualTo("auto-generated");
        assertThat(received.getContentType()).startsWith("multipart/alternative");
        assertThat(GreenMailUtil.getBody(received)).contains("plain text", "<p>html</p>");
    }

    @Test
    void aUserAndPasswordAreSent() throws Exception {
        server.setUser("robot@platform.example", "robot", "WaybillMarker/9");

        assertThat(
                        mailer("smtp://robot:WaybillMarker%2F9@127.0.0.1:" + port())
                                .send(mail("a@customer.example", "x")))
                .isEqualTo(new Sent());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@b\r\nBcc: victim@example.com",
                "a@b\nBcc: victim@example.com",
                "a@b,victim@example.com",
                "a@b victim@example.com",
                "<a@b>",
                "\"a b\"@c",
                "a@b@c",
                "a",
                "",
            })
    void aHostileAddressGetsNoMail(String address) throws Exception {
        assertThat(mailer("smtp://127.0.0.1:" + port()).send(mail(address, "x")))
                .isInstanceOf(Refused.class);
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void aSubjectInjectsNoHeader() throws Exception {
        mailer("smtp://127.0.0.1:" + port())
                .send(mail("a@customer.example", "x\r\nBcc: victim@example.com"));

        var received = server.getReceivedMessages();
        assertThat(received).hasSize(1);
        assertThat(received[0].getHeader("Bcc")).isNull();
        assertThat(received[0].getSubject()).isEqualTo("x Bcc: victim@example.com");
    }

    @Test
    void noMailIsSentInClearTextIfTlsIsRequired() throws Exception {
        var result =
                mailer("smtp://127.0.0.1:" + port() + "?starttls=required")
                        .send(mail("a@customer.example", "x"));

        assertThat(result).isInstanceOf(Failed.class);
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void aServerThatIsDownIsAFailure() throws Exception {
        int port = port();
        server.stop();

        assertThat(mailer("smtp://127.0.0.1:" + port).send(mail("a@customer.example", "x")))
                .isInstanceOf(Failed.class);
    }

    /// It takes the connection and says nothing.
    @Test
    void aServerThatHangsIsGivenUp() throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var settings =
                    new MailSettings(
                            Server.parse("smtp://127.0.0.1:" + silent.getLocalPort()).orElseThrow(),
                            FROM,
                            null);
            var mailer = new Mailer(settings, new ManualClock(), Duration.ofMillis(300), null);

            assertThat(mailer.send(mail("a@customer.example", "x")))
                    .isInstanceOf(Failed.class)
                    .asString()
                    .contains("longer than");
        }
    }

    @Test
    void aRecipientThatTheServerDoesNotKnowIsRefused() throws Exception {
        try (var refusing = new RefusingMailServer("a@customer.example")) {
            assertThat(
                            mailer("smtp://127.0.0.1:" + refusing.port())
                                    .send(mail("a@customer.example", "x")))
                    .isInstanceOf(Refused.class);
        }
    }

    /// Greylisting: the server takes the mail when it comes again.
    @Test
    void aRecipientThatIsNotTakenYetIsAFailure() throws Exception {
        try (var greylisting = new RefusingMailServer()) {
            greylisting.answers("a@customer.example", "450 come again");

            assertThat(
                            mailer("smtp://127.0.0.1:" + greylisting.port())
                                    .send(mail("a@customer.example", "x")))
                    .isInstanceOf(Failed.class);
        }
    }

    @Test
    void aMailThatTheServerHasTakenIsSentEvenIfTheConnectionBreaksThen() throws Exception {
        try (var breaking = new RefusingMailServer()) {
            breaking.resetsAtQuit();

            assertThat(
                            mailer("smtp://127.0.0.1:" + breaking.port())
                                    .send(mail("a@customer.example", "x")))
                    .isEqualTo(new Sent());
            assertThat(breaking.recipients()).containsExactly("a@customer.example");
        }
    }

    @Test
    void withoutAServerNothingIsSent() throws Exception {
        assertThat(
                        new Mailer(MailSettings.NONE, new ManualClock())
                                .send(mail("a@customer.example", "x")))
                .asString()
                .contains("WAYBILL_SMTP_URL");
    }

    @ParameterizedTest
    @CsvSource({
        "smtp://mail.example,                   mail.example, 25,  false, OPTIONAL",
        "smtp://mail.example:2525,              mail.example, 2525, false, OPTIONAL",
        "smtp://u:p@mail.example,               mail.example, 587, false, REQUIRED",
        "smtp://u:p@localhost:25,               localhost,    25,  false, OPTIONAL",
        "smtp://u:p@mail.example?starttls=off,  mail.example, 587, false, OFF",
        "smtps://u:p@mail.example/,             mail.example, 465, true,  REQUIRED",
    })
    void aUrlNamesAServer(String url, String host, int port, boolean tls, String startTls) {
        var parsed = Server.parse(url).orElseThrow();

        assertThat(parsed.host()).isEqualTo(host);
        assertThat(parsed.port()).isEqualTo(port);
        assertThat(parsed.tls()).isEqualTo(tls);
        assertThat(parsed.startTls()).hasToString(startTls);
        assertThat(parsed.toString()).doesNotContain("u:p");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mail.example",
                "http://mail.example",
                "smtp://",
                "smtp://mail.example/path",
                "smtp://mail.example?starttls=maybe",
                "smtp://mail example",
            })
    void otherTextNamesNone(String url) {
        assertThat(Server.parse(url)).isEmpty();
    }

    private int port() {
        return server.getSmtp().getPort();
    }

    private static Mailer mailer(String url) {
        return new Mailer(
                new MailSettings(Server.parse(url).orElseThrow(), FROM, null), new ManualClock());
    }

    private static Mail mail(String to, String subject) {
        return new Mail("n1", to, subject, "plain text", "<p>html</p>", null);
    }
}
