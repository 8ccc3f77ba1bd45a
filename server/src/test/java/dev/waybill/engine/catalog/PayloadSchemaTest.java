package dev.waybill.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class PayloadSchemaTest {

    private static final JsonMapper JSON = new JsonMapper();

    private static final String INVOICE =
            """
            {"type": "object",
             "properties": {
                 "amount": {"type": "integer", "minimum": 1},
                 "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}}},
             "required": ["amount"],
             "additionalProperties": false,
             "$defs": {"line": {"type": "string"}}}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'amount':1,'lines':['a']} |",
                "{'amount':0} | /amount",
                "{} | /amount",
                "7 | ''",
                "{'amount':1,'lines':['a',2,'b',3]} | /lines/1 /lines/3",
                "{'amount':1,'colo/ur':1} | /colo~1ur",
            })
    void everyViolationHasItsPlace(String value, String pointers) {
        var violations = PayloadSchema.of(json(INVOICE)).judge(json(value));

        assertThat(
                        violations.stream()
                                .map(SchemaViolation::pointer)
                                .collect(Collectors.joining(" ")))
                .isEqualTo(pointers == null ? "" : pointers);
        assertThat(violations).allSatisfy(v -> assertThat(v.detail()).endsWith("."));
        assertThat(violations.isEmpty()).isEqualTo(pointers == null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | '' | object",
                "{'type':'objct'} | /type | not a valid JSON Schema",
                "{'properties':{'a':{'minimum':'x'}}} | /properties/a/minimum | not a valid",
                "{'pattern':'('} | /pattern | cannot be used",
                "{'items':{'pattern':'(?=a)'}} | /items/pattern | Look-around",
                "{'pattern':'(a)\\\\1'} | /pattern | back-references",
                "{'patternProperties':{'a(?!b)':true}} | /patternProperties | Look-around",
                "{'$ref':'#/$defs/none'} | '' | points to nothing",
                "{'$ref':'#'} | '' | endlessly",
                "{'$ref':'https://example.com/a.json'} | /$ref | fetches no other schemas",
                "{'allOf':[{'$ref':'other.json'}]} | /allOf/0/$ref | fetches no other schemas",
                "{'items':{'$dynamicRef':'file:///x'}} | /items/$dynamicRef | fetches no other",
                "{'$schema':'http://json-schema.org/draft-07/schema#'} | /$schema | 2020-12",
            })
    void whatIsNoSchemaIsRefusedAtItsPlace(String schema, String pointer, String hint) {
        var first = violations(schema).getFirst();

        assertThat(pointer(first)).isEqualTo(pointer);
        assertThat(first.text()).contains(hint).endsWith(".");
        assertThatThrownBy(() -> PayloadSchema.of(json(schema)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(hint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'pattern':'(','items':{'$ref':'a.json'},'type':'objct'}"
                        + " | /pattern /items/$ref /type",
                "{'properties':{'a':{'type':7},'b/c':{'minimum':'x'}}}"
                        + " | /properties/a/type /properties/b~1c/minimum",
            })
    void everythingThatIsWrongWithASchemaIsReported(String schema, String pointers) {
        assertThat(violations(schema).stream().map(PayloadSchemaTest::pointer))
                .containsExactlyInAnyOrder(pointers.split(" "));
    }

    private static List<Violation> violations(String schema) {
        var violations = new Violations();
        assertThat(PayloadSchema.read(json(schema), violations)).isEmpty();
        return violations.all();
    }

    private static String pointer(Violation violation) {
        return violation.path().stream()
                .map(name -> "/" + name.replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "{}",
                "{'$schema':'https://json-schema.org/draft/2020-12/schema'}",
                // A property of that name, and a value: neither is a reference.
                "{'properties':{'$ref':{'type':'string'}}}",
                "{'const':{'$ref':'https://example.com'}}",
                // A list of itself, with an end.
                "{'properties':{'next':{'$ref':'#'}}}",
            })
    void whatIsASchemaIsTaken(String schema) {
        assertThat(PayloadSchema.of(json(schema)).judge(json("{'a':1}")))
                .satisfiesAnyOf(
                        violations -> assertThat(violations).isEmpty(),
                        violations -> assertThat(schema).contains("const"));
    }

    @Test
    void onlyTheFirstFewViolationsAreTold() {
        var many =
                IntStream.range(0, 10_000)
                        .mapToObj(i -> "1")
                        .collect(Collectors.joining(",", "[", "]"));

        var violations = PayloadSchema.of(json("{'items':{'type':'string'}}")).judge(json(many));

        assertThat(violations).hasSize(20);
    }

    /// By the JDK's patterns this would take minutes, and the test would not end.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\\\.[A-Za-z]{2,}",
                "^(.*,){8}P",
                "^(a+)+$",
            })
    void aPatternTakesTimeThatGrowsWithTheTextOnly(String pattern) {
        var schema = PayloadSchema.of(json("{'pattern':'" + pattern + "'}"));

        assertThat(schema.judge(StringNode.valueOf("a".repeat(250_000) + "!"))).hasSize(1);
        assertThat(schema.judge(StringNode.valueOf(",a".repeat(100_000) + "!"))).hasSize(1);
    }

    @Test
    void aSchemaWhoseChecksGrowWithoutBoundIsRefused() {
        var definitions =
                IntStream.range(0, 40)
                        .mapToObj(i -> i == 0 ? "'d0':{'type':'string'}" : either(i, i - 1))
                        .collect(Collectors.joining(","));

        var found = violations("{'$defs':{" + definitions + "},'$ref':'#/$defs/d39'}");

        assertThat(found).hasSize(1);
        assertThat(found.getFirst().text()).contains("too costly");
    }

    private static String either(int number, int other) {
        return "'d%d':{'anyOf':[{'$ref':'#/$defs/d%2$d'},{'$ref':'#/$defs/d%2$d'}]}"
                .formatted(number, other);
    }

    @Test
    void aValueThatTakesTooManyStepsBreaksItsSchema() {
        var schema =
                PayloadSchema.of(
                        json(
                                "{'$ref':'#/$defs/a','$defs':{'a':{'allOf':["
                                        + "{'properties':{'x':{'$ref':'#/$defs/a'}}},"
                                        + "{'properties':{'x':{'$ref':'#/$defs/a'}}}]}}}"));
        var deep = "{'x':".repeat(60) + "1" + "}".repeat(60);

        assertThat(schema.judge(json("{'x':{'x':1}}"))).isEmpty();
        assertThat(schema.judge(json(deep)))
                .extracting(SchemaViolation::detail)
                .containsExactly("The value takes too long to check against its schema.");
    }

    @Test
    void aNumberThatCannotBeCheckedIsAViolationThatDoesNotQuoteIt() {
        var schema = PayloadSchema.of(json("{'type':'integer','multipleOf':0.01}"));

        var violations = schema.judge(json("9".repeat(999)));

        assertThat(violations).hasSize(1);
        assertThat(violations.getFirst().detail()).doesNotContain("999");
    }

    private static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }
}
