package dev.waybill.engine.deliver.client;

import static dev.waybill.testing.Behaviour.closeWithoutAnswer;
import static dev.waybill.testing.Behaviour.hang;
import static dev.waybill.testing.Behaviour.rawAndStay;
import static dev.waybill.testing.Behaviour.respond;
import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.egress.Guards;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.ScriptedEndpoint;
import dev.waybill.testing.SelfSigned;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Over TLS, the name in the URL decides whom we trust.
class PinnedSenderTlsTest {

    private static final Duration PLENTY = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init")
    private static SelfSigned selfSigned;

    @BeforeAll
    static void makeCertificate() throws Exception {
        selfSigned = SelfSigned.valid();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hooks.example", "hooks.example.", "127.0.0.1"})
    void aTrustedCertificateForTheNameIsGoodForMany(String host) throws Exception {
        try (var endpoint = ScriptedEndpoint.withTls(selfSigned.context(), respond(200, "thanks"));
                var sender = trusting(selfSigned::context)) {
            var first = send(sender, host, endpoint.port(), PLENTY);
            var second = send(sender, host, endpoint.port(), PLENTY);

            assertThat(first.outcome()).isEqualTo(new Accepted(200));
            assertThat(second.excerpt()).isEqualTo("thanks".getBytes(UTF_8));
            assertThat(endpoint.connections()).isOne();
        }
    }

    @Test
    void anotherNameIsNotTrusted() throws Exception {
        try (var endpoint = ScriptedEndpoint.withTls(selfSigned.context(), respond(200));
                var sender = trusting(selfSigned::context)) {
            var answer = send(sender, "other.example", endpoint.port(), PLENTY);
            assertThat(answer.outcome()).isEqualTo(new Unanswered(Fault.TLS_NAME));
            assertThat(answer.detail()).contains("other.example");
            assertThat(endpoint.waiting()).isZero();
        }
    }

    @Test
    void aSelfSignedCertificateIsNotTrusted() throws Exception {
        try (var endpoint = ScriptedEndpoint.withTls(selfSigned.context(), respond(200));
                var sender = new PinnedSender(Guards.loopback(), new ManualClock(), null)) {
            assertThat(send(sender, "hooks.example", endpoint.port(), PLENTY).outcome())
                    .isEqualTo(new Unanswered(Fault.TLS_UNTRUSTED));
            assertThat(endpoint.waiting()).isZero();
        }
    }

    @Test
    void anExpiredCertificateIsNotTrusted() throws Exception {
        var expired = SelfSigned.expired();
        try (var endpoint = ScriptedEndpoint.withTls(expired.context(), respond(200));
                var sender = trusting(expired::context)) {
            assertThat(send(sender, "hooks.example", endpoint.port(), PLENTY).outcome())
                    .isEqualTo(new Unanswered(Fault.TLS_EXPIRED));
            assertThat(endpoint.waiting()).isZero();
        }
    }

    @Test
    void aConnectionClosedWhileIdleIsReplaced() throws Exception {
        try (var endpoint =
                        ScriptedEndpoint.withTls(selfSigned.context(), respond(200))
                                .then(closeWithoutAnswer())
                                .then(respond(202));
                var sender = trusting(selfSigned::context)) {
            send(sender, "hooks.example", endpoint.port(), PLENTY);

            assertThat(send(sender, "hooks.example", endpoint.port(), PLENTY).outcome())
                    .isEqualTo(new Accepted(202));
        }
    }

    /// The answer fills the read buffer exactly, and the rest of its record is a second answer: it
    /// must not become the answer to the next request.
    @Test
    void whatIsLeftOfARecordAnswersNothing() throws Exception {
        var head = "HTTP/1.1 200 OK\r\nContent-Length: ";
        int body = 2_048 - head.length() - "1234\r\n\r\n".length();
        var answer = head + body + "\r\n\r\n" + "x".repeat(body);
        var forged = "HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n";
        try (var endpoint =
                        ScriptedEndpoint.withTls(selfSigned.context(), rawAndStay(answer + forged))
                                .then(respond(202));
                var sender = trusting(selfSigned::context)) {
            assertThat(send(sender, "hooks.example", endpoint.port(), PLENTY).outcome())
                    .isEqualTo(new Accepted(200));
            assertThat(send(sender, "hooks.example", endpoint.port(), PLENTY).outcome())
                    .isEqualTo(new Accepted(202));
            assertThat(endpoint.connections()).isEqualTo(2);
        }
    }

    @Test
    void silenceEndsWithTheTimeLimit() throws Exception {
        var little = Duration.ofMillis(500);
        try (var endpoint = ScriptedEndpoint.withTls(selfSigned.context(), hang());
                var mute = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                var sender = trusting(selfSigned::context)) {
            assertThat(send(sender, "hooks.example", endpoint.port(), little).outcome())
                    .isEqualTo(new Unanswered(Fault.TIMEOUT_FIRST_BYTE));
            assertThat(send(sender, "hooks.example", mute.getLocalPort(), little).outcome())
                    .as("no handshake")
                    .isEqualTo(new Unanswered(Fault.TIMEOUT_FIRST_BYTE));
        }
    }

    /// Nothing was sent, and the endpoint is not to blame.
    @Test
    void aHandshakeThatGetsNoTurnIsALocalFault() throws Exception {
        var busy = new Tls(new TlsSessions(selfSigned::context), new HandshakeTurns(0));
        try (var endpoint = ScriptedEndpoint.withTls(selfSigned.context(), respond(200));
                var sender = new PinnedSender(Guards.loopback(), new ManualClock(), busy, null)) {
            var answer = send(sender, "hooks.example", endpoint.port(), Duration.ofSeconds(1));

            assertThat(answer.outcome()).isEqualTo(new NotSent(LocalFault.HANDSHAKES));
            assertThat(endpoint.waiting()).isZero();
        }
    }

    private static PinnedSender trusting(Supplier<SSLContext> contexts) {
        return new PinnedSender(Guards.loopback(), new ManualClock(), new Tls(contexts), null);
    }

    private static Answer send(PinnedSender sender, String host, int port, Duration timeLimit)
            throws Target.Unusable {
        var target = Target.parse("https://" + host + ":" + port + "/hook");
        return sender.send(
                new OutgoingRequest(
                        Apps.DEFAULT, target, NOON, "v1,x", List.of(), "{}".getBytes(UTF_8)),
                timeLimit,
                false);
    }
}
