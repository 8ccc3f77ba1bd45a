package dev.waybill.web.dashboard.replays;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.replays.EndpointEvents;
import dev.waybill.feature.replays.EndpointEvents.Since;
import dev.waybill.feature.replays.PaceChoice;
import dev.waybill.feature.replays.ReplayCriteria;
import dev.waybill.feature.replays.ReplayFilter;
import dev.waybill.testing.PlainEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayFormTest {

    private static final Endpoint ENDPOINT = PlainEndpoint.create();
    private static final String ID = IdKind.ENDPOINT.format(ENDPOINT.id());

    private final Violations violations = new Violations();

    @Test
    void anEmptyFormAsksForDeadLetters() {
        var filter = (ReplayFilter) criteria(form(Map.of()), null);

        assertThat(violations.isEmpty()).isTrue();
        assertThat(filter.json()).hasToString("{}");
        assertThat(filter.owner()).isNull();
    }

    @Test
    void everyFieldNarrowsTheFilter() {
        var form =
                form(
                        Map.of(
                                "endpoint", ID,
                                "app", "acme",
                                "type", "a.b, c.*  d",
                                "state", "undelivered",
                                "reason", "gone",
                                "cause", "410",
                                "since", "2026-05-01T10:00",
                                "until", "2026-05-01T13:00:00+02:00"));
        var filter = (ReplayFilter) criteria(form, ENDPOINT);

        assertThat(violations.isEmpty()).isTrue();
        assertThat(filter.owner()).isEqualTo(ENDPOINT);
        assertThat(filter.endpointId()).isEqualTo(ENDPOINT.id());
        assertThat(filter.app()).isEqualTo("acme");
        assertThat(filter.eventTypes()).containsExactly("a.b", "c.*", "d");
        assertThat(filter.states())
                .containsExactlyInAnyOrder(
                        DeliveryState.FAILED, DeliveryState.EXPIRED, DeliveryState.CANCELLED);
        assertThat(filter.causes()).containsExactly("410");
        assertThat(filter.since()).isEqualTo(NOON.minus(Duration.ofHours(2)));
        assertThat(filter.until()).isEqualTo(NOON.minus(Duration.ofHours(1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "endpoint | nothing | endpoint | The endpoint must be an id that begins with whe_.",
                "since | today | since | The beginning must be a time with an offset",
                "until | 1969-01-01T00:00 | until | The end must be a time with an offset",
                "state | pending | '' | The state must be delivered",
                "reason | none | '' | The reason must be of"
            })
    void whatCannotBeReadIsShownBesideItsField(
            String field, String value, String beside, String text) {
        criteria(form(Map.of(field, value)), null);

        var faults = ReplayForm.faults(violations.all());
        assertThat(faults).containsOnlyKeys(beside);
        assertThat(faults.get(beside)).startsWith(text);
    }

    @Test
    void everyFaultIsShownAtOnce() {
        criteria(form(Map.of("endpoint", "x", "since", "y", "until", "z")), null);
        ReplayForm.pace("quick", violations);
        violations.add("reason", Violation.Code.RANGE, "{} is too long.");

        assertThat(ReplayForm.faults(violations.all()))
                .containsOnlyKeys("endpoint", "since", "until", "rate", "why");
    }

    @ParameterizedTest
    @ValueSource(strings = {"quick", "1e3", "1,5", "0x1", "."})
    void aRateIsANumber(String rate) {
        assertThat(ReplayForm.pace(rate, violations)).isEqualTo(PaceChoice.DEFAULT);
        assertThat(ReplayForm.faults(violations.all()))
                .containsEntry("rate", "The rate must be a number from 0.01 to 10000.");
    }

    @Test
    void noRateIsTheDefault() {
        assertThat(ReplayForm.pace("", violations)).isEqualTo(PaceChoice.DEFAULT);
        assertThat(ReplayForm.pace("2.5", violations)).isEqualTo(PaceChoice.perSecond(2.5));
        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void eventsThatAnEndpointDidNotGetNeedAnEndpoint() {
        var form = form(Map.of("state", "unreceived", "cause", "503"));

        assertThat(form.criteria(null, NOON, violations)).isEmpty();
        assertThat(ReplayForm.faults(violations.all()))
                .containsOnlyKeys("endpoint", "cause")
                .containsEntry("endpoint", "Choose one endpoint.");
    }

    @Test
    void eventsOfAnEndpointBeginAsFarBackAsPossible() {
        var form = form(Map.of("state", "unreceived", "endpoint", ID));
        var since = form(Map.of("state", "unreceived", "endpoint", ID, "since", "evt_x"));

        assertThat(((EndpointEvents) criteria(form, ENDPOINT)).since())
                .isEqualTo(new Since.Time(ReplayForm.earliest(NOON)));
        assertThat(((EndpointEvents) criteria(since, ENDPOINT)).since())
                .isEqualTo(new Since.Event("evt_x"));
        assertThat(violations.isEmpty()).isTrue();
    }

    private ReplayCriteria criteria(ReplayForm form, @Nullable Endpoint endpoint) {
        return form.criteria(endpoint, NOON, violations).orElseThrow();
    }

    private static ReplayForm form(Map<String, String> fields) {
        return new ReplayForm(
                fields.getOrDefault("endpoint", ""),
                fields.getOrDefault("app", ""),
                fields.getOrDefault("type", ""),
                fields.getOrDefault("state", ""),
                fields.getOrDefault("reason", ""),
                fields.getOrDefault("cause", ""),
                null,
                fields.getOrDefault("since", ""),
                fields.getOrDefault("until", ""),
                fields.getOrDefault("rate", ""),
                List.of());
    }
}
