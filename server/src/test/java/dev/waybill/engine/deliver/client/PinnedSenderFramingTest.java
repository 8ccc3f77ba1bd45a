package dev.waybill.engine.deliver.client;

import static dev.waybill.testing.Behaviour.closeWithoutAnswer;
import static dev.waybill.testing.Behaviour.raw;
import static dev.waybill.testing.Behaviour.rawAndStay;
import static dev.waybill.testing.Behaviour.respond;
import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.egress.Guards;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.ScriptedEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where an answer ends, and whether its connection is used again.
class PinnedSenderFramingTest {

    private static final Duration PLENTY = Duration.ofSeconds(20);
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String OLD_CHUNKED =
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";

    private final PinnedSender sender =
            new PinnedSender(Guards.loopback(), new ManualClock(), null);

    @AfterEach
    void close() throws IOException {
        sender.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OK + "Content-Length: 4\r\n\r\nbody",
                OK + "content-length:4\r\nContent-Length: 4 \r\n\r\nbody",
                "HTTP/1.1 200\r\nContent-Length: 4\r\n\r\nbody",
                "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 4\r\n\r\nbody",
                OK + "Connection: keep-alive, x\r\nContent-Length: 4\r\n\r\nbody",
                CHUNKED + "4\r\nbody\r\n0\r\n\r\n",
                CHUNKED + "1\r\nb\r\n003\r\nody\r\n0\r\n\r\n",
                CHUNKED + "4;name=value;q=\"x\"\r\nbody\r\n0;last\r\n\r\n",
                CHUNKED + "4;a = \"x;\\\"y\" ; b\r\nbody\r\n0\r\n\r\n",
                CHUNKED + "4 ; name\r\nbody\r\n0\r\nTrailer: x\r\nAnother: y\r\n\r\n",
                OK + "Transfer-Encoding: gzip, Chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n"
                        + "HTTP/1.1 103 Early Hints\r\nContent-Length: 9\r\nConnection: close\r\n"
                        + "\r\n"
                        + OK
                        + "Content-Length: 4\r\n\r\nbody",
            })
    void anAnswerThatEndsCleanlyLeavesItsConnectionOpen(String answer) {
        assertBodyAndConnections(answer, "body", 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OK + "Connection: close\r\nContent-Length: 4\r\n\r\nbody",
                OK + "Connection: x, CLOSE\r\nContent-Length: 4\r\n\r\nbody",
                "HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nbody",
                OK + "Content-Length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\n\r\n",
                OK
                        + "Transfer-Encoding: chunked\r\nContent-Length: 99\r\n\r\n"
                        + "4\r\nbody\r\n0\r\n\r\n",
                OLD_CHUNKED + "4\r\nbody\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 4\n\nbody",
                OK + "X: y\nContent-Length: 4\r\n\r\nbody",
                CHUNKED + "4\nbody\n0\n\n",
                CHUNKED + "4\r\nbody\r\n0\r\nTrailer: x\n\r\n",
                CHUNKED + "4\r\nbody!\r\n0\r\n\r\n",
                CHUNKED + "4\r\nbody\r\nzz\r\n\r\n",
                CHUNKED + "4\r\nbody\r\n-1\r\n\r\n",
                CHUNKED + "4\r\nbody\r\n\r\n",
                CHUNKED + "4\r\nbody\r\n0\r\nno trailer\r\n\r\n",
                CHUNKED + "4\r\nbody\r\n0 \r\n\r\n",
                CHUNKED + "4\r\nbody\r\n0;a \r\n\r\n",
                CHUNKED + "4\r\nbody\r\n0;\r\n\r\n",
                CHUNKED + "4\r\nbody\r\n0;=\r\n\r\n",
                CHUNKED + "4\r\nbody\r\n0;a=\r\n\r\n",
                CHUNKED + "4\r\nbody\r\n0;a=b c\r\n\r\n",
                CHUNKED + "4\r\nbody\r\n0;a=\"b\\\"\r\n\r\n",
                CHUNKED + "4\r\nbody\r\n0;a=\"\u00e9\"\r\n\r\n",
                CHUNKED + "4\r\nbody\r\n0000000000000000\r\n\r\n",
            })
    void aDoubtfulEndCostsTheConnectionOnly(String answer) {
        assertBodyAndConnections(answer, "body", 2);
    }

    private void assertBodyAndConnections(String answer, String body, int connections) {
        try (var endpoint = ScriptedEndpoint.that(rawAndStay(answer)).then(respond(200))) {
            var first = send(endpoint);
            send(endpoint);

            assertThat(first.outcome()).isEqualTo(new Accepted(200));
            assertThat(first.excerpt()).isEqualTo(body.getBytes(UTF_8));
            assertThat(endpoint.connections()).isEqualTo(connections);
        }
    }

    @Test
    void aBodyMayEndWithTheConnection() {
        try (var endpoint = ScriptedEndpoint.that(raw(OK + "\r\nbody"))) {
            var answer = send(endpoint);

            assertThat(answer.outcome()).isEqualTo(new Accepted(200));
            assertThat(answer.excerpt()).isEqualTo("body".getBytes(UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"204 No Content", "304 Not Modified"})
    void someAnswersHaveNoBodyWhateverTheySay(String status) {
        var answer = "HTTP/1.1 " + status + "\r\nContent-Length: 10\r\n\r\n";
        try (var endpoint = ScriptedEndpoint.that(rawAndStay(answer)).then(respond(200))) {
            assertThat(send(endpoint).excerpt()).isNull();
            send(endpoint);

            assertThat(endpoint.connections()).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OK + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nbody",
                OK + "Content-Length: 4, 4\r\n\r\nbody",
                OK + "Content-Length: -4\r\n\r\nbody",
                OK + "Content-Length: +4\r\n\r\nbody",
                OK + "Content-Length: 0x4\r\n\r\nbody",
                OK + "Content-Length:\r\n\r\nbody",
                OK + "Content-Length: 9999999999999999999\r\n\r\nbody",
                OK + "Transfer-Encoding: gzip\r\n\r\nbody",
                OK + "Transfer-Encoding: chunked, gzip\r\n\r\nbody",
                OK + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\nbody",
                OK + "X: a\r\n b\r\nContent-Length: 0\r\n\r\n",
                OK + "Content-Length : 0\r\n\r\n",
                OK + "no colon\r\n\r\n",
                OK + ": no name\r\n\r\n",
                OK + "X: a\rContent-Length: 5\r\n\r\n",
                OK + "X: a\0\r\n\r\n",
                OK + "X: a\u000bb\r\n\r\n",
                OK + "(X): a\r\n\r\n",
                OK + "X\u00e9: a\r\n\r\n",
                "HTTP/1.1 200 O\u007fK\r\n\r\n",
                "\r\n" + OK + "\r\n",
                "HTTP/2 200\r\n\r\n",
                "HTTP/1.2 200 OK\r\n\r\n",
                "http/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "HTTP/1.1 099 OK\r\n\r\n",
                "HTTP/1.1  200 OK\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
            })
    void whatCanBeReadInTwoWaysIsNoAnswer(String answer) {
        assertProtocolFault(answer);
    }

    @Test
    void everyPartOfAHeadIsBounded() {
        assertTooLarge("HTTP/1.1 200 " + "y".repeat(9_000) + "\r\n\r\n");
        assertTooLarge("HTTP/1.1 200 " + "y".repeat(100_000));
        assertTooLarge(OK + "X: y\r\n".repeat(101) + "\r\n");
        assertTooLarge(OK + ("X: " + "y".repeat(8_000) + "\r\n").repeat(9) + "\r\n");
        assertTooLarge("HTTP/1.1 102 Wait\r\n\r\n".repeat(9) + OK + "\r\n");
    }

    @Test
    void upToItsBoundsAHeadIsRead() {
        var end = OK + "Content-Length: 4\r\n\r\nbody";

        assertBodyAndConnections("HTTP/1.1 102 Wait\r\n\r\n".repeat(8) + end, "body", 1);
        assertBodyAndConnections(
                OK + "X: y\r\n".repeat(99) + end.substring(OK.length()), "body", 1);
        var long8 = "X: " + "y".repeat(8_192 - 5) + "\r\n";
        assertBodyAndConnections(OK + long8.repeat(7) + end.substring(OK.length()), "body", 1);
    }

    @Test
    void chunksAreBoundedInContentAndInFraming() {
        var content = CHUNKED + "1000\r\n" + ("x".repeat(4_096) + "\r\n1000\r\n").repeat(10);
        var framing = CHUNKED + ("1;" + "e".repeat(2_000) + "\r\nx\r\n").repeat(10) + "0\r\n\r\n";

        for (var answer : List.of(content, framing)) {
            try (var endpoint = ScriptedEndpoint.that(rawAndStay(answer)).then(respond(200))) {
                assertThat(send(endpoint).outcome()).isEqualTo(new Accepted(200));
                send(endpoint);
                assertThat(endpoint.connections()).isEqualTo(2);
            }
        }
    }

    @Test
    void anExcerptIsPutTogetherFromChunks() {
        var answer = CHUNKED + ("64\r\n" + "x".repeat(100) + "\r\n").repeat(7) + "0\r\n\r\n";

        assertBodyAndConnections(answer, "x".repeat(512), 1);
    }

    @Test
    void aConnectionThatWasClosedWhileIdleIsReplacedOnce() throws Exception {
        try (var endpoint =
                ScriptedEndpoint.that(respond(200)).then(closeWithoutAnswer()).then(respond(202))) {
            send(endpoint);

            assertThat(send(endpoint).outcome()).isEqualTo(new Accepted(202));
            assertThat(endpoint.take().connection()).isEqualTo(1);
            assertThat(endpoint.take().connection()).isEqualTo(1);
            assertThat(endpoint.take().connection()).isEqualTo(2);
        }
    }

    @Test
    void theReplacementIsNotReplaced() {
        try (var endpoint = ScriptedEndpoint.that(respond(200)).then(closeWithoutAnswer())) {
            send(endpoint);

            assertThat(send(endpoint).outcome()).isEqualTo(new Unanswered(Fault.RESET));
            assertThat(endpoint.connections()).isEqualTo(2);
        }
    }

    @Test
    void anAnswerThatHadBegunIsNotAskedForAgain() {
        try (var endpoint = ScriptedEndpoint.that(respond(200)).then(raw("HTTP/1.1 200 OK\r\n"))) {
            send(endpoint);

            assertThat(send(endpoint).outcome()).isEqualTo(new Unanswered(Fault.RESET));
            assertThat(endpoint.connections()).isOne();
        }
    }

    private void assertProtocolFault(String answer) {
        assertFault(answer, Fault.NOT_HTTP);
    }

    private void assertTooLarge(String answer) {
        assertFault(answer, Fault.TOO_LARGE);
    }

    private void assertFault(String answer, Fault fault) {
        try (var endpoint = ScriptedEndpoint.that(rawAndStay(answer)).then(respond(200))) {
            assertThat(send(endpoint).outcome()).isEqualTo(new Unanswered(fault));
            send(endpoint);
            assertThat(endpoint.connections()).isEqualTo(2);
        }
    }

    private Answer send(ScriptedEndpoint endpoint) {
        try {
            var target = Target.parse(endpoint.url());
            var body = "{}".getBytes(UTF_8);
            return sender.send(
                    new OutgoingRequest(Apps.DEFAULT, target, NOON, "v1,x", List.of(), body),
                    PLENTY,
                    false);
        } catch (Target.Unusable e) {
            throw new AssertionError(e);
        }
    }
}
