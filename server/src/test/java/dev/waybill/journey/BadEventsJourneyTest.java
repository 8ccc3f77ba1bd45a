package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.Refusals.Refused.post;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.Refusals.Refused;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// A producer sends an invalid event: the answer names the error, its place and the remedy, and
/// nothing is stored.
class BadEventsJourneyTest {

    private static final String EVENTS = "/v1/events";
    private static final String BATCH = "/v1/events/batch";

    @RegisterExtension static final Journey journey = Journey.strict();

    private static final ApiClient api = journey.api();

    static Stream<Refused> bodies() {
        var valid = "{\"type\":\"a.b\",\"data\":1}";
        return Stream.of(
                invalid("nothing", "", "", "object"),
                malformed("broken JSON", "{\"type\":\"a.b\",\"data\":{", "line 1"),
                malformed("a comma too many", "{\"type\":\"a.b\",\"data\":1,}", "line 1"),
                malformed("more behind the object", valid + "{}", "after the end"),
                malformed("one key twice", "{\"type\":\"a\",\"data\":1,\"data\":2}", "uplicate"),
                malformed("one key twice in data", inData("{\"k\":1,\"k\":2}"), "uplicate"),
                malformed("a number that is none", inData("01"), "line 1"),
                malformed("NaN", inData("NaN"), "line 1"),
                malformed("too deep", inData("[".repeat(65) + "]".repeat(65)), "64"),
                malformed("not UTF-8", "", "UTF-8")
                        .saying("{\"type\":\"a.b\",\"data\":\"\u00e9\"}".getBytes(ISO_8859_1)),
                malformed("half a surrogate in UTF-8", "", "UTF-8")
                        .saying(utf8WithHalfASurrogate()),
                malformed("a NUL byte", "{\"type\":\"a.b\",\0\"data\":1}", "UTF-8"),
                invalid("not an object", "[1]", "", "object"),
                invalid("a bare string", "\"event\"", "", "object"),
                post("other type", EVENTS, valid, 415, "unsupported-media-type", null, "json")
                        .as("POST", "text/plain"),
                post("no type", EVENTS, valid, 415, "unsupported-media-type", null, "json")
                        .as("POST", "application/x-www-form-urlencoded"),
                tooLarge("data over 256 KiB", 256 * 1_024 + 1, "/data"),
                tooLarge("a body over the limit", 300 * 1_024, null),
                tooLarge("a body of megabytes", 20 << 20, null));
    }

    static Stream<Refused> fields() {
        return Stream.of(
                post(
                        "unknown field",
                        EVENTS,
                        with("\"colour\":1"),
                        422,
                        "unknown-field",
                        "/colour",
                        "ordering_key"),
                invalid("type missing", "{\"data\":1}", "/type", "required"),
                invalid("type a number", "{\"type\":1,\"data\":1}", "/type", "string"),
                invalid("type null", "{\"type\":null,\"data\":1}", "/type", "string"),
                invalid("type with a space", typed("a b"), "/type", "segments"),
                invalid("type with an empty segment", typed("a..b"), "/type", "segments"),
                invalid("type a pattern", typed("a.*"), "/type", "segments"),
                invalid("type too long", typed("a".repeat(129)), "/type", "128"),
                invalid("type with a new line", typed("a.b\\n"), "/type", "segments"),
                invalid("data missing", "{\"type\":\"a.b\"}", "/data", "required"),
                invalid("data null", "{\"type\":\"a.b\",\"data\":null}", "/data", "null"),
                invalid("id empty", with("\"id\":\"\""), "/id", "64"),
                invalid("id too long", with("\"id\":\"" + "x".repeat(65) + "\""), "/id", "64"),
                invalid("id with a dot", with("\"id\":\"a.b\""), "/id", "hyphens"),
                invalid("id a number", with("\"id\":7"), "/id", "string"),
                invalid("unknown app", with("\"app\":\"acme\""), "/app", "acme"),
                invalid(
                        "two ways to expire",
                        with("\"ttl_seconds\":60,\"expires_at\":\"2999-01-01T00:00:00Z\""),
                        "/ttl_seconds",
                        "not both"),
                invalid("ttl negative", with("\"ttl_seconds\":-1"), "/ttl_seconds", "from 1"),
                invalid("ttl zero", with("\"ttl_seconds\":0"), "/ttl_seconds", "from 1"),
                invalid("ttl a fraction", with("\"ttl_seconds\":1.5"), "/ttl_seconds", "whole"),
                invalid("ttl a text", with("\"ttl_seconds\":\"60\""), "/ttl_seconds", "whole"),
                invalid("ttl huge", with("\"ttl_seconds\":1e99"), "/ttl_seconds", "whole"),
                invalid("ttl long", with("\"ttl_seconds\":99999999999"), "/ttl_seconds", "to"),
                invalid("expired", expiring("2001-01-01T00:00:00Z"), "/expires_at", "past"),
                invalid("no offset", expiring("2999-01-01T00:00:00"), "/expires_at", "offset"),
                invalid("a day only", expiring("2999-01-01"), "/expires_at", "offset"),
                invalid("year 10000", expiring("+10000-01-01T00:00:00Z"), "/expires_at", "9999"),
                invalid("year -1", expiring("-0001-01-01T00:00:00Z"), "/expires_at", "1970"),
                invalid("10000", expiring("10000-01-01T00:00:00Z"), "/expires_at", "9999"),
                invalid(
                        "a life past 9999",
                        with("\"created_at\":\"9999-12-31T00:00:00Z\",\"ttl_seconds\":86400"),
                        "/ttl_seconds",
                        "9999"),
                invalid(
                        "a life that is over",
                        with("\"created_at\":\"2001-01-01T00:00:00Z\",\"ttl_seconds\":60"),
                        "/ttl_seconds",
                        "past"),
                invalid("no such day", expiring("2999-02-30T00:00:00Z"), "/expires_at", "time"),
                invalid("created when", with("\"created_at\":\"now\""), "/created_at", "time"),
                invalid("empty key", with("\"ordering_key\":\"\""), "/ordering_key", "1 to 255"),
                invalid(
                        "long key",
                        with("\"ordering_key\":\"" + "k".repeat(256) + "\""),
                        "/ordering_key",
                        "255"),
                invalid("NUL", with("\"ordering_key\":\"\\u0000\""), "/ordering_key", "control"),
                invalid("half", with("\"ordering_key\":\"\\ud800\""), "/ordering_key", "unpaired"));
    }

    static Stream<Refused> batches() {
        return Stream.of(
                batch("nothing", "", 422, "invalid", "", "array"),
                batch("an object", "{\"type\":\"a.b\",\"data\":1}", 422, "invalid", "", "array"),
                batch("empty", "[]", 422, "invalid", "", "no event"),
                batch("broken", "[{\"type\":\"a.b\",\"data\":1}", 400, "malformed-json", null, "1"),
                batch("more behind", "[] []", 400, "malformed-json", null, "after the end"),
                batch("1001 events", events(1_001), 413, "too-large", null, "1000"),
                batch("1001 lines", events(1_001), 413, "too-large", null, "1000")
                        .saying(lines(1_001))
                        .as("POST", "application/x-ndjson"),
                batch("no lines", "\n \n", 422, "invalid", "", "no event")
                        .as("POST", "application/x-ndjson"),
                batch("other type", "[]", 415, "unsupported-media-type", null, "ndjson")
                        .as("POST", "text/csv"),
                batch("over 8 MiB", "x".repeat((8 << 20) + 1), 413, "too-large", null, "8388608"));
    }

    @ParameterizedTest
    @MethodSource({"bodies", "fields", "batches"})
    void isRefusedPreciselyAndNothingIsStored(Refused refused) {
        var answer = Refusals.send(api, refused);

        Refusals.check(answer, refused);
        Refusals.checkNothingIsStored(api);
    }

    @Test
    void aLargeBodyIsRefusedAlsoWithoutAnAnnouncedLength() {
        var body = with("\"id\":\"" + "x".repeat(300 * 1_024) + "\"").getBytes(UTF_8);
        var refused =
                post("chunked", EVENTS, "", 413, "too-large", null, "larger than").saying(body);

        var answer =
                api.send(
                        api.request(EVENTS)
                                .header("Content-Type", "application/json")
                                .POST(
                                        BodyPublishers.ofInputStream(
                                                () -> new ByteArrayInputStream(body))));

        Refusals.check(answer, refused);
        Refusals.checkNothingIsStored(api);
    }

    @Test
    void everyViolationOfAnEventIsListed() {
        var answer =
                api.post(
                        EVENTS,
                        """
                        {"type":"a b","colour":{"deep":[1]},"id":7,"app":"acme","ttl_seconds":0,
                         "created_at":"now","ordering_key":""}
                        """);

        var problem = answer.expect(422).json();
        assertThat(text(problem, "type")).endsWith(":unknown-field");
        assertThat(text(problem, "field")).isEqualTo("/colour");
        assertThat(text(problem, "detail"))
                .startsWith("There is no field colour")
                .endsWith("And 7 more, listed in errors.");
        assertThat(errors(problem))
                .containsExactly(
                        "unknown /colour",
                        "type /id",
                        "missing /app",
                        "range /ttl_seconds",
                        "format /created_at",
                        "format /type",
                        "required /data",
                        "range /ordering_key");
        assertThat(problem.get("errors")).allMatch(error -> text(error, "detail").endsWith("."));
        Refusals.checkNothingIsStored(api);
    }

    @Test
    void everyViolationOfEachEventOfABatchIsListed() {
        var array = "[{\"typ\":1,\"data\":1},{\"type\":\"a b\"},7]";
        var lines = "{\"typ\":1,\"data\":1}\n{\"type\":\"a b\"}\n7\n";

        for (var answer : List.of(api.post(BATCH, array), api.postLines(BATCH, lines))) {
            var rows = ApiClient.rows(answer.expect(200).json());
            assertThat(errors(rows.get(0).get("problem")))
                    .containsExactly("unknown /0/typ", "required /0/type");
            assertThat(errors(rows.get(1).get("problem")))
                    .containsExactly("format /1/type", "required /1/data");
            assertThat(rows.get(2).get("problem").has("errors")).isFalse();
        }
        Refusals.checkNothingIsStored(api);
    }

    private static List<String> errors(JsonNode problem) {
        return problem.get("errors")
                .valueStream()
                .map(error -> text(error, "code") + " " + text(error, "pointer"))
                .toList();
    }

    /// In the other mode, because the good ones are stored.
    @Test
    void badEventsOfABatchFailAloneAndInTheirPlace() {
        var answer =
                api.inTestMode()
                        .post(
                                BATCH,
                                """
                                [{"type":"batch.one","data":1,"id":"one"},
                                 {"type":"batch two","data":2},
                                 7,
                                 {"type":"batch.four","data":4,"colour":{"deep":[1,{"a":2}]}},
                                 {"type":"batch.five"},
                                 {"type":"batch.six","data":"%s"},
                                 {"type":"batch.seven","data":7,"id":"seven"}]
                                """
                                        .formatted("x".repeat(256 * 1_024)));

        var rows = ApiClient.rows(answer.expect(200).json());
        assertThat(rows.stream().map(row -> row.get("status").intValue()))
                .containsExactly(202, 422, 422, 422, 422, 413, 202);
        assertThat(text(rows.getFirst(), "id")).isEqualTo("one");
        assertThat(text(rows.getLast(), "id")).isEqualTo("seven");
        assertThat(rows.subList(1, 6).stream().map(row -> text(row.get("problem"), "field")))
                .containsExactly("/1/type", "/2", "/3/colour", "/4/data", "/5/data");
        assertThat(rows.subList(1, 6))
                .allMatch(row ->
                        text(row.get("problem"), "request_id").equals(answer.header("Request-Id")));
        assertThat(ApiClient.texts(api.inTestMode().feed("event_types=batch.*", 2), "id"))
                .containsExactly("one", "seven");
    }

    @Test
    void badLinesFailAloneAndInTheirPlace() {
        var answer =
                api.inTestMode()
                        .postLines(
                                BATCH,
                                """
                                {"type":"lines.one","data":1,"id":"line-one"}
                                {"type":"lines.two","data":

                                {"type":"lines.three","data":3} {}
                                {"type":"lines.four","data":4,"id":"line-four"}
                                """);

        var rows = ApiClient.rows(answer.expect(200).json());
        assertThat(rows.stream().map(row -> row.get("status").intValue()))
                .containsExactly(202, 400, 400, 202);
        assertThat(text(rows.get(1).get("problem"), "field")).isEqualTo("/1");
        assertThat(text(rows.get(2).get("problem"), "field")).isEqualTo("/2");
        assertThat(ApiClient.texts(api.inTestMode().feed("event_types=lines.*", 2), "id"))
                .containsExactly("line-one", "line-four");
    }

    @Test
    void aBatchOfOnlyBadEventsIsAnsweredRowByRow() {
        var answer = api.post(BATCH, "[1,{}]").expect(200);

        assertThat(ApiClient.rows(answer.json()).stream().map(row -> row.get("status").intValue()))
                .containsExactly(422, 422);
        Refusals.checkNothingIsStored(api);
    }

    private static Refused malformed(String name, String body, String hint) {
        return post(name, EVENTS, body, 400, "malformed-json", null, hint);
    }

    private static Refused invalid(String name, String body, String field, String hint) {
        return post(name, EVENTS, body, 422, "invalid", field, hint);
    }

    private static Refused tooLarge(String name, int bytes, @Nullable String field) {
        var body = inData("\"" + "x".repeat(bytes - 2) + "\"");
        return post(name, EVENTS, body, 413, "too-large", field, "larger than");
    }

    private static Refused batch(
            String name,
            String body,
            int status,
            String type,
            @Nullable String field,
            String hint) {
        return post("batch: " + name, BATCH, body, status, type, field, hint);
    }

    private static String inData(String data) {
        return "{\"type\":\"a.b\",\"data\":" + data + "}";
    }

    private static String typed(String type) {
        return "{\"type\":\"" + type + "\",\"data\":1}";
    }

    private static String with(String field) {
        return "{\"type\":\"a.b\",\"data\":1," + field + "}";
    }

    private static String expiring(String at) {
        return with("\"expires_at\":\"" + at + "\"");
    }

    private static String events(int count) {
        return IntStream.range(0, count)
                .mapToObj(_ -> typed("a.b"))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static byte[] lines(int count) {
        return (typed("a.b") + "\n").repeat(count).getBytes(UTF_8);
    }

    private static byte[] utf8WithHalfASurrogate() {
        var body = inData("\"???\"").getBytes(UTF_8);
        int at = inData("\"???\"").indexOf('?');
        body[at] = (byte) 0xED;
        body[at + 1] = (byte) 0xA0;
        body[at + 2] = (byte) 0x80;
        return body;
    }
}
