package dev.waybill.domain.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.domain.command.Violations;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ThresholdsTest {

    @ParameterizedTest
    @EnumSource(AlertRule.class)
    void theDefaultsAreValid(AlertRule rule) {
        assertThat(violations(Thresholds.defaults(rule)).all()).isEmpty();
        assertThat(AlertRule.of(rule.code())).contains(rule);
    }

    @ParameterizedTest
    @CsvSource({
        "FIRST_MINUTES,  9,     first_minutes",
        "FIRST_MINUTES,  10,    ",
        "FIRST_MINUTES,  1440,  second_minutes",
        "SECOND_MINUTES, 60,    second_minutes",
        "SECOND_MINUTES, 61,    ",
        "CLIENT_ERRORS,  4,     attempts",
        "FAILING_PERCENT, 101,  percent",
        "STALLED_MINUTES, 0,    minutes",
    })
    void eachHasARange(Threshold threshold, int value, String field) {
        var violations = violations(Thresholds.defaults(threshold.rule()).with(threshold, value));

        if (field == null) {
            assertThat(violations.all()).isEmpty();
        } else {
            assertThat(violations.has(field)).isTrue();
        }
    }

    @Test
    void aDefaultIsNotStored() {
        var defaults = Thresholds.defaults(AlertRule.SERVICE_BACKLOG);
        var changed = defaults.with(Threshold.BACKLOG_MINUTES, 30);

        assertThat(changed.get(Threshold.BACKLOG_MINUTES)).isEqualTo(30);
        assertThat(changed.with(Threshold.BACKLOG_MINUTES, 15)).isEqualTo(defaults);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Thresholds(
                                AlertRule.SERVICE_STALLED, Map.of(Threshold.FIRST_MINUTES, 60)));
    }

    private static Violations violations(Thresholds thresholds) {
        var violations = new Violations();
        thresholds.check(violations);
        return violations;
    }
}
