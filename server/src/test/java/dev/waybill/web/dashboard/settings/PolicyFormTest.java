package dev.waybill.web.dashboard.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.command.Violations;
import dev.waybill.domain.retry.PolicyRules;
import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.PolicySpec.Spread;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.Schedule;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.web.dashboard.TypedForm;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.SentRequest;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyFormTest {

    private static String json(String fields) {
        var request = SentRequest.post("/ui/settings/retry-policies", fields);
        var input = new FormInput(Form.of(request), new Violations());
        var draft = PolicyForm.draft(input);
        assertThat(input.violations().isEmpty()).isTrue();
        return PolicyJson.write(draft).toString().replace('"', '\'');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "kind=offsets             | {'kind':'list','offsets_seconds':[]}",
                "kind=nonsense            | {'kind':'list','offsets_seconds':[]}",
                "kind=offsets&times=5,10m | {'kind':'list','offsets_seconds':[5,600]}",
                "kind=waits&times=1h+2d;3 | {'kind':'list','waits_seconds':[3600,172800,3]}",
                "kind=waits&times=0.5s,,1 | {'kind':'list','waits_seconds':[0.5,1]}",
                "name=+calm+&kind=waits   | {'name':'calm','kind':'list','waits_seconds':[]}",
                "kind=exponential&base=1m&factor=2&cap=6h"
                        + " | {'kind':'exponential','base_seconds':60,'factor':2,"
                        + "'cap_seconds':21600}",
                "kind=exponential&factor=1.50     | {'kind':'exponential','factor':1.5}",
                "kind=exponential&max_attempts=10 | {'kind':'exponential','max_attempts':10}",
                "kind=exponential&times=5         | {'kind':'exponential','offsets_seconds':[5]}",
                "kind=exponential&jitter=full     | {'kind':'exponential','jitter':'full'}",
                "kind=exponential&window=3d       | {'kind':'exponential','window_seconds':259200}",
            })
    void fieldsBecomeWhatTheApiTakes(String fields, String expected) {
        assertThat(json(fields)).isEqualTo(expected);
    }

    @Test
    void everyNameOfTheApiLeadsToAFieldOfTheForm() {
        assertThat(PolicyForm.FIELDS).containsAll(PolicyForm.NAMES.values());
    }

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
                "offsets | base | 5s | base | The first wait is not allowed with kind list.",
                "offsets | window | never | window | The time to give up must be a time such",
                "offsets | max_attempts | 2 | max_attempts | number of attempts must be at most 1",
                "offsets | max_attempts | x | max_attempts | whole number from 1 to 100",
                "offsets | jitter | some | jitter | The jitter must be none, proportional",
                "offsets | jitter_ratio | 0.5 | jitter_ratio | The jitter ratio is allowed with",
                "exponential | max_attempts | 3 | base | The first wait is required",
                "exponential | base | 1m | max_attempts | The number of attempts is required",
                "exponential | times | 1m | times | Times or waits is not allowed with kind",
                "exponential | cap | 31d | cap | The longest wait must be seconds",
                "exponential | factor | x | factor | The factor must be a number from 1 to 100.",
                "exponential | base | soon | base | The first wait must be a time such",
                "exponential | max_attempts | -1 | max_attempts | whole number from 1 to 100",
                "exponential | jitter_ratio | .5 | jitter_ratio | a number from 0 to 1",
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
        var refused = refused("kind", "exponential", "base", "x", "cap", "y", "jitter_ratio", "2");

        assertThat(refused.problems())
                .containsOnlyKeys("base", "cap", "max_attempts", "jitter_ratio");
    }

    private static FormState refused(String... fields) {
        var input = TypedForm.input(fields);
        assertThat(PolicyRules.check(PolicyForm.draft(input), input.violations())).isEmpty();
        return PolicyForm.refused(input.form(), input.violations().all());
    }

    private static PolicySpec spec(Schedule schedule, Spread spread) {
        return new PolicySpec("calm", schedule, 5, spread, 0.25, Duration.ofHours(72));
    }

    private static final Schedule OFFSETS =
            new Schedule.Offsets(List.of(Duration.ofSeconds(90), Duration.ofMinutes(5)));
    private static final Schedule WAITS =
            new Schedule.Waits(List.of(Duration.ofMillis(500), Duration.ofDays(1)));
    private static final Schedule EXPONENTIAL =
            new Schedule.Exponential(Duration.ofSeconds(30), 1.5, Duration.ofHours(6));

    @Test
    void aPolicyIsShownAsItWouldBeEntered() {
        var offsets = PolicyForm.of(spec(OFFSETS, Spread.PROPORTIONAL), "copy of calm");
        assertThat(offsets.value("name")).isEqualTo("copy of calm");
        assertThat(offsets.value("kind")).isEqualTo("offsets");
        assertThat(offsets.value("times")).isEqualTo("90s 5m");
        assertThat(offsets.value("max_attempts")).isEqualTo("5");
        assertThat(offsets.value("jitter")).isEqualTo("proportional");
        assertThat(offsets.value("jitter_ratio")).isEqualTo("0.25");
        assertThat(offsets.value("window")).isEqualTo("3d");

        var waits = PolicyForm.of(spec(WAITS, Spread.FULL), "calm");
        assertThat(waits.value("kind")).isEqualTo("waits");
        assertThat(waits.value("times")).isEqualTo("0.5s 1d");
        assertThat(waits.value("jitter_ratio")).isEmpty();

        var exponential = PolicyForm.of(spec(EXPONENTIAL, Spread.NONE), "calm");
        assertThat(exponential.value("kind")).isEqualTo("exponential");
        assertThat(exponential.value("base")).isEqualTo("30s");
        assertThat(exponential.value("factor")).isEqualTo("1.5");
        assertThat(exponential.value("cap")).isEqualTo("6h");
        assertThat(exponential.value("times")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "KEYS",
        "USERS",
        "POLICIES",
        "RETENTION",
        "NETWORK",
        "PORTAL",
        "PREFERENCES",
        "ABOUT"
    })
    void everySectionHasAPathOfItsOwn(SettingsTab tab) {
        assertThat(tab.path()).matches("/ui/settings/[a-z-]+");
        assertThat(List.of(SettingsTab.values()))
                .filteredOn(other -> other.path().equals(tab.path()))
                .containsExactly(tab);
    }
}
