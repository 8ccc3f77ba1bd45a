package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests that are understood, however they arrive.
class HttpServerTest {

    private static final String POST = "POST /prompt HTTP/1.1\r\nHost: a\r\n";

    private final EchoServer echo = new EchoServer();

    @AfterEach
    void stop() {
        echo.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/prompt", "/waiting"})
    void aBodyOfAnnouncedLengthArrives(String path) throws IOException {
        try (var client = echo.client()) {
            client.send("POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");

            var answer = client.answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("POST " + path + " hello");
            assertThat(answer.headers()).containsKeys("date", "request-id", "content-type");
        }
    }

    @Test
    void noCacheKeepsAnAnswerUnlessItSaysSo() throws IOException {
        try (var client = echo.client()) {
            for (var path : List.of("/thing/a", "/nothing", "/bug")) {
                client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.answer().headers())
                        .as(path)
                        .containsEntry("cache-control", "no-store")
                        .containsEntry("x-content-type-options", "nosniff");
            }
            client.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer().headers()).containsEntry("cache-control", "public");
        }
    }

    /// Some clients escape in forms only special characters.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "name=%E2%82%AC%20%C3%A9+%F0%9F%98%80",
                "name=\u20AC+\u00E9+\uD83D\uDE00",
                "name=\u20AC%20\u00E9+%F0%9F%98%80"
            })
    void aFormIsUtf8WhicheverBytesAreEscaped(String body) throws IOException {
        var raw = new String(body.getBytes(UTF_8), ISO_8859_1);
        try (var client = echo.client()) {
            client.send(
                    "POST /form HTTP/1.1\r\nHost: a\r\n"
                            + "Content-Type: application/x-www-form-urlencoded\r\n"
                            + "Content-Length: "
                            + raw.length()
                            + "\r\n\r\n"
                            + raw);

            var answered = client.answer().body().getBytes(ISO_8859_1);
            assertThat(new String(answered, UTF_8)).isEqualTo("\u20AC \u00E9 \uD83D\uDE00");
        }
    }

    @Test
    void chunksArriveAsOneBody() throws IOException {
        try (var client = echo.client()) {
            client.send(POST + "Transfer-Encoding: chunked\r\n\r\n")
                    .send("3\r\nabc\r\nA;name=\"v;\\\"w\";n=v;m\r\n0123456789\r\n0\r\n")
                    .send("Trailer: x: y\tz\r\nEmpty:\r\n\r\n");

            assertThat(client.answer().body()).isEqualTo("POST /prompt abc0123456789");
            client.send(POST + "Content-Length: 2\r\n\r\nhi");
            assertThat(client.answer().body()).isEqualTo("POST /prompt hi");
        }
    }

    @Test
    void itMattersNotWhereTheBytesAreCut() throws IOException {
        var sized = POST + "Content-Length: 5\r\n\r\nhello";
        var chunked = POST + "Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n";
        var all = (sized + "\r\n" + chunked).getBytes(ISO_8859_1);
        for (int cut = 1; cut < all.length; cut++) {
            try (var client = echo.client()) {
                client.send(Arrays.copyOf(all, cut));
                client.send(Arrays.copyOfRange(all, cut, all.length));

                assertThat(client.answer().body()).isEqualTo("POST /prompt hello");
                assertThat(client.answer().body()).isEqualTo("POST /prompt hello");
            }
        }
    }

    @Test
    void requestsSentAheadAreAnsweredInTheirOrder() throws IOException, InterruptedException {
        try (var client = echo.client()) {
            client.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
                    .send(POST + "Content-Length: 1\r\n\r\n1")
                    .send("GET /thing/two HTTP/1.1\r\nHost: a\r\n\r\n")
                    .send(POST + "Content-Length: 1\r\n\r\n3");

            echo.later.take().send(Response.text(202, "late"));

            assertThat(client.answer().body()).isEqualTo("late");
            assertThat(client.answer().body()).isEqualTo("POST /prompt 1");
            assertThat(client.answer().body()).isEqualTo("two");
            assertThat(client.answer().body()).isEqualTo("POST /prompt 3");
        }
    }

    @Test
    void aConnectionStaysUnlessOneSideEndsIt() throws IOException {
        try (var client = echo.client()) {
            client.send("GET /thing/a HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer().headers()).doesNotContainKey("connection");

            client.send("GET /thing/a HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n");
            assertThat(client.answer().headers()).containsEntry("connection", "close");
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void anOldClientGetsOneAnswerUnlessItAsksForMore() throws IOException {
        try (var client = echo.client()) {
            client.send("GET /thing/a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            var first = client.answer();
            assertThat(first.body()).isEqualTo("a");
            assertThat(first.headers()).containsEntry("connection", "keep-alive");
            client.send("GET /thing/b HTTP/1.0\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("b");
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void aClientThatAsksFirstIsToldToGoOn() throws IOException {
        try (var client = echo.client()) {
            client.send(POST + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(100);

            client.send("ok");
            assertThat(client.answer().body()).isEqualTo("POST /prompt ok");
        }
    }

    @Test
    void headIsGetWithoutTheBody() throws IOException {
        try (var client = echo.client()) {
            client.send("HEAD /thing/abc HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer(false).headers()).containsEntry("content-length", "3");

            client.send("GET /thing/d HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("d");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/thing/a%2Fb%20c",
                "http://elsewhere.example/thing/a%2Fb%20c",
                "/thing/a%2fb%20c?ignored=%41"
            })
    void partsOfThePathAreDecoded(String target) throws IOException {
        try (var client = echo.client()) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.answer().body()).isEqualTo("a/b c");
        }
    }

    @Test
    void aWholeUrlMayHaveNoPath() throws IOException {
        try (var client = echo.client()) {
            client.send("GET http://a?x=/thing/a HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.answer().body()).contains("There is no / here.");
        }
    }

    @Test
    void ofARepeatedParameterTheLastCounts() throws IOException {
        try (var client = echo.client()) {
            client.send("GET /query?a=1&b&a=x%26+y HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.answer().body()).isEqualTo("x& y[a, b]");
        }
    }

    @Test
    void aLargeAnswerReachesASlowReaderWhole() throws IOException {
        try (var client = echo.client()) {
            client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
                    .send("GET /thing/next HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.answer().body()).hasSize(EchoServer.LARGE);
            assertThat(client.answer().body()).isEqualTo("next");
        }
    }

    @Test
    void aBugIsToldWithoutItsDetails() throws IOException {
        try (var client = echo.client()) {
            client.send("GET /bug HTTP/1.1\r\nHost: a\r\n\r\n");

            var answer = client.answer();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).contains("request_id").doesNotContain("for the test");
        }
    }

    @Test
    void aSecondAnswerIsNotSent() throws IOException, InterruptedException {
        try (var client = echo.client()) {
            client.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
            var reply = echo.later.take();
            reply.send(Response.text(200, "first"));
            reply.send(Response.text(200, "second"));

            client.send("GET /thing/a HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("first");
            assertThat(client.answer().body()).isEqualTo("a");
        }
    }

    @Test
    void aClientThatLeftHarmsNobody() throws IOException, InterruptedException {
        try (var client = echo.client()) {
            client.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
        }
        echo.later.take().send(Response.text(200, "nobody hears this"));
        try (var client = echo.client()) {
            client.send("GET /thing/a HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("a");
        }
    }

    @Test
    void manyClientsGetTheirOwnAnswers() throws Exception {
        var clients = new ArrayList<Future<Boolean>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                int number = i;
                Callable<Boolean> client = () -> converse(number);
                clients.add(threads.submit(client));
            }
            for (var client : clients) {
                assertThat(client.get()).isTrue();
            }
        }
    }

    /// Sends requests to fast and slow handlers in a random rhythm, some ahead of their answers.
    private boolean converse(int seed) throws IOException {
        var random = new SplittableRandom(seed);
        try (var client = echo.client()) {
            for (int i = 0; i < 50; i++) {
                int ahead = random.nextInt(1, 4);
                for (int k = 0; k < ahead; k++) {
                    var body = seed + "-" + i + "-" + k;
                    var path = random.nextBoolean() ? "/prompt" : "/waiting";
                    client.send(
                            "POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s"
                                    .formatted(path, body.length(), body));
                }
                for (int k = 0; k < ahead; k++) {
                    assertThat(client.answer().body()).endsWith(" " + seed + "-" + i + "-" + k);
                }
            }
            return true;
        }
    }

    @Test
    void stoppingWaitsForWhatIsUnderWay() throws Exception {
        try (var idle = echo.client();
                var client = echo.client()) {
            client.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
            var reply = echo.later.take();
            var stop = Thread.ofVirtual().start(echo::close);

            assertThat(idle.atEnd()).isTrue();
            reply.send(Response.text(200, "just in time"));

            assertThat(client.answer().headers()).containsEntry("connection", "close");
            assertThat(client.atEnd()).isTrue();
            stop.join();
        }
    }
}
