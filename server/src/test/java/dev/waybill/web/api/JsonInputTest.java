package dev.waybill.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.DecimalRange;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.WholeRange;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.json.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class JsonInputTest {

    private static final Choice<String> CHOICE =
            new Choice<>(code -> Optional.of(code).filter("key"::equals), "key");

    private static JsonInput read(String json) {
        return new JsonInput((ObjectNode) Json.parse(json), "f");
    }

    @Test
    void absentNullAndValueAreThreeThings() {
        assertThat(read("{}").text("f")).isEqualTo(Update.keep());
        assertThat(read("{\"f\":null}").text("f")).isEqualTo(Update.reset());
        assertThat(read("{\"f\":\"x\"}").text("f")).isEqualTo(Update.to("x"));
    }

    @Test
    void valuesAreReadByType() {
        assertThat(read("{\"f\":true}").flag("f")).isEqualTo(Update.to(true));
        assertThat(read("{\"f\":7}").whole("f", new WholeRange(1, 5))).isEqualTo(Update.to(7));
        assertThat(read("{\"f\":0.5}").decimal("f", new DecimalRange(1, 5)))
                .isEqualTo(Update.to(0.5));
        assertThat(read("{\"f\":\"key\"}").choice("f", CHOICE)).isEqualTo(Update.to("key"));
        assertThat(read("{\"f\":[\"a\",\"b\"]}").texts("f"))
                .isEqualTo(Update.to(List.of("a", "b")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"5\"", "1.5", "99999999999", "true", "[]", "{}"})
    void whatIsNoWholeNumberIsAViolationAndReadsAsAbsent(String value) {
        var input = read("{\"f\":" + value + "}");

        assertThat(input.whole("f", new WholeRange(1, 5))).isEqualTo(Update.keep());
        assertThat(input.violations().all()).hasSize(1);
        assertThat(input.violations().all().getFirst().detail("f"))
                .isEqualTo("f must be a whole number from 1 to 5.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "true", "[\"x\"]", "{}"})
    void whatIsNoTextIsAViolation(String value) {
        var input = read("{\"f\":" + value + "}");

        assertThat(input.text("f")).isEqualTo(Update.keep());
        assertThat(input.violations().all())
                .extracting(Violation::code)
                .containsExactly(Violation.Code.TYPE);
    }

    @Test
    void aListNamesTheItemThatIsNoText() {
        var input = read("{\"f\":[\"a\",1,null]}");
        var _ = input.texts("f");

        assertThat(input.violations().all())
                .extracting(Violation::path)
                .containsExactly(List.of("f", "1"), List.of("f", "2"));
    }

    @Test
    void anUnknownFieldIsNamedWithThoseThereAre() {
        var input = read("{\"g\":1,\"a/b\":2}");

        var problem = catchThrowableOfType(Problem.class, input::requireValid);

        assertThat(problem.type()).isEqualTo(ProblemType.UNKNOWN_FIELD);
        assertThat(problem.field()).isEqualTo("/g");
        assertThat(problem.detail())
                .isEqualTo(
                        "There is no field g; known fields are f. And 1 more, listed in"
                                + " errors.");
        assertThat(problem.errors())
                .extracting(Problem.Detail::pointer)
                .containsExactly("/g", "/a~1b");
    }

    @Test
    void oneViolationIsTheWholeDetail() {
        var input = read("{\"f\":5}");
        var _ = input.text("f");

        var problem = catchThrowableOfType(Problem.class, input::requireValid);

        assertThat(problem.detail()).isEqualTo("f must be a string.");
        assertThat(problem.errors())
                .containsExactly(new Problem.Detail("/f", "type", "f must be a string."));
    }

    @Test
    void whatIsValidPasses() {
        read("{\"f\":\"x\"}").requireValid();
    }
}
