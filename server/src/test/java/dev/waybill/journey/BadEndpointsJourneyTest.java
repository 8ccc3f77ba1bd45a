package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.Refusals.Refused.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.Refusals.Refused;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Someone registers an endpoint that cannot be right, or that would call into the network Waybill
/// stands in.
class BadEndpointsJourneyTest {

    private static final String PATH = "/v1/webhook_endpoints";

    /// Public, and never called: nothing is published here.
    private static final String URL = "https://93.184.215.14/hook";

    @RegisterExtension static final Journey journey = Journey.strict();

    private static final ApiClient api = journey.api();

    static Stream<Refused> urls() {
        return Stream.of(
                url("plain http", "http://93.184.215.14/", "https://"),
                url("javascript", "javascript:alert(1)", "https://"),
                url("file", "file:///etc/passwd", "https://"),
                url("no scheme", "example.com/hook", "https://"),
                url("no host", "https:///hook", "host"),
                url("nothing", "", "https://"),
                url("a space", "https://example.com/a b", "%-encoded"),
                url("user and password", "https://me:secret@example.com/", "password"),
                url("user", "https://me@example.com/", "user name"),
                url("fragment", "https://example.com/#top", "fragment"),
                url("port 0", "https://example.com:0/", "port"),
                url("port 65536", "https://example.com:65536/", "port"),
                url("too long", "https://example.com/" + "x".repeat(2_048), "2048"),
                url("control character", "https://example.com/\\n", "control"),
                url("loopback", "https://127.0.0.1/", "private"),
                url("loopback by name", "https://localhost/", "private"),
                url("private 10", "https://10.1.2.3/", "private"),
                url("private 172", "https://172.16.0.1/", "private"),
                url("private 192", "https://192.168.1.1/", "private"),
                url("cloud metadata", "https://169.254.169.254/latest/", "private"),
                url("carrier", "https://100.64.0.1/", "private"),
                url("any", "https://0.0.0.0/", "private"),
                url("loopback v6", "https://[::1]/", "private"),
                url("mapped v4", "https://[::ffff:127.0.0.1]/", "in its usual form"),
                url("link-local v6", "https://[fe80::1]/", "private"),
                url("unique local v6", "https://[fd00::1]/", "private"));
    }

    private static final String LARGE_HEADER = "{\"X-A\":\"" + "x".repeat(8_192) + "\"}";
    private static final String MANY_HEADERS =
            IntStream.rangeClosed(0, 20)
                    .mapToObj(i -> "\"X-" + i + "\":\"1\"")
                    .collect(Collectors.joining(",", "{", "}"));

    static Stream<Refused> fields() {
        var noPattern = "segments joined";
        var tooMany = String.join(",", Collections.nCopies(101, "\"a.b\""));
        return Stream.of(
                invalid("no url", "{}", "/url", "required"),
                invalid("url null", "{\"url\":null}", "/url", "string"),
                invalid("url a number", "{\"url\":7}", "/url", "string"),
                with("no types", "\"event_types\":[]", "/event_types", "at least one"),
                with("types null", "\"event_types\":null", "/event_types", "at least one"),
                with("types a text", "\"event_types\":\"a.b\"", "/event_types", "list"),
                with("a type a number", "\"event_types\":[\"a.b\",7]", "/event_types/1", "strings"),
                with(
                        "a bad type",
                        "\"event_types\":[\"a.b\",\"a b\"]",
                        "/event_types/1",
                        noPattern),
                with("a star inside", "\"event_types\":[\"a.*.b\"]", "/event_types/0", noPattern),
                with("a star in a word", "\"event_types\":[\"a*\"]", "/event_types/0", noPattern),
                with("many types", "\"event_types\":[" + tooMany + "]", "/event_types", "100"),
                with("short time", "\"timeout_ms\":999", "/timeout_ms", "1000 to 30000"),
                with("long time", "\"timeout_ms\":30001", "/timeout_ms", "1000 to 30000"),
                with("time a text", "\"timeout_ms\":\"5000\"", "/timeout_ms", "whole number"),
                with("time a fraction", "\"timeout_ms\":1500.5", "/timeout_ms", "whole number"),
                with("no room", "\"max_in_flight\":0", "/max_in_flight", "1 to "),
                with("unknown order", "\"ordering\":\"some\"", "/ordering", "none, key or strict"),
                with("unknown end", "\"on_exhausted\":\"x\"", "/on_exhausted", "continue or hold"),
                with("much room", "\"max_in_flight\":1001", "/max_in_flight", "1 to "),
                with("policy", "\"retry_policy\":\"brief\"", "/retry_policy", "billing"),
                with("mode", "\"mode\":\"prod\"", "/mode", "live or test"),
                with("app", "\"app\":\"acme\"", "/app", "acme"),
                with("half a pair", "\"description\":\"\\udc00\"", "/description", "surrogate"),
                with("mail", "\"owner_email\":\"nobody\"", "/owner_email", "e-mail"),
                header("a line break in a name", "x\\r\\nhost: evil", "1", "letters, digits"),
                header("a blank in a name", "x y", "1", "letters, digits"),
                header("no name", "", "1", "letters, digits"),
                header("a line break in a value", "X-A", "1\\nhost: evil", "one line"),
                header("a value that narrows to one", "X-A", "1\\u010ahost: evil", "one line"),
                header("framing", "Content-Length", "5", "content-length is reserved"),
                header("hop by hop", "Transfer-Encoding", "chunked", "transfer-encoding"),
                header("host", "hOST", "evil", "host is reserved"),
                header("our own", "webhook-id", "evt_1", "webhook-id is reserved"),
                header("our own signature", "X-Webhook-Signature", "v1=", "x-webhook-signature"),
                header("forwarding", "X-Forwarded-For", "10.0.0.1", "x-forwarded-for"),
                header("metadata", "Metadata-Flavor", "Google", "metadata-flavor"),
                header("hidden", "X-A", "***", "does not"),
                with("headers a list", "\"headers\":[]", "/headers", "object"),
                with("a value a number", "\"headers\":{\"X-A\":1}", "/headers/X-A", "string"),
                with(
                        "a header twice",
                        "\"headers\":{\"X-A\":\"1\",\"x-a\":\"2\"}",
                        "/headers/x-a",
                        "twice"),
                with("large headers", "\"headers\":" + LARGE_HEADER, "/headers", "8192 bytes"),
                with("many headers", "\"headers\":" + MANY_HEADERS, "/headers", "At most 20"),
                with("scheme", "\"signature\":\"md5\"", "/signature", "standard-ed25519"),
                with("secret", "\"secret\":\"whsec_AAAA\"", "/secret", "24 to 64"),
                with(
                        "words",
                        "\"description\":\"" + "d".repeat(1_001) + "\"",
                        "/description",
                        "1000"),
                post("unknown", PATH, body("\"uri\":1"), 422, "unknown-field", "/uri", "url"),
                post("broken", PATH, "{\"url\":", 400, "malformed-json", null, "line 1"),
                post("twice", PATH, body("\"url\":\"x\""), 400, "malformed-json", null, "uplicate"),
                invalid("a list", "[]", "", "object"),
                post("form", PATH, "url=x", 415, "unsupported-media-type", null, "json")
                        .as("POST", "application/x-www-form-urlencoded"),
                post("large", PATH, "x".repeat(65_537), 413, "too-large", null, "65536"));
    }

    @ParameterizedTest
    @MethodSource({"urls", "fields"})
    void isRefusedPreciselyAndNothingIsStored(Refused refused) {
        var answer = Refusals.send(api, refused);

        Refusals.check(answer, refused);
        Refusals.checkNothingIsStored(api);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"url\":\"http://93.184.215.14/\"}",
                "{\"url\":\"https://10.0.0.1/\"}",
                "{\"url\":null}",
                "{\"event_types\":[]}",
                "{\"timeout_ms\":1}",
                "{\"mode\":\"test\"}",
                "{\"secret\":\"whsec_AAAA\"}",
                "{\"signature\":\"hex\"}",
                "{\"headers\":{\"X-New\":\"***\"}}",
                "{\"headers\":{\"Host\":\"evil\"}}"
            })
    void aBadChangeChangesNothing(String change) {
        // In the other mode, so that live stays empty.
        var test = api.inTestMode();
        var path = PATH + "/" + text(test.createEndpoint(URL), "id");
        var before = test.get(path).json();

        var answer = test.patch(path, change).expect(422);

        assertThat(text(answer.json(), "field")).startsWith("/");
        assertThat(test.get(path).json()).isEqualTo(before);
    }

    @Test
    void anIdempotencyKeyMustBePrintable() {
        var body = "{\"url\":\"" + URL + "\"}";

        for (var key : new String[] {"\"\"", "two words", "k".repeat(256)}) {
            var answer = api.post(PATH, body, key).expect(400);
            assertThat(text(answer.json(), "type"))
                    .isEqualTo("urn:waybill:problem:malformed-header");
            assertThat(text(answer.json(), "detail")).contains("Idempotency-Key");
        }
        Refusals.checkNothingIsStored(api);
    }

    private static Refused header(String title, String name, String value, String hint) {
        var pointer = "/headers/" + name.replace("\\r\\n", "\r\n");
        return with(title, "\"headers\":{\"" + name + "\":\"" + value + "\"}", pointer, hint);
    }

    private static Refused url(String name, String url, String hint) {
        return invalid(name, "{\"url\":\"" + url + "\"}", "/url", hint);
    }

    private static Refused with(String name, String field, String pointer, String hint) {
        return invalid(name, body(field), pointer, hint);
    }

    private static Refused invalid(String name, String body, String pointer, String hint) {
        return post(name, PATH, body, 422, "invalid", pointer, hint);
    }

    private static String body(String field) {
        return "{\"url\":\"" + URL + "\"," + field + "}";
    }
}
