package dev.waybill.domain.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ViolationPartsTest {

    private final Violations violations = new Violations();

    @Test
    void aFieldInsideAPartKeepsItsOwnName() {
        violations.in("filter").add("since", Violation.Code.FORMAT, "{} must be a time.");

        var only = violations.all().getFirst();
        assertThat(only.fullPath()).containsExactly("filter", "since");
        assertThat(only.field()).isEqualTo("since");
        assertThat(only.detail(only.field())).isEqualTo("since must be a time.");
    }

    @Test
    void anItemInsideAFieldOfAPartHasTheWholePath() {
        violations
                .in("filter")
                .add(Violation.in("event_types", "3", Violation.Code.TYPE, "{} must be strings."));

        var only = violations.all().getFirst();
        assertThat(only.fullPath()).containsExactly("filter", "event_types", "3");
        assertThat(only.field()).isEqualTo("event_types");
    }

    @Test
    void fieldsOfTheSameNameInsideAndOutsideAreDifferent() {
        violations.add("since", Violation.Code.UNKNOWN, "There is no field since.");
        violations.in("filter").add("since", Violation.Code.FORMAT, "{} must be a time.");

        assertThat(violations.all()).hasSize(2);
        assertThat(violations.in("filter").has("since")).isTrue();
        assertThat(violations.in("filter").has("until")).isFalse();
        assertThat(violations.has("until")).isFalse();
    }

    @Test
    void aViolationOfThePartCoversItsFields() {
        violations.add("filter", Violation.Code.REQUIRED, "{} must be an object.");
        violations.in("filter").add("since", Violation.Code.FORMAT, "{} must be a time.");

        assertThat(violations.all()).hasSize(1);
    }

    @Test
    void aPartHasAViolationIfAFieldInsideHasOne() {
        violations.in("filter").add("since", Violation.Code.FORMAT, "{} must be a time.");

        assertThat(violations.has("filter")).isTrue();
        assertThat(violations.isEmpty()).isFalse();
        assertThat(violations.in("other").isEmpty()).as("concerns the whole command").isFalse();
    }

    @Test
    void aListMayHaveAsManyItemsAsAllowed() {
        violations.checkCount("ids", List.of(1, 2), 2);
        assertThat(violations.isEmpty()).isTrue();

        violations.checkCount("ids", List.of(1, 2, 3), 2);
        assertThat(violations.all().getFirst().detail("ids"))
                .isEqualTo("ids must be a list of at most 2 strings.");
    }
}
