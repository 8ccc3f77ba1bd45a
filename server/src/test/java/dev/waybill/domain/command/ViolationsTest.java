package dev.waybill.domain.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.command.Violation.Code;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ViolationsTest {

    private final Violations violations = new Violations();

    @Test
    void aFieldThatCouldNotBeReadIsNotAlsoMissing() {
        violations.add("url", Code.TYPE, "{} must be a string.");
        violations.add("url", Code.REQUIRED, "{} is required.");

        assertThat(violations.all()).extracting(Violation::code).containsExactly(Code.TYPE);
    }

    @Test
    void aViolationOfAFieldCoversThoseInsideIt() {
        violations.add("event_types", Code.RANGE, "too many");
        violations.add(Violation.in("event_types", "3", Code.FORMAT, "not a pattern"));

        assertThat(violations.all()).hasSize(1);
    }

    @Test
    void itemsOfOneFieldAreListedEach() {
        violations.add(Violation.in("event_types", "0", Code.FORMAT, "not a pattern"));
        violations.add(Violation.in("event_types", "1", Code.FORMAT, "not a pattern"));
        violations.add("event_type", Code.FORMAT, "another field");

        assertThat(violations.all()).hasSize(3);
        assertThat(violations.has("event_types")).isTrue();
        assertThat(violations.has("url")).isFalse();
    }

    @Test
    void hostileInputCannotMakeTheListEndless() {
        for (int i = 0; i < 1_000; i++) {
            violations.add("field" + i, Code.UNKNOWN, "unknown");
        }

        assertThat(violations.all()).hasSize(50);
    }

    @Test
    void theEdgeNamesTheField() {
        var violation = new WholeRange(1, 5).violation("max_in_flight");

        assertThat(violation.detail("max_in_flight"))
                .isEqualTo("max_in_flight must be a whole number from 1 to 5.");
        assertThat(violation.detail("The number of requests"))
                .isEqualTo("The number of requests must be a whole number from 1 to 5.");
    }

    @ParameterizedTest
    @CsvSource({"0,true", "1,false", "5,false", "6,true", "-1,true"})
    void wholeNumbersStayInTheirRange(int value, boolean wrong) {
        violations.check("n", value, new WholeRange(1, 5));

        assertThat(violations.isEmpty()).isEqualTo(!wrong);
    }

    @ParameterizedTest
    @CsvSource({"0.0009,true", "0.001,false", "100000,false", "100000.1,true", "NaN,true"})
    void decimalsStayInTheirRange(double value, boolean wrong) {
        violations.check("n", value, new DecimalRange(0.001, 100_000));

        assertThat(violations.isEmpty()).isEqualTo(!wrong);
    }

    @Test
    void rangesArePrintedWithoutExponents() {
        assertThat(new DecimalRange(0.001, 100_000).violation("rate_limit").detail("rate_limit"))
                .isEqualTo("rate_limit must be a number from 0.001 to 100000.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\tb", "a\u0000b", "\uD800", "a\u0085b"})
    void aLineHasNoControlCharacters(String text) {
        violations.checkText("name", text, 100);

        assertThat(violations.all()).extracting(Violation::code).containsExactly(Code.FORMAT);
    }

    @Test
    void proseMayHaveSeveralLines() {
        violations.checkProse("note", "first\r\n\tsecond", 100);
        assertThat(violations.isEmpty()).isTrue();

        violations.checkProse("note", "bell \u0007", 100);
        assertThat(violations.has("note")).isTrue();
    }

    @Test
    void whatIsAbsentBreaksNoRule() {
        violations.checkText("a", null, 1);
        violations.check("b", (Integer) null, new WholeRange(1, 2));
        violations.check("c", (Double) null, new DecimalRange(1, 2));

        assertThat(violations.all()).isEqualTo(List.of());
    }

    @Test
    void tooLongIsToldWithTheLimit() {
        violations.checkText("name", "abcd", 3);

        assertThat(violations.all().getFirst().detail("name"))
                .isEqualTo("name must not be longer than 3 characters.");
    }
}
