package dev.waybill.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.ApiClient.Answer;
import dev.waybill.journey.Receiver.Inbox;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Customers receive a producer's `data` byte for byte: numbers, escapes, order and spaces are the
/// producer's, and a signature over its own copy would match.
class ByteForByteJourneyTest {

    private static final String LONG = "\"" + "0123456789abcdef".repeat(12_800) + "\"";

    static final List<String> DATA =
            List.of(
                    "1.0",
                    "1e400",
                    "-0",
                    "0.10",
                    "12345678901234567890",
                    "true",
                    "\"\"",
                    "{}",
                    "[ ]",
                    "\"\\u00e9\"",
                    "\"\u00e9\"",
                    "\"<\\/script>\"",
                    "\"\uD83D\uDE00 raw\"",
                    "\"\\ud83d\\ude00 escaped\"",
                    "\"\\ud800 half of a pair\"",
                    "\"\\u0000 escaped\"",
                    "{\"zebra\":1,\"apple\":2,\"10\":3,\"9\":4}",
                    "{\"text\":\"two  spaces\", \"n\" :  [ 1 ,\t2.50,3E+2 ] }",
                    "[".repeat(60) + "]".repeat(60),
                    LONG);

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @ParameterizedTest
    @FieldSource("DATA")
    void dataArrivesAsItWasPublished(String data) {
        var inbox = inbox("single");

        var answer = api.post("/v1/events", "{\"type\":\"bytes.single\",\"data\":" + data + "}");

        assertThat(dataIn(inbox.next().body(), id(answer))).isEqualTo(data);
    }

    @ParameterizedTest
    @FieldSource("DATA")
    void spacesAroundDataAndFieldsBehindItAreNotPartOfIt(String data) {
        var inbox = inbox("spaced");

        var answer =
                api.post(
                        "/v1/events",
                        "{ \"data\" : \n\t" + data + " \r\n , \"type\":\"bytes.spaced\" }");

        assertThat(dataIn(inbox.next().body(), id(answer))).isEqualTo(data);
    }

    @Test
    void readersSeeTheBytesAsTheyWerePublished() {
        var data = "{\"b\" : 1.0e+2,\"a\":[0.10,12345678901234567890123],\"\\u0041\":\"\\/ü\"}";
        var body = "{\"id\":\"as-it-came\",\"type\":\"bytes.read\",\"data\":" + data + "}";
        api.post("/v1/events", body).expect(202);

        assertThat(api.get("/v1/events/as-it-came").expect(200).text())
                .contains("\"data\":" + data);
        api.feed("event_types=bytes.read", 1);
        assertThat(api.get("/v1/events?event_types=bytes.read&include=data").expect(200).text())
                .contains("\"data\":" + data);
        assertThat(api.get("/v1/events?event_types=bytes.read").expect(200).text())
                .doesNotContain(data);
        api.get("/v1/events?include=everything").expect(400);
    }

    @Test
    void linesWithinDataAreKept() {
        var inbox = inbox("lines");
        var data = "{\r\n  \"a\": [\n    1\n  ]\n}";

        var answer = api.post("/v1/events", "{\"type\":\"bytes.lines\",\"data\":" + data + "}");

        assertThat(dataIn(inbox.next().body(), id(answer))).isEqualTo(data);
    }

    @Test
    void aBatchKeepsEachEventsData() {
        var inbox = inbox("array");
        var body =
                DATA.stream()
                        .map(data -> " {\"data\":" + data + " ,\"type\":\"bytes.array\"}\n")
                        .collect(Collectors.joining(",", "[", "]"));

        assertArrived(inbox, api.post("/v1/events/batch", body));
    }

    @Test
    void linesOfEventsKeepEachEventsData() {
        var inbox = inbox("ndjson");
        var body =
                DATA.stream()
                        .map(data -> "{\"type\":\"bytes.ndjson\",\"data\":" + data + "}")
                        .collect(Collectors.joining("\r\n"));

        assertArrived(inbox, api.postLines("/v1/events/batch", body));
    }

    private static void assertArrived(Inbox inbox, Answer answer) {
        var rows = ApiClient.rows(answer.expect(200).json());
        var bodies = new HashMap<String, byte[]>();
        rows.forEach(_ -> {
            var request = inbox.next();
            bodies.put(request.header("webhook-id"), request.body());
        });
        for (int i = 0; i < DATA.size(); i++) {
            var id = ApiClient.text(rows.get(i), "id");
            assertThat(dataIn(bodies.getOrDefault(id, new byte[0]), id)).isEqualTo(DATA.get(i));
        }
    }

    private static Inbox inbox(String name) {
        var inbox = receiver.at("/" + name);
        if (inbox.isNew()) {
            api.createEndpoint(inbox.url(), "bytes." + name);
        }
        return inbox;
    }

    private static String id(Answer answer) {
        return ApiClient.text(answer.expect(202).json(), "id");
    }

    /// The bytes between the envelope's head and its last brace. Decoding them is safe for a
    /// comparison: bytes that are not UTF-8 were refused.
    private static String dataIn(byte[] body, String id) {
        var text = new String(body, UTF_8);
        var head = "\"mode\":\"live\",\"data\":";
        assertThat(text).startsWith("{\"id\":\"" + id + "\"").contains(head).endsWith("}");
        return text.substring(text.indexOf(head) + head.length(), text.length() - 1);
    }
}
