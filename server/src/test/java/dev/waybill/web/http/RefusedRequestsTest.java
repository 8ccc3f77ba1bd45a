package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests that are refused, because a server in front of us might have read them differently, or
/// because they are too large. The connection ends with the answer.
class RefusedRequestsTest {

    private static final EchoServer ECHO = new EchoServer();

    private static final String POST = "POST /prompt HTTP/1.1\r\nHost: a\r\n";

    @AfterAll
    static void stop() {
        ECHO.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /thing/a\r\n\r\n",
                "GET  /thing/a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /thing/a HTTP/1.1 \r\nHost: a\r\n\r\n",
                "GET /thing/a b HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /thing/a#b HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET thing/a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET x?://a/thing/a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET ftp://a/thing/a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET http:///thing/a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /thing/a HTTP/2.0\r\nHost: a\r\n\r\n",
                "GET /thing/a http/1.1\r\nHost: a\r\n\r\n",
                "G(T /thing/a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /thing/\u0007 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /thing/\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /thing/a HTTP/1.1\nHost: a\r\n\r\n",
                "GET /thing/a HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
                "GET /thing/a HTTP/1.1\r\nHost: a\rX: b\r\n\r\n",
                "GET /thing/a HTTP/1.1\r\n\r\n",
                "GET /thing/a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET /thing/a HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n",
                "GET /thing/a HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
                "GET /thing/a HTTP/1.1\r\nHost: a\r\nnothing\r\n\r\n",
                "GET /thing/a HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
                "GET /thing/a HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n",
                POST + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na",
                POST + "Content-Length: 1, 1\r\n\r\na",
                POST + "Content-Length: +1\r\n\r\na",
                POST + "Content-Length: -1\r\n\r\na",
                POST + "Content-Length: \r\n\r\na",
                POST + "Content-Length: 0x1\r\n\r\na",
                POST + "Content-Length: 9999999999999999999\r\n\r\na",
                POST + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                POST + "Transfer-Encoding: identity\r\n\r\n",
                POST + "Expect: something\r\n\r\n",
                "POST /prompt HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\ng\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n-1\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n 1\r\na\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n1\na\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n1\r\na\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n00000001\r\na\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n1;a=\u0000\r\na\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0;\u007f\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0;\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0;=\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0;a=\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0;a=b c\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0;a=\"b\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0;a=\"b\\\"\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0;a=\"b\"c\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0;\u00e9\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0;a=\"\u00e9\"\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0\r\nnothing\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0\r\n: b\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0\r\nX : b\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0\r\n folded\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: a\u0000b\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n0\r\nX\u0000: b\r\n\r\n"
            })
    void whatCanBeReadInTwoWays(String request) throws IOException {
        try (var client = ECHO.client()) {
            client.send(request).send("GET /thing/smuggled HTTP/1.1\r\nHost: a\r\n\r\n");

            var answer = client.answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.headers())
                    .containsEntry("content-type", "application/problem+json")
                    .containsEntry("connection", "close");
            assertThat(client.atEnd()).as("nothing behind it is answered").isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%4", "%zz", "%ff", "%c3"})
    void aPathThatIsNotText(String part) throws IOException {
        try (var client = ECHO.client()) {
            client.send("GET /thing/" + part + " HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.answer().status()).isEqualTo(400);
        }
    }

    /// The case of a method counts; a guard in front of us may let unknown methods pass.
    @Test
    void aMethodInSmallLetters() throws IOException {
        try (var client = ECHO.client()) {
            client.send("post /prompt HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");

            assertThat(client.answer().status()).isEqualTo(405);
        }
    }

    @Test
    void aBodyAnnouncedTooLargeIsNotWaitedFor() throws IOException {
        try (var client = ECHO.client()) {
            client.send(POST + "Content-Length: " + (EchoServer.BODY_BYTES_MAX + 1) + "\r\n\r\n");

            assertThat(client.answer().status()).isEqualTo(413);
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void chunksThatAddUpToTooMuch() throws IOException {
        try (var client = ECHO.client()) {
            var chunk = "100000\r\n" + "x".repeat(0x100000) + "\r\n";
            client.send("POST /guarded HTTP/1.1\r\nHost: a\r\nWord: open\r\n")
                    .send("Transfer-Encoding: chunked\r\n\r\n")
                    .send(chunk.repeat(8))
                    .send("1\r\n");

            assertThat(client.answer().status()).isEqualTo(413);
        }
    }

    @Test
    void aBodyLargerThanItsRouteTakes() throws IOException {
        try (var client = ECHO.client()) {
            client.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n01234567890");

            var answer = client.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).contains("larger than 10 bytes");
        }
    }

    @Test
    void aHeadThatDoesNotEnd() throws IOException {
        try (var client = ECHO.client()) {
            client.send("GET /thing/a HTTP/1.1\r\nX: " + "x".repeat(Limits.HEAD_BYTES_MAX));

            assertThat(client.answer().status()).isEqualTo(431);
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void tooManyHeaders() throws IOException {
        try (var client = ECHO.client()) {
            client.send("GET /thing/a HTTP/1.1\r\nHost: a\r\n")
                    .send("X: y\r\n".repeat(Limits.HEADERS_MAX) + "\r\n");

            assertThat(client.answer().status()).isEqualTo(431);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /thing/a HT", POST + "Content-Length: 5\r\n\r\nhel"})
    void aRequestThatIsNotFinishedInTime(String beginning) throws IOException {
        try (var client = ECHO.client()) {
            client.send(beginning);
            awaitArrival();

            ECHO.server.sweepAfter(Limits.BODY_PATIENCE.plusSeconds(1));

            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.atEnd()).isTrue();
        }
    }

    /// Bytes of a body buy time, bytes of a head do not.
    @Test
    void aBodyThatArrivesAtTheLeastRateIsWaitedFor() throws IOException {
        try (var client = ECHO.client()) {
            int part = 2 * Limits.BYTES_PER_SECOND_MIN;
            client.send(POST + "Content-Length: " + 2 * part + "\r\n\r\n");
            client.send("x".repeat(part));
            awaitArrival();

            ECHO.server.sweepAfter(Limits.BODY_PATIENCE.minusSeconds(1));

            client.send("x".repeat(part));
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aConnectionWithoutARequestHasLittleTime() throws IOException {
        try (var silent = ECHO.client();
                var kept = ECHO.client()) {
            kept.send("GET /thing/a HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(kept.answer().status()).isEqualTo(200);
            awaitArrival();

            ECHO.server.sweepAfter(Limits.HEAD_MAX.plusSeconds(1));

            assertThat(silent.atEnd()).isTrue();
            kept.send("GET /thing/b HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(kept.answer().body()).isEqualTo("b");
        }
    }

    @Test
    void whoReadsNothingOfAnAnswerIsLeft() throws IOException {
        try (var client = ECHO.client()) {
            client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n").awaitFirstByte();

            ECHO.server.sweepAfter(Limits.RESPONSE_PATIENCE.plusSeconds(1));
            awaitArrival();

            assertThat(client.answer().body()).hasSizeLessThan(EchoServer.LARGE);
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void anIdleConnectionIsClosedWithoutAWord() throws IOException {
        try (var client = ECHO.client()) {
            awaitArrival();

            ECHO.server.sweepAfter(Limits.IDLE_MAX.plusSeconds(1));

            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void whoIsWithinTheLimitsStays() throws IOException {
        try (var client = ECHO.client()) {
            client.send("GET /thing/a HT");
            awaitArrival();

            ECHO.server.sweepAfter(Duration.ofSeconds(1));

            client.send("TP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("a");
        }
    }

    /// A loop serves its connections in turn, so the bytes of an earlier client have been read once
    /// a later one of the same loop is answered; connections are assigned in turn, too.
    private static void awaitArrival() throws IOException {
        for (int i = 0; i < HttpServer.LOOPS; i++) {
            try (var other = ECHO.client()) {
                other.send("GET /thing/a HTTP/1.1\r\nHost: a\r\n\r\n");
                other.answer();
            }
        }
    }
}
