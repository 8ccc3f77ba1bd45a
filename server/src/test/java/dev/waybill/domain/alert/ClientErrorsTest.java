package dev.waybill.domain.alert;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientErrorsTest {

    private static final Thresholds DEFAULTS =
            Thresholds.defaults(AlertRule.ENDPOINT_CLIENT_ERRORS);

    @ParameterizedTest
    @CsvSource({
        "20,   0,  true",
        "20,  20,  true",
        "500, 10,  true",
        "19,   0,  false",
        "20,  21,  false",
        "0,    0,  false",
    })
    void aSpikeIsManyAndALargeShare(long rejected, long accepted, boolean expected) {
        assertThat(ClientErrors.isSpike(span(0, rejected, accepted), DEFAULTS)).isEqualTo(expected);
    }

    /// Failures of other kinds count as attempts only.
    @Test
    void serverErrorsAreNoClientErrors() {
        assertThat(ClientErrors.isSpike(new Span(at(0), 0, 40, 20), DEFAULTS)).isTrue();
        assertThat(ClientErrors.isSpike(new Span(at(0), 0, 41, 20), DEFAULTS)).isFalse();
        assertThat(ClientErrors.isSpike(new Span(at(0), 0, 40, 0), DEFAULTS)).isFalse();
    }

    @Test
    void resolvesAfterAQuarterOfAnHourWithoutASpike() {
        var spans = List.of(span(0, 30, 0), span(5, 19, 0));

        assertThat(ClientErrors.fires(spans, at(0), DEFAULTS)).isFalse();
        assertThat(ClientErrors.fires(spans, at(5), DEFAULTS)).isTrue();
        assertThat(ClientErrors.fires(spans, at(15), DEFAULTS)).isTrue();
        assertThat(ClientErrors.fires(spans, at(20), DEFAULTS)).isFalse();
    }

    @Test
    void aPreviewEqualsTheEvaluations() {
        var spikes = List.of(0, 15, 35, 60);
        var spans = spikes.stream().map(minute -> span(minute, 40, 0)).toList();

        var firings = new ArrayList<Instant>();
        boolean fired = false;
        for (int minute = 5; minute <= 120; minute += 5) {
            boolean fires = ClientErrors.fires(spans, at(minute), DEFAULTS);
            if (fires && !fired) {
                firings.add(at(minute).minus(Span.LENGTH));
            }
            fired = fires;
        }

        assertThat(ClientErrors.firings(spans, DEFAULTS))
                .containsExactly(at(0), at(35), at(60))
                .isEqualTo(firings);
    }

    private static Span span(int minute, long rejected, long accepted) {
        return new Span(at(minute), accepted, rejected, rejected);
    }

    private static Instant at(int minutes) {
        return NOON.plus(Duration.ofMinutes(minutes));
    }
}
