package dev.waybill.engine.deliver.client;

import static dev.waybill.testing.Behaviour.closeWithoutAnswer;
import static dev.waybill.testing.Behaviour.garbage;
import static dev.waybill.testing.Behaviour.hang;
import static dev.waybill.testing.Behaviour.headersForEver;
import static dev.waybill.testing.Behaviour.hugeBody;
import static dev.waybill.testing.Behaviour.interimForEver;
import static dev.waybill.testing.Behaviour.raw;
import static dev.waybill.testing.Behaviour.rawAndStay;
import static dev.waybill.testing.Behaviour.reset;
import static dev.waybill.testing.Behaviour.respond;
import static dev.waybill.testing.Behaviour.shortBody;
import static dev.waybill.testing.Behaviour.slowBody;
import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.OutgoingRequest.Header;
import dev.waybill.engine.deliver.egress.Guards;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.testing.Behaviour;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.ScriptedEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The outcome of an attempt for each kind of receiver, over real sockets. The allowed addresses
/// are in [PinnedSenderAddressTest].
class PinnedSenderTest {

    private static final Duration PLENTY = Duration.ofSeconds(20);
    private static final Duration LITTLE = Duration.ofMillis(300);

    /// Enough for an answer to come, and waited out to its end.
    private static final Duration SOME = Duration.ofSeconds(2);

    private final PinnedSender sender =
            new PinnedSender(Guards.loopback(), new ManualClock(), null);

    @AfterEach
    void close() throws IOException {
        sender.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 299})
    void twoHundredIsAccepted(int status) {
        var answer = answerTo(respond(status, "thanks"), PLENTY);

        assertThat(answer.outcome()).isEqualTo(new Accepted(status));
        assertThat(answer.excerpt()).isEqualTo("thanks".getBytes(UTF_8));
    }

    @Test
    void anAnswerWithoutABodyIsAnAnswer() {
        var answer = answerTo(raw("HTTP/1.1 204 No Content\r\n\r\n"), PLENTY);

        assertThat(answer.outcome()).isEqualTo(new Accepted(204));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 400, 404, 410, 429, 500, 503})
    void anyOtherStatusIsRefused(int status) {
        var answer = answerTo(respond(status, "no"), PLENTY);

        assertThat(answer.outcome()).isEqualTo(new Refused(status, null));
        assertThat(answer.excerpt()).isEqualTo("no".getBytes(UTF_8));
    }

    @Test
    void headersAreKeptOfAnAnswerThatRefuses() {
        var answer =
                answerTo(
                        raw(
                                """
                                HTTP/1.1 103 Early Hints
                                Link: </style>

                                HTTP/1.1 503 Service Unavailable
                                Server:\tgate/1.2\s
                                Retry-After:
                                SET-Cookie: session=4711
                                Via: a
                                Via: b

                                """),
                        PLENTY);

        assertThat(answer.headers())
                .asString(UTF_8)
                .isEqualTo(
                        """
                        Server: gate/1.2
                        Retry-After:\s
                        SET-Cookie: (not kept)
                        Via: a
                        Via: b
                        """);
        assertThat(answerTo(respond(200, "thanks"), PLENTY).headers()).isNull();
        assertThat(answerTo(hang(), LITTLE).headers()).isNull();
    }

    @Test
    void whatDoesNotFitOfTheHeadersIsLeftOut() {
        var large = "X-Large: " + "x".repeat(KeptHeaders.BYTES_MAX);
        var fits = "A: " + "x".repeat(KeptHeaders.BYTES_MAX - "A: \nB: c\n".length());

        var answer =
                answerTo(
                        raw("HTTP/1.1 500 \n%s\n%s\nB: c\nD: e\n\n".formatted(large, fits)),
                        PLENTY);

        assertThat(answer.headers())
                .asString(UTF_8)
                .hasSize(KeptHeaders.BYTES_MAX)
                .isEqualTo(fits + "\nB: c\n");
    }

    @Test
    void retryAfterIsRead() {
        assertThat(outcomeOf(respond(503, new byte[0], "Retry-After: 120")))
                .isEqualTo(new Refused(503, Duration.ofMinutes(2)));
        assertThat(
                        outcomeOf(
                                respond(
                                        429,
                                        new byte[0],
                                        "retry-after: Fri, 01 May 2026 12:05:00 GMT")))
                .isEqualTo(new Refused(429, Duration.ofMinutes(5)));
        assertThat(outcomeOf(respond(503, new byte[0], "Retry-After: soon")))
                .isEqualTo(new Refused(503, null));
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        try (var elsewhere = ScriptedEndpoint.that(respond(200));
                var endpoint =
                        ScriptedEndpoint.that(
                                respond(307, new byte[0], "Location: " + elsewhere.url()))) {
            assertThat(send(endpoint, PLENTY, false).outcome()).isEqualTo(new Refused(307, null));
            assertThat(endpoint.connections()).isOne();
            assertThat(elsewhere.connections()).isZero();
        }
    }

    @Test
    void silenceEndsWithTheTimeLimit() {
        assertThat(answerTo(hang(), LITTLE).outcome())
                .isEqualTo(new Unanswered(Fault.TIMEOUT_FIRST_BYTE));
    }

    @Test
    void anAnswerThatDoesNotEndIsToldFromSilence() {
        var answer = answerTo(rawAndStay("HTTP/1.1 200 OK\r\nX-Begun: yes\r\n"), LITTLE);

        assertThat(answer.outcome()).isEqualTo(new Unanswered(Fault.TIMEOUT_TOTAL));
        assertThat(answer.detail()).isNull();
    }

    @Test
    void operatorsReadWhatWasWrongWithAnAnswer() {
        assertThat(answerTo(raw("SSH-2.0-other\r\n"), PLENTY).detail()).isEqualTo("no status line");
    }

    @Test
    void silenceUntilTheExpirySaysSo() {
        try (var endpoint = ScriptedEndpoint.that(hang())) {
            assertThat(send(endpoint, LITTLE, true).outcome())
                    .isEqualTo(new Unanswered(Fault.EXPIRY));
        }
    }

    @Test
    void troubleBeforeTheExpiryIsStillThatTrouble() {
        try (var endpoint = ScriptedEndpoint.that(reset())) {
            assertThat(send(endpoint, PLENTY, true).outcome())
                    .isEqualTo(new Unanswered(Fault.RESET));
        }
    }

    @Test
    void aBrokenConnectionIsAReset() {
        assertThat(outcomeOf(reset())).isEqualTo(new Unanswered(Fault.RESET));
        assertThat(outcomeOf(closeWithoutAnswer())).isEqualTo(new Unanswered(Fault.RESET));
    }

    @Test
    void whatIsNotHttpIsNamedSo() {
        assertThat(outcomeOf(garbage())).isEqualTo(new Unanswered(Fault.NOT_HTTP));
        assertThat(outcomeOf(raw("HTTP/1.1 abc OK\r\n\r\n")))
                .isEqualTo(new Unanswered(Fault.NOT_HTTP));
        assertThat(outcomeOf(raw("HTTP/1.1 200 OK\r\nContent-Le")))
                .isEqualTo(new Unanswered(Fault.NOT_HTTP));
        assertThat(outcomeOf(raw("SSH-2.0-OpenSSH_9.6\r\n")))
                .isEqualTo(new Unanswered(Fault.NOT_HTTP));
    }

    @Test
    void headersAreBoundedInLengthAndNumber() {
        assertThat(outcomeOf(raw("HTTP/1.1 200 OK\r\nX: " + "y".repeat(9_000) + "\r\n\r\n")))
                .isEqualTo(new Unanswered(Fault.TOO_LARGE));
        assertThat(outcomeOf(headersForEver())).isEqualTo(new Unanswered(Fault.TOO_LARGE));
    }

    @Test
    void oneInterimAnswerIsPassedOver() {
        var interim = "HTTP/1.1 102 Processing\r\n\r\n";
        var answer = raw(interim + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");

        assertThat(outcomeOf(answer)).isEqualTo(new Accepted(200));
    }

    @Test
    void interimAnswersWithoutEndAreNoAnswer() {
        assertThat(outcomeOf(interimForEver())).isEqualTo(new Unanswered(Fault.TOO_LARGE));
    }

    @Test
    void onlyTheStatusDecidesWhenTheBodyStalls() {
        assertThat(answerTo(slowBody(200), SOME).outcome()).isEqualTo(new Accepted(200));
        assertThat(answerTo(slowBody(500), SOME).outcome()).isEqualTo(new Refused(500, null));
        assertThat(outcomeOf(shortBody(200))).isEqualTo(new Accepted(200));
    }

    @Test
    void anEndlessBodyIsLeftAlone() {
        try (var endpoint = ScriptedEndpoint.that(hugeBody(200))) {
            var answer = send(endpoint, PLENTY, false);

            assertThat(answer.outcome()).isEqualTo(new Accepted(200));
            assertThat(answer.excerpt()).isEqualTo("x".repeat(512).getBytes(UTF_8));
        }
    }

    @Test
    void fiveHundredAndTwelveBytesAreKept() {
        assertThat(answerTo(respond(200, "x".repeat(512)), PLENTY).excerpt()).hasSize(512);
        assertThat(answerTo(respond(200, "x".repeat(513)), PLENTY).excerpt()).hasSize(512);
    }

    @Test
    void anExcerptMayHoldAnyByte() {
        var bytes = new byte[] {0, -1, 13, 10, 0};

        assertThat(answerTo(respond(200, bytes), PLENTY).excerpt()).isEqualTo(bytes);
    }

    @Test
    void aConnectionIsKeptForTheNextRequest() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200, "a")).then(respond(404, "b"))) {
            send(endpoint, PLENTY, false);
            send(endpoint, PLENTY, false);
            send(endpoint, PLENTY, false);

            assertThat(endpoint.connections()).isOne();
            assertThat(endpoint.take().connection()).isOne();
        }
    }

    @Test
    void aBodyIsReadToSixteenKibibytesAndNoFurther() throws Exception {
        var most = "x".repeat(PinnedSender.BODY_BYTES_READ_MAX);
        try (var endpoint =
                ScriptedEndpoint.that(respond(200, most)).then(respond(200, most + "x"))) {
            send(endpoint, PLENTY, false);
            send(endpoint, PLENTY, false);
            assertThat(endpoint.connections()).as("read to its end and kept").isOne();

            send(endpoint, PLENTY, false);
            assertThat(endpoint.connections()).as("left unread and dropped").isEqualTo(2);
        }
    }

    @Test
    void aConnectionThatBrokeIsNotUsedAgain() {
        try (var endpoint = ScriptedEndpoint.that(shortBody(200)).then(respond(200))) {
            send(endpoint, PLENTY, false);
            send(endpoint, PLENTY, false);

            assertThat(endpoint.connections()).isEqualTo(2);
        }
    }

    @Test
    void aFailedRequestIsNotRepeatedByItself() {
        try (var endpoint = ScriptedEndpoint.that(closeWithoutAnswer()).then(respond(200))) {
            assertThat(send(endpoint, PLENTY, false).outcome())
                    .isEqualTo(new Unanswered(Fault.RESET));
            assertThat(endpoint.connections()).isOne();
        }
    }

    @Test
    void theRequestIsSentAsItWasComposed() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            var target = target(endpoint.url("/a/b?c=%20d"));
            var headers = List.of(new Header("content-type", "application/json"));
            var body = "{\"a\":\"é\"}".getBytes(UTF_8);

            sender.send(
                    new OutgoingRequest(Apps.DEFAULT, target, NOON, "v1,x", headers, body),
                    PLENTY,
                    false);

            var received = endpoint.take();
            assertThat(received.requestLine()).isEqualTo("POST /a/b?c=%20d HTTP/1.1");
            assertThat(received.header("host")).isEqualTo("127.0.0.1:" + endpoint.port());
            assertThat(received.header("content-type")).isEqualTo("application/json");
            assertThat(received.header("accept-encoding")).isNull();
            assertThat(received.header("cookie")).isNull();
            assertThat(received.body()).isEqualTo(body);
        }
    }

    /// A path that begins with two slashes is a path, not another authority.
    @ParameterizedTest
    @ValueSource(strings = {"//evil.example/x", "//x", "///x", "/%2Fx", "/a//b", "/;a=b", "/a:b"})
    void thePathAndTheHostAreThoseOfTheUrl(String path) throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            var target = target(endpoint.url(path));

            sender.send(
                    new OutgoingRequest(Apps.DEFAULT, target, NOON, "v1,x", List.of(), new byte[0]),
                    PLENTY,
                    false);

            var received = endpoint.take();
            assertThat(received.requestLine()).isEqualTo("POST " + path + " HTTP/1.1");
            assertThat(received.header("host")).isEqualTo("127.0.0.1:" + endpoint.port());
        }
    }

    @ParameterizedTest
    @CsvSource({"'', /", "?a=b, /?a=b", "/é, /%C3%A9"})
    void theRequestLineIsAlwaysComplete(String written, String sent) throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            var target = target(endpoint.url(written));

            sender.send(
                    new OutgoingRequest(Apps.DEFAULT, target, NOON, "v1,x", List.of(), new byte[0]),
                    PLENTY,
                    false);

            assertThat(endpoint.take().requestLine()).isEqualTo("POST " + sent + " HTTP/1.1");
        }
    }

    private Outcome outcomeOf(Behaviour behaviour) {
        return answerTo(behaviour, PLENTY).outcome();
    }

    private Answer answerTo(Behaviour behaviour, Duration timeLimit) {
        try (var endpoint = ScriptedEndpoint.that(behaviour)) {
            return send(endpoint, timeLimit, false);
        }
    }

    private Answer send(ScriptedEndpoint endpoint, Duration timeLimit, boolean cutByExpiry) {
        var request =
                new OutgoingRequest(
                        Apps.DEFAULT,
                        target(endpoint.url()),
                        NOON,
                        "v1,x",
                        List.of(),
                        "{}".getBytes(UTF_8));
        return sender.send(request, timeLimit, cutByExpiry);
    }

    private static Target target(String url) {
        try {
            return Target.parse(url);
        } catch (Target.Unusable e) {
            throw new AssertionError(e);
        }
    }
}
