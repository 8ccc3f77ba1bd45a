package dev.waybill.domain.alert;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
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
    void firesForAQuarterOfAnHourAfterTheLastSpike() {
        var spans = List.of(span(0, 30, 0), span(5, 25, 0), span(10, 19, 0));

        assertThat(ClientErrors.fires(spans, at(0), DEFAULTS)).isEmpty();
        assertThat(ClientErrors.fires(spans, at(5), DEFAULTS)).contains(spans.getFirst());
        // The last span is no spike, and the alert does not name its number.
        assertThat(ClientErrors.fires(spans, at(15), DEFAULTS)).contains(spans.get(1));
        assertThat(ClientErrors.fires(spans, at(20), DEFAULTS)).contains(spans.get(1));
        assertThat(ClientErrors.fires(spans, at(25), DEFAULTS)).isEmpty();
    }

    @Test
    void aBatchThatFailsEveryHourIsOneAlert() {
        var spans = IntStream.range(0, 24).mapToObj(hour -> span(hour * 60, 40, 0)).toList();

        assertThat(ClientErrors.firings(spans, DEFAULTS)).containsExactly(at(0));
    }

    private static Span span(int minute, long rejected, long accepted) {
        return new Span(at(minute), accepted, rejected, rejected);
    }

    private static Instant at(int minutes) {
        return NOON.plus(Duration.ofMinutes(minutes));
    }
}
