package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.event.EventId;
import dev.waybill.domain.event.EventRules;
import dev.waybill.engine.capture.Publication;
import dev.waybill.web.json.Json;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.ObjectReadContext;

class CloudEventParserTest {

    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final UUID ACME = UUID.fromString("01a1ee19-4f39-7000-a692-012226a0b1dd");

    /// What the examples of the JSON format have in common.
    private static final String EXAMPLE =
            """
            {
                "specversion" : "1.0",
                "type" : "com.example.someevent",
                "source" : "/mycontext",
                "subject": null,
                "id" : "C234-1234-1234",
                "time" : "2018-04-05T17:31:00Z",
                "comexampleextension1" : "value",
                "comexampleothervalue" : 5,
                "unsetextension": null,
                %s
            }\
            """;

    private static ParsedEvent parse(String json) {
        var caller = new Caller("key_platform", Role.PRODUCER, null, Mode.LIVE, false);
        var events =
                new CloudEventParser(
                        new Publishing(
                                caller,
                                name -> name.equals("acme") ? Optional.of(ACME) : Optional.empty(),
                                NOW,
                                "00-trace-span-01"));
        var bytes = json.getBytes(UTF_8);
        try (var parser = Json.FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            parser.nextToken();
            return events.read(parser, bytes, List.of());
        }
    }

    private static Publication read(String json) {
        return switch (parse(json)) {
            case ParsedEvent.Valid(var publication) -> publication;
            case ParsedEvent.Invalid invalid -> throw invalid.problem();
        };
    }

    /// Of each violation the field and the code.
    private static String violations(String json) {
        return parse(json) instanceof ParsedEvent.Invalid invalid
                ? invalid.violations().stream()
                        .map(one -> one.field() + " " + one.code().code())
                        .collect(Collectors.joining(", "))
                : "";
    }

    private static String with(String fields) {
        return "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"a.b\","
                + "\"data\":1,"
                + fields.replace('\'', '"')
                + "}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "'datacontenttype':'text/json', 'data' : {'a' : 1e999999} | {'a' : 1e999999}",
                "'datacontenttype':'text/xml', 'data' : '<a b=\\'c\\'/>' | '<a b=\\'c\\'/>'",
                "'data' : 'I am just a string' | 'I am just a string'",
                "'data' : '\\u0000\\ud800' | '\\u0000\\ud800'",
                "'data_base64' : 'IHsiYSI6IDEuMH0K' | {'a': 1.0}",
            })
    void theExamplesOfTheSpecificationAreRead(String fields, String data) {
        var event = read(EXAMPLE.formatted(fields.replace('\'', '"')));

        assertThat(event.type()).isEqualTo("com.example.someevent");
        assertThat(event.createdAt()).isEqualTo("2018-04-05T17:31:00Z");
        assertThat(event.appId()).isEqualTo(Apps.DEFAULT);
        assertThat(event.orderingKey()).isNull();
        assertThat(event.expiresAt()).isNull();
        assertThat(event.traceparent()).isEqualTo("00-trace-span-01");
        assertThat(new String(event.data(), UTF_8)).isEqualTo(data.replace('\'', '"'));
    }

    @Test
    void binaryDataIsRefusedWithTheReason() {
        var json =
                EXAMPLE.formatted(
                        "\"datacontenttype\" : \"application/vnd.apache.thrift.binary\","
                                + "\"data_base64\" : \"... base64 encoded string ...\"");

        assertThat(violations(json)).isEqualTo("data_base64 refused");
    }

    @Test
    void extensionsWithAPlaceInAnEventAreKept() {
        var event =
                read(
                        with(
                                "'partitionkey':'inv_42','expirytime':'2026-05-01T14:00:01+02:00',"
                                        + "'waybillapp':'acme'"));

        assertThat(event.orderingKey()).isEqualTo("inv_42");
        assertThat(event.expiresAt()).isEqualTo("2026-05-01T12:00:01Z");
        assertThat(event.appId()).isEqualTo(ACME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "A234-1234-1234",
                "3f2b1c9e-8a52-4f3c-9b19-2c1a5f1c1f8e",
                "0123456789012345678901234567890123456789xx",
                "x.y",
                "caf\u00e9",
                "a b"
            })
    void everyIdBecomesAValidIdThatTheSourceIsPartOf(String id) {
        var one = CloudEvent.eventId("/one", id);
        var two = CloudEvent.eventId("/two", id);

        assertThat(EventId.isValid(one)).isTrue();
        assertThat(one).isNotEqualTo(two).isEqualTo(CloudEvent.eventId("/one", id));
        // Parts that are joined elsewhere make another id.
        assertThat(CloudEvent.eventId("/on", "e" + id)).isNotEqualTo(one);
    }

    @Test
    void aShortIdStaysReadable() {
        assertThat(CloudEvent.eventId("/orders", "order-7"))
                .isEqualTo("order-7_cqCuucKLWfDxDOvRHJF2_Q");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{} | specversion required, id required, source required, type required,"
                        + " data required",
                "{'specversion':'0.3','id':'','source':'','type':'','data':1} |"
                        + " specversion refused, id required, source required, type format",
                "{'specversion':1.0,'id':1,'source':[],'type':{},'data':null} |"
                        + " specversion type, id type, source type, type type, data required",
            })
    void allViolationsAreListed(String json, String violations) {
        assertThat(violations(json.replace('\'', '"'))).isEqualTo(violations);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "'time':'2018-04-05T17:31:00' | time format",
                "'time':1e999999              | time type",
                "'expirytime':'2001-01-01T00:00:00Z' | expirytime range",
                "'partitionkey':''            | partitionkey range",
                "'partitionkey':'\\ud800'     | partitionkey format",
                "'subject':'a\\u0000b'        | subject format",
                "'waybillapp':'globex'        | waybillapp missing",
                "'anything':{}                | anything type",
                "'anything':1.5               | anything type",
                "'anything':1e999999          | anything type",
                "'anything':2147483648        | anything type",
                "'anything':99999999999999999999 | anything type",
                "'anything':-2147483648       | ##",
                "'anything':true              | ##",
                "'anything':'\\u0007'         | anything format",
                "'created_at':null            | created_at unknown",
                "'Subject':'x'                | Subject unknown",
                "'data_base64':'MQ=='         | data_base64 conflict",
                "'data_base64':7              | data_base64 type",
            })
    void attributesAreChecked(String fields, String violations) {
        assertThat(violations(with(fields))).isEqualTo(violations == null ? "" : violations);
    }

    @ParameterizedTest
    @CsvSource({
        "'%%%', format",
        "MSAy, format",
        "bnVsbA==, format",
        "'', format",
        "/////w==, format"
    })
    void base64OfOtherThanOneJsonValueIsRefused(String base64, String code) {
        assertThat(violations(with("'data_base64':'" + base64 + "'").replace("\"data\":1,", "")))
                .isEqualTo("data_base64 " + code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://github.com/cloudevents",
                "mailto:cncf-wg-serverless@lists.cncf.io",
                "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66",
                "/cloudevents/spec/pull/123",
                "/sensors/tn-1234567/alerts",
                "1-555-123-4567"
            })
    void theSourcesOfTheSpecificationAreValid(String source) {
        var json = with("'x':1").replace("/s", source);

        assertThat(read(json).ownId()).isEqualTo(CloudEvent.eventId(source, "1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "http://[", "%zz", "caf\u00e9", ":"})
    void otherSourcesAreRefused(String source) {
        assertThat(violations(with("'x':1").replace("/s", source))).isEqualTo("source format");
    }

    @Test
    void tooMuchDataIsRefusedWithItsLimit() {
        var json =
                with("'x':1").replace("\"data\":1", "\"data\":\"" + "x".repeat(300 << 10) + "\"");

        assertThat(parse(json))
                .isInstanceOfSatisfying(
                        ParsedEvent.Invalid.class,
                        invalid -> {
                            assertThat(invalid.violations()).containsExactly(EventRules.TOO_LARGE);
                            assertThat(invalid.data()).isNull();
                        });
    }

    @Test
    void oneEventInAllFormsIsTheSame() {
        var plain = read(with("'x':1").replace("\"data\":1", "\"data\":{\"a\":1}"));
        var base64 = Base64.getEncoder().encodeToString("{\"a\":1}".getBytes(UTF_8));
        var encoded =
                read(with("'x':1").replace("\"data\":1", "\"data_base64\":\"" + base64 + "\""));

        assertThat(encoded.keys().getFirst().fingerprint())
                .isEqualTo(plain.keys().getFirst().fingerprint());
    }

    @Test
    void aFullListOfViolationsEnds() {
        var many = new StringBuilder("'x':1");
        for (int i = 0; i < 200; i++) {
            many.append(",'y").append(i).append("':{}");
        }

        assertThat(parse(with(many.toString())))
                .isInstanceOfSatisfying(
                        ParsedEvent.Invalid.class,
                        invalid ->
                                assertThat(invalid.violations())
                                        .hasSize(50)
                                        .allMatch(one -> one.code() == Violation.Code.TYPE));
    }
}
