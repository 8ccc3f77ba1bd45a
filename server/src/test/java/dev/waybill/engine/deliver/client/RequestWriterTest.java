package dev.waybill.engine.deliver.client;

import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.access.Apps;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.OutgoingRequest.Header;
import dev.waybill.engine.deliver.egress.Target;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestWriterTest {

    @Test
    void aRequestIsHeadAndBodyAndNothingElse() throws Exception {
        var headers = List.of(new Header("b", "2"), new Header("a", "1"));

        assertThat(written("http://hooks.example/hook", headers, "{}"))
                .isEqualTo(
                        "POST /hook HTTP/1.1\r\nhost: hooks.example\r\nb: 2\r\na: 1\r\n"
                                + "content-length: 2\r\n\r\n{}");
    }

    @ParameterizedTest
    @CsvSource({
        "http://h.example, /",
        "http://h.example?a=b, /?a=b",
        "http://h.example/?, /?",
        "http://h.example//double//slash, //double//slash",
        "http://h.example/a/../b/./c, /a/../b/./c",
        "http://h.example/a%2Fb%20c?d=%26e, /a%2Fb%20c?d=%26e",
        "http://h.example/caf\u00e9?q=\u00fc, /caf%C3%A9?q=%C3%BC",
    })
    void thePathIsSentAsItStandsInTheUrl(String url, String path) throws Exception {
        assertThat(written(url, List.of(), "")).startsWith("POST " + path + " HTTP/1.1\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "http://H.example/, h.example",
        "http://h.example:80/, h.example",
        "http://h.example:443/, h.example:443",
        "https://h.example:443/, h.example",
        "https://h.example:8443/, h.example:8443",
        "https://[2001:db8::1]/, [2001:db8::1]",
        "http://[::1]:8080/, [::1]:8080",
    })
    void theHostIsThatOfTheUrl(String url, String host) throws Exception {
        assertThat(written(url, List.of(), "")).contains("\r\nhost: " + host + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\rb", "a\nb", "a\0b", "a\u010ab"})
    void aHeaderCannotBecomeTwo(String text) {
        assertThatThrownBy(() -> written("http://h.example/", List.of(new Header("a", text)), ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> written("http://h.example/", List.of(new Header(text, "a")), ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /// The body is shared by all deliveries of an event; ten thousand copies would not fit.
    @Test
    void aLargeBodyIsWrittenWholeButNotCopied() throws Exception {
        var body = "x".repeat(RequestWriter.COPIED_MAX) + "y".repeat(250_000);
        var target = Target.parse("http://h.example/");
        var bytes = body.getBytes(UTF_8);
        var writes = new ArrayList<byte[]>();

        new RequestWriter(new OutgoingRequest(Apps.DEFAULT, target, NOON, "v1,x", List.of(), bytes))
                .writeTo(
                        new OutputStream() {
                            @Override
                            public void write(int b) {
                                throw new AssertionError("byte by byte");
                            }

                            @Override
                            public void write(byte[] from, int offset, int length) {
                                writes.add(from);
                            }
                        });

        assertThat(written("http://h.example/", List.of(), body)).endsWith("\r\n\r\n" + body);
        assertThat(writes).hasSize(2);
        assertThat(writes.getFirst()).hasSizeLessThan(2 * RequestWriter.COPIED_MAX);
        assertThat(writes.getLast()).isSameAs(bytes);
    }

    private static String written(String url, List<Header> headers, String body) throws Exception {
        var request =
                new OutgoingRequest(
                        Apps.DEFAULT,
                        Target.parse(url),
                        NOON,
                        "v1,x",
                        headers,
                        body.getBytes(UTF_8));
        var out = new ByteArrayOutputStream();
        new RequestWriter(request).writeTo(out);
        return out.toString(ISO_8859_1);
    }
}
