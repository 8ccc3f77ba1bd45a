package dev.waybill.web.dashboard.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.retry.PolicyRules;
import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.Schedule;
import dev.waybill.web.dashboard.TypedForm;
import dev.waybill.web.site.FormState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyFormTest {

    @Test
    void timesAreSeparatedByBlanksOrCommas() {
        var input = TypedForm.input("kind", "waits", "times", "90, 2m;1.5h 1d");

        var spec = PolicyRules.check(PolicyForm.draft(input), input.violations()).orElseThrow();

        assertThat(spec.schedule())
                .isEqualTo(
                        new Schedule.Waits(
                                List.of(
                                        Duration.ofSeconds(90),
                                        Duration.ofMinutes(2),
                                        Duration.ofMinutes(90),
                                        Duration.ofDays(1))));
    }

    @Test
    void withoutTimesThereIsOneAttempt() {
        var input = TypedForm.input("kind", "offsets", "times", "", "max_attempts", "");

        var spec = PolicyRules.check(PolicyForm.draft(input), input.violations()).orElseThrow();

        assertThat(spec.attemptsMax()).isEqualTo(1);
    }

    static List<PolicySpec> builtIn() {
        return List.copyOf(RetryPolicies.NAMED.values());
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    void theFormOfAPolicyReadsAsThatPolicy(PolicySpec spec) {
        var fields = new ArrayList<String>();
        PolicyForm.of(spec, String.valueOf(spec.name()))
                .values()
                .forEach((name, value) -> fields.addAll(List.of(name, value)));
        var input = TypedForm.input(fields.toArray(String[]::new));

        assertThat(PolicyRules.check(PolicyForm.draft(input), input.violations())).contains(spec);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "waits | times | 1m soon | times | Item 2 in Times or waits must be a time",
                "offsets | times | 2m 1m | times | Each offset must be greater",
                "offsets | times | 0.0001 | times | Item 1 in Times or waits",
                "offsets | times | 31d | times | A number in Times or waits must be seconds",
                "offsets | base | 5s | base | The first wait does not go with kind list.",
                "offsets | window | never | window | The time to give up must be a time such",
                "offsets | max_attempts | 2 | max_attempts | The number of attempts must be at most 1",
                "offsets | max_attempts | x | max_attempts | whole number from 1 to 100",
                "offsets | jitter | some | jitter | The jitter must be none, proportional",
                "offsets | jitter_ratio | 0.5 | jitter_ratio | The jitter ratio goes with jitter",
                "exponential | max_attempts | 3 | base | The first wait is required",
                "exponential | base | 1m | max_attempts | The number of attempts is required",
                "exponential | times | 1m | times | Times or waits does not go with kind",
                "exponential | cap | 31d | cap | The longest wait must be seconds",
                "exponential | factor | x | factor | The factor must be a number from 1 to 100.",
                "exponential | name | A b | name | The name must be 1 to 64",
            })
    void aViolationStandsBesideItsField(
            String kind, String field, String value, String beside, String sentence) {
        var refused = refused("kind", kind, field, value);

        assertThat(refused.problemOf(beside)).contains(sentence);
        assertThat(refused.value(field)).isEqualTo(value);
        assertThat(refused.problem()).isNull();
    }

    @Test
    void severalViolationsAreShownAtOnce() {
        var refused =
                refused("kind", "exponential", "base", "x", "cap", "y", "jitter_ratio", "2");

        assertThat(refused.problems())
                .containsOnlyKeys("base", "cap", "max_attempts", "jitter_ratio");
    }

    private static FormState refused(String... fields) {
        var input = TypedForm.input(fields);
        assertThat(PolicyRules.check(PolicyForm.draft(input), input.violations())).isEmpty();
        return PolicyForm.refused(input.form(), input.violations().all());
    }
}
