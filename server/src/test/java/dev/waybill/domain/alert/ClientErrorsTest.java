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
    void aSpikeIsManyAndALargeShare(long rejected, long delivered, boolean expected) {
        assertThat(ClientErrors.isSpike(span(0, rejected, delivered), DEFAULTS))
                .isEqualTo(expected);
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

    private static Span span(int minute, long rejected, long delivered) {
        return new Span(at(minute), delivered, rejected, delivered, rejected);
    }

    private static Instant at(int minutes) {
        return NOON.plus(Duration.ofMinutes(minutes));
    }
}
