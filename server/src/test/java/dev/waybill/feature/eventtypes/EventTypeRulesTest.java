package dev.waybill.feature.eventtypes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EventTypeRulesTest {

    private static final JsonMapper JSON = new JsonMapper();

    private static final String NUMBER = "{'type':'integer'}";

    @ParameterizedTest
    @ValueSource(strings = {"a", "invoice.paid", "A_1.b.c"})
    void aNameIsSegmentsJoinedByDots(String name) {
        var violations = new Violations();
        EventTypeRules.checkName(name, violations);
        assertThat(violations.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a..b", "a.", "no spaces", "a-b", "*"})
    void otherTextsAreNoNames(String name) {
        var violations = new Violations();
        EventTypeRules.checkName(name, violations);
        assertThat(fields(violations)).containsExactly("name");
    }

    static List<Arguments> settings() {
        return List.of(
                Arguments.of(text("description", "x".repeat(1_001)), "description"),
                Arguments.of(text("description", "a\u0000b"), "description"),
                Arguments.of(text("guidance", "x".repeat(10_001)), "guidance"),
                Arguments.of(text("guidance", "One.\nTwo.\tThree."), null),
                Arguments.of(text("expires_at_pointer", "until"), "expires_at_pointer"),
                Arguments.of(text("expires_at_pointer", "/a~2"), "expires_at_pointer"),
                Arguments.of(
                        text("expires_at_pointer", "/" + "a".repeat(500)), "expires_at_pointer"),
                Arguments.of(text("expires_at_pointer", "/a~1b/0"), null),
                Arguments.of(whole("ttl_seconds", 0), "ttl_seconds"),
                Arguments.of(whole("ttl_seconds", 315_360_001), "ttl_seconds"),
                Arguments.of(whole("ttl_seconds", 315_360_000), null),
                Arguments.of(whole("max_attempts", 0), "max_attempts"),
                Arguments.of(whole("max_attempts", 101), "max_attempts"),
                Arguments.of(json("schema", "7"), "schema"),
                Arguments.of(json("schema", "{'type':'" + "x".repeat(65_536) + "'}"), "schema"),
                Arguments.of(json("schema", NUMBER), null),
                Arguments.of(json("example", "'" + "x".repeat(65_536) + "'"), "example"));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void everySettingHasItsRule(EventTypeUpdate update, @Nullable String field) {
        var violations = new Violations();
        EventTypeRules.check(update, violations);
        assertThat(fields(violations)).isEqualTo(field == null ? List.of() : List.of(field));
    }

    @Test
    void allViolationsAreFoundAtOnce() {
        var update =
                update(
                        Map.of("description", "\u0001"),
                        Map.of("ttl_seconds", 0),
                        Map.of("schema", "7"));
        var violations = new Violations();

        EventTypeRules.check(update, violations);

        assertThat(fields(violations)).containsExactly("description", "ttl_seconds", "schema");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // The values of the type, then those of the update; - is nothing, null is a
                // reset.
                "- | false | - | - | true | - | validate",
                "- | false | - | {'type':'integer'} | true | 7 |",
                "{'type':'integer'} | true | 7 | null | - | - | validate",
                "{'type':'integer'} | true | 7 | null | null | - |",
                "{'type':'integer'} | true | 7 | - | - | 'x' | example",
                "{'type':'integer'} | true | 7 | {'type':'string'} | - | - | example",
                "{'type':'integer'} | true | 7 | {'type':'string'} | - | 'x' |",
                "{'type':'integer'} | true | 7 | {'type':'string'} | - | null |",
                // Neither changes, so nothing is checked again.
                "{'type':'integer'} | false | 'x' | - | true | - |",
            })
    void schemaAndExampleFitAfterTheUpdate(
            String schemaBefore,
            boolean validateBefore,
            String exampleBefore,
            String schema,
            String validate,
            String example,
            @Nullable String field) {
        var before = new StoredPayload(stored(schemaBefore), validateBefore, stored(exampleBefore));
        var update =
                new EventTypeUpdate.Payload(
                        node(schema), node(validate).map(JsonNode::booleanValue), node(example));
        var violations = new Violations();
        var compiled =
                EventTypeRules.check(
                        new EventTypeUpdate(
                                Update.keep(),
                                Update.keep(),
                                nothing().delivery(),
                                update,
                                Update.keep(),
                                Update.keep()),
                        violations);

        EventTypeRules.checkPayload(update, before, compiled, violations);

        assertThat(fields(violations)).isEqualTo(field == null ? List.of() : List.of(field));
    }

    private static List<String> fields(Violations violations) {
        return violations.all().stream().map(Violation::field).toList();
    }

    private static @Nullable String stored(String text) {
        return text.equals("-") ? null : text.replace('\'', '"');
    }

    private static Update<JsonNode> node(String text) {
        return switch (text) {
            case "-" -> Update.keep();
            case "null" -> Update.reset();
            case String json -> Update.to(JSON.readTree(json.replace('\'', '"')));
        };
    }

    private static EventTypeUpdate nothing() {
        return update(Map.of(), Map.of(), Map.of());
    }

    private static EventTypeUpdate text(String field, String text) {
        return update(Map.of(field, text), Map.of(), Map.of());
    }

    private static EventTypeUpdate whole(String field, int number) {
        return update(Map.of(), Map.of(field, number), Map.of());
    }

    private static EventTypeUpdate json(String field, String text) {
        return update(Map.of(), Map.of(), Map.of(field, text));
    }

    private static EventTypeUpdate update(
            Map<String, String> texts, Map<String, Integer> numbers, Map<String, String> json) {
        return new EventTypeUpdate(
                given(texts, "description"),
                given(texts, "guidance"),
                new EventTypeUpdate.DeliveryRules(
                        given(numbers, "ttl_seconds"),
                        given(texts, "expires_at_pointer"),
                        given(numbers, "max_attempts"),
                        Update.keep()),
                new EventTypeUpdate.Payload(
                        node(json.getOrDefault("schema", "-")),
                        Update.keep(),
                        node(json.getOrDefault("example", "-"))),
                Update.keep(),
                Update.keep());
    }

    private static <T> Update<T> given(Map<String, T> values, String field) {
        var value = values.get(field);
        return value == null ? Update.keep() : Update.to(value);
    }
}
