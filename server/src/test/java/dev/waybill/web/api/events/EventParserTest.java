package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.event.EventRules;
import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

class EventParserTest {

    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final UUID ACME = UUID.fromString("01a1ee19-4f39-7000-a692-012226a0b1dd");
    private static final Caller PLATFORM =
            new Caller("key_platform", Role.PRODUCER, null, Mode.LIVE, false);
    private static final Caller CUSTOMER = new Caller("key_acme", Role.APP, ACME, Mode.TEST, false);

    private static Publication read(String json) {
        return read(PLATFORM, json);
    }

    private static Publication read(Caller caller, String json) {
        return switch (parse(caller, json)) {
            case ParsedEvent.Valid(var publication) -> publication;
            case ParsedEvent.Invalid invalid -> throw invalid.problem();
        };
    }

    private static ParsedEvent.Invalid invalid(String json) {
        assertThat(parse(PLATFORM, json)).isInstanceOf(ParsedEvent.Invalid.class);
        return (ParsedEvent.Invalid) parse(PLATFORM, json);
    }

    private static ParsedEvent parse(Caller caller, String json) {
        var bytes = json.getBytes(UTF_8);
        try (var parser = Json.FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            parser.nextToken();
            return events(caller).read(parser, bytes, List.of());
        }
    }

    private static EventParser events(Caller caller) {
        return new EventParser(
                new Publishing(
                        caller,
                        name -> name.equals("acme") ? Optional.of(ACME) : Optional.empty(),
                        NOW,
                        "00-trace-span-01"));
    }

    /// An event with these fields in addition to the required ones.
    private static String with(String fields) {
        return "{\"type\":\"a.b\",\"data\":1," + fields + "}";
    }

    @Test
    void anEventNeedsATypeAndData() {
        var event = read("{\"type\":\"invoice.paid\",\"data\":{}}");

        assertThat(event.type()).isEqualTo("invoice.paid");
        assertThat(event.appId()).isEqualTo(Apps.DEFAULT);
        assertThat(event.mode()).isEqualTo(Mode.LIVE);
        assertThat(event.traceparent()).isEqualTo("00-trace-span-01");
        assertThat(event.ownId()).isNull();
        assertThat(event.createdAt()).isNull();
        assertThat(event.expiresAt()).isNull();
        assertThat(event.orderingKey()).isNull();
        assertThat(event.keys()).isEmpty();
    }

    @Test
    void whatIsNullIsAsIfItWasLeftOut() {
        var event =
                read(
                        with(
                                "\"app\":null,\"id\":null,\"created_at\":null,\"expires_at\":null,"
                                        + "\"ttl_seconds\":null,\"ordering_key\":null"));

        assertThat(event.appId()).isEqualTo(Apps.DEFAULT);
        assertThat(event.ownId()).isNull();
        assertThat(event.expiresAt()).isNull();
        assertThat(event.orderingKey()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "-0",
                "1.50e+3",
                "true",
                "\"text\"",
                "\"\\u00e9\u00e9 \\\"quoted\\\"\"",
                "[ ]",
                "[1, [2 ,3]]",
                "{ \"b\" : 1,\n\t\"a\": {} }",
                "{\"data\": {\"data\": null}}",
            })
    void dataIsCutOutByteForByte(String data) {
        for (var json :
                List.of(
                        "{\"type\":\"a.b\",\"data\":" + data + "}",
                        "{\"data\": " + data + " , \"type\": \"a.b\"}",
                        " { \"data\"\n:\n" + data + "\n,\"type\":\"a.b\"}")) {
            assertThat(new String(read(json).data(), UTF_8)).isEqualTo(data);
        }
    }

    @Test
    void theAppIsTheOneThatIsNamedOrTheCallers() {
        assertThat(read(with("\"app\":\"acme\"")).appId()).isEqualTo(ACME);
        assertThat(read(CUSTOMER, with("\"app\":\"acme\"")).appId()).isEqualTo(ACME);
        assertThat(read(CUSTOMER, with("\"app\":null")).appId()).isEqualTo(ACME);
        assertThat(read(CUSTOMER, with("\"app\":null")).mode()).isEqualTo(Mode.TEST);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'ttl_seconds':60                 | 2026-05-01T12:00:00Z | 2026-05-01T12:01:00Z",
                "'ttl_seconds':315360000          | 2026-05-01T12:00:00Z | 2036-04-28T12:00:00Z",
                "'expires_at':'2026-05-01T12:00:00.001Z' || 2026-05-01T12:00:00.001Z",
                "'created_at':'2026-05-01T11:59:30Z','ttl_seconds':60"
                        + " | 2026-05-01T11:59:30Z | 2026-05-01T12:00:30Z",
                "'created_at':'2026-05-01T14:00:00+02:00' | 2026-05-01T12:00:00Z |",
            })
    void aLifeIsCountedFromTheCreation(
            String fields, @Nullable Instant createdAt, @Nullable Instant expiresAt) {
        var event = read(with(fields.replace('\'', '"')));

        assertThat(event.createdAt()).isEqualTo(createdAt);
        assertThat(event.expiresAt()).isEqualTo(expiresAt);
    }

    static Stream<Arguments> refused() {
        var long64 = "x".repeat(65);
        var key = "k".repeat(256);
        return Stream.of(
                arguments("{}", "/type", "type is required"),
                arguments("{\"data\":1}", "/type", "type is required"),
                arguments("{\"type\":1,\"data\":1}", "/type", "type must be a string"),
                arguments("{\"type\":null,\"data\":1}", "/type", "type must be a string"),
                arguments("{\"type\":\"\",\"data\":1}", "/type", "type must be letters"),
                arguments("{\"type\":\"a b\",\"data\":1}", "/type", "type must be letters"),
                arguments("{\"type\":\"a.*\",\"data\":1}", "/type", "type must be letters"),
                arguments("{\"type\":\"a.b\"}", "/data", "data is required"),
                arguments("{\"type\":\"a.b\",\"data\":null}", "/data", "data must not be null"),
                arguments(with("\"id\":\"\""), "/id", "id must be 1 to 64"),
                arguments(with("\"id\":\"a b\""), "/id", "id must be 1 to 64"),
                arguments(with("\"id\":\"" + long64 + "\""), "/id", "id must be 1 to 64"),
                arguments(with("\"id\":7"), "/id", "id must be a string"),
                arguments(with("\"app\":\"globex\""), "/app", "There is no app globex"),
                arguments(with("\"app\":[]"), "/app", "app must be a string"),
                arguments(with("\"created_at\":\"now\""), "/created_at", "must be a time"),
                arguments(with("\"created_at\":5"), "/created_at", "must be a string"),
                arguments(
                        with("\"created_at\":\"1969-12-31T23:59:59Z\""),
                        "/created_at",
                        "must be a time"),
                arguments(with("\"expires_at\":\"2026-05-02\""), "/expires_at", "must be a time"),
                arguments(
                        with("\"expires_at\":\"2026-05-01T12:00:00Z\""),
                        "/expires_at",
                        "is in the past"),
                arguments(with("\"ttl_seconds\":0"), "/ttl_seconds", "a whole number from 1"),
                arguments(with("\"ttl_seconds\":-1"), "/ttl_seconds", "a whole number from 1"),
                arguments(with("\"ttl_seconds\":1.5"), "/ttl_seconds", "a whole number from 1"),
                arguments(with("\"ttl_seconds\":\"5\""), "/ttl_seconds", "a whole number from 1"),
                arguments(with("\"ttl_seconds\":315360001"), "/ttl_seconds", "a whole number"),
                arguments(with("\"ttl_seconds\":99999999999"), "/ttl_seconds", "a whole number"),
                arguments(
                        with("\"ttl_seconds\":5,\"expires_at\":\"2027-01-01T00:00:00Z\""),
                        "/ttl_seconds",
                        "not both"),
                arguments(
                        with("\"created_at\":\"2026-05-01T11:59:00Z\",\"ttl_seconds\":60"),
                        "/ttl_seconds",
                        "has expired"),
                arguments(
                        with("\"created_at\":\"9999-12-31T23:59:59Z\",\"ttl_seconds\":60"),
                        "/ttl_seconds",
                        "after the year 9999"),
                arguments(with("\"ordering_key\":\"\""), "/ordering_key", "1 to 255"),
                arguments(with("\"ordering_key\":\"" + key + "\""), "/ordering_key", "1 to 255"),
                arguments(with("\"ordering_key\":\"a\\u0000\""), "/ordering_key", "control"),
                arguments(with("\"ordering_key\":\"\\ud83d\""), "/ordering_key", "control"),
                arguments(with("\"ordering_key\":{}"), "/ordering_key", "must be a string"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsWrongIsRefusedAtItsField(String json, String pointer, String detail) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.type()).isEqualTo(ProblemType.INVALID);
                            assertThat(problem.field()).isEqualTo(pointer);
                            assertThat(problem.detail()).contains(detail);
                        });
    }

    @ParameterizedTest
    @CsvSource({"typ, /typ", "a/b, /a~1b", "a~b, /a~0b", "Type, /Type", "'', /"})
    void aFieldThatIsNotKnownIsRefusedByName(String name, String pointer) {
        assertThatThrownBy(() -> read(with("\"" + name + "\":1")))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.type()).isEqualTo(ProblemType.UNKNOWN_FIELD);
                            assertThat(problem.field()).isEqualTo(pointer);
                        });
    }

    static Stream<Arguments> severalViolations() {
        return Stream.of(
                arguments("{}", "required /type, required /data"),
                arguments("{\"typ\":1}", "unknown /typ, required /type, required /data"),
                arguments(
                        "{\"type\":7,\"data\":null,\"id\":[],\"app\":{},\"created_at\":1,"
                                + "\"expires_at\":true,\"ttl_seconds\":\"x\",\"ordering_key\":0}",
                        "type /type, required /data, type /id, type /app, type /created_at,"
                                + " type /expires_at, range /ttl_seconds, type /ordering_key"),
                arguments(
                        "{\"type\":\"a b\",\"id\":\"a b\",\"app\":\"globex\",\"ordering_key\":\"\","
                                + "\"expires_at\":\"2001-01-01T00:00:00Z\"}",
                        "missing /app, format /type, required /data, format /id,"
                                + " range /ordering_key, range /expires_at"),
                // Violations of fields come first, before those of the rules.
                arguments(
                        "{\"type\":\"a b\",\"data\":1,\"ttl_seconds\":0,\"colour\":1}",
                        "range /ttl_seconds, unknown /colour, format /type"),
                // A field that cannot be read takes part in no further rule.
                arguments(
                        with("\"ttl_seconds\":0,\"expires_at\":\"2027-01-01T00:00:00Z\""),
                        "range /ttl_seconds"),
                arguments(with("\"created_at\":\"then\",\"ttl_seconds\":60"), "format /created_at"),
                arguments(
                        "{\"type\":\"a b\",\"data\":\""
                                + "x".repeat(EventRules.DATA_BYTES_MAX)
                                + "\"}",
                        "format /type, range /data"));
    }

    @ParameterizedTest
    @MethodSource("severalViolations")
    void everyViolationIsListed(String json, String violations) {
        var problem = invalid(json).problem();

        assertThat(problem.errors().stream().map(one -> one.code() + " " + one.pointer()))
                .isEqualTo(List.of(violations.split(", ")));
        assertThat(problem.errors().getFirst().pointer()).isEqualTo(problem.field());
        assertThat(problem.detail()).startsWith(problem.errors().getFirst().detail());
    }

    @Test
    void violationsAreListedUpToALimit() {
        var fields =
                IntStream.range(0, 2 * Violations.COUNT_MAX)
                        .mapToObj(i -> "\"x" + i + "\":1")
                        .collect(Collectors.joining(","));

        assertThat(invalid("{" + fields + ",\"type\":1}").violations())
                .hasSize(Violations.COUNT_MAX)
                .allMatch(violation -> violation.code() == Violation.Code.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "{\"type\":\"a.b\",\"data\":1,\"id\":1}  | a.b | 1",
                "{\"type\":\"a.b\",\"id\":1}             | a.b | -",
                "{\"type\":\"a b\",\"data\":1}           | -   | 1",
                "{\"data\":null,\"type\":null}           | -   | -",
            })
    void theCatalogIsAskedAboutWhatIsRight(
            String json, @Nullable String type, @Nullable String data) {
        var event = invalid(json);

        assertThat(event.type()).isEqualTo(type);
        assertThat(event.data() == null ? null : new String(event.data(), UTF_8)).isEqualTo(data);
    }

    @Test
    void dataThatIsTooLargeHasAProblemOfItsOwn() {
        var problem = invalid(sized(EventRules.DATA_BYTES_MAX + 1)).problem();

        assertThat(problem.type()).isEqualTo(ProblemType.TOO_LARGE);
        assertThat(problem.errors()).hasSize(1);
        assertThat(read(sized(EventRules.DATA_BYTES_MAX)).data())
                .hasSize(EventRules.DATA_BYTES_MAX);
    }

    private static String sized(int bytes) {
        return "{\"type\":\"a.b\",\"data\":\"" + "x".repeat(bytes - 2) + "\"}";
    }

    @Test
    void anInvalidEventIsReadToItsEnd() {
        var bytes = "{\"typ\":{\"x\":[1,{}]},\"id\":7,\"data\":{\"type\":1}} true".getBytes(UTF_8);
        try (var parser = Json.FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            parser.nextToken();

            assertThat(events(PLATFORM).read(parser, bytes, List.of()))
                    .isInstanceOf(ParsedEvent.Invalid.class);

            assertThat(parser.currentToken()).isEqualTo(JsonToken.END_OBJECT);
            assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_TRUE);
        }
    }

    private static byte[] fingerprint(String fields) {
        var keys = read(with("\"id\":\"own-1\"" + fields)).keys();
        assertThat(keys).hasSize(1);
        assertThat(keys.getFirst().kind()).isEqualTo(PublishKey.Kind.EVENT_ID);
        assertThat(keys.getFirst().key()).isEqualTo("own-1");
        return keys.getFirst().fingerprint();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"ttl_seconds\":60",
                ",\"ordering_key\":\"k\"",
                ",\"created_at\":\"2026-05-01T12:00:00Z\"",
                ",\"expires_at\":\"2026-05-01T12:01:00Z\"",
            })
    void aRepetitionThatSaysSomethingElseLooksDifferent(String fields) {
        assertThat(fingerprint(fields))
                .isEqualTo(fingerprint(fields))
                .isNotEqualTo(fingerprint(""));
    }
}
