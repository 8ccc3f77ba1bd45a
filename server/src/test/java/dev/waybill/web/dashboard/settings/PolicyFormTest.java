package dev.waybill.web.dashboard.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.PolicySpec.Spread;
import dev.waybill.domain.retry.Schedule;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.SentRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFormTest {

    private static String json(String fields) {
        var request = SentRequest.post("/ui/settings/retry-policies", fields);
        return PolicyForm.json(Form.of(request, 1_000)).toString().replace('"', '\'');
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
                "kind=waits&times=soon+1  | {'kind':'list','waits_seconds':['soon',1]}",
                "name=+calm+&kind=waits   | {'name':'calm','kind':'list','waits_seconds':[]}",
                "kind=exponential&base=1m&factor=2&cap=6h"
                        + " | {'kind':'exponential','base_seconds':60,'factor':2,"
                        + "'cap_seconds':21600}",
                "kind=exponential&factor=1.50     | {'kind':'exponential','factor':1.5}",
                "kind=exponential&factor=two      | {'kind':'exponential','factor':'two'}",
                "kind=exponential&base=soon       | {'kind':'exponential','base_seconds':'soon'}",
                "kind=exponential&max_attempts=10 | {'kind':'exponential','max_attempts':10}",
                "kind=exponential&max_attempts=-1 | {'kind':'exponential','max_attempts':'-1'}",
                "kind=exponential&times=5         | {'kind':'exponential','offsets_seconds':[5]}",
                "kind=exponential&jitter=full     | {'kind':'exponential','jitter':'full'}",
                "kind=exponential&jitter_ratio=.5 | {'kind':'exponential','jitter_ratio':'.5'}",
                "kind=exponential&window=3d       | {'kind':'exponential','window_seconds':259200}",
            })
    void fieldsBecomeWhatTheApiTakes(String fields, String expected) {
        assertThat(json(fields)).isEqualTo(expected);
    }

    @Test
    void everyNameOfTheApiLeadsToAFieldOfTheForm() {
        assertThat(PolicyForm.FIELDS).containsAll(PolicyForm.NAMES.values());
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
