package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A failure on our side harms one request and no other.
class ServerMishapsTest {

    private final EchoServer echo = new EchoServer();

    @AfterEach
    void stop() {
        echo.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/broken", "/broken-promptly"})
    void aBrokenInvariantIsAnsweredAndHarmsNobodyElse(String path) throws IOException {
        try (var client = echo.client();
                var other = echo.client()) {
            client.send(get(path));
            assertThat(client.answer().status()).isEqualTo(500);

            client.send(get("/thing/same"));
            assertThat(client.answer().body()).isEqualTo("same");
            other.send(get("/thing/other"));
            assertThat(other.answer().body()).isEqualTo("other");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%0d%0aSet-Cookie:%20b", "a%0ab", "a%0db"})
    void anAnswerThatCannotBeSentIsABug(String value) throws IOException {
        try (var client = echo.client()) {
            client.send(get("/with-header?value=" + value));

            var answer = client.answer();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.headers()).doesNotContainKey("set-cookie");
        }
    }

    /// U+1F600 is two characters of Java and one unknown one in a header.
    @Test
    void textThatAHeaderCannotCarryDoesNotShiftTheBody() throws IOException {
        try (var client = echo.client()) {
            client.send(get("/with-header?value=%F0%9F%98%80")).send(get("/thing/next"));

            var answer = client.answer();
            assertThat(answer.headers()).containsEntry("x", "?");
            assertThat(answer.body()).isEqualTo("ok");
            assertThat(client.answer().body()).isEqualTo("next");
        }
    }

    @Test
    void stoppingLetsALargeAnswerOut() throws Exception {
        try (var client = echo.client();
                var idle = echo.client()) {
            client.send(get("/large"));
            client.awaitFirstByte();
            var stop = Thread.ofVirtual().start(echo::close);

            assertThat(idle.atEnd()).isTrue();

            assertThat(client.answer().body()).hasSize(EchoServer.LARGE);
            stop.join();
        }
    }

    private static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }
}
