package dev.waybill.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {

    @Test
    void anEmptyOneHasNoQuantiles() {
        var histogram = new Histogram();

        assertThat(histogram.total()).isZero();
        assertThat(histogram.quantile(0.5)).isZero();
        assertThat(histogram.counts()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 9, 17, 250, 999, 15_000, 3_600_000, 259_200_000})
    void aSingleDurationIsFoundToATenth(long millis) {
        var histogram = new Histogram();
        for (int i = 0; i < 100; i++) {
            histogram.add(millis);
        }

        assertThat(histogram.quantile(0.5)).isEqualTo((double) millis, within(0.1 * millis + 0.5));
        assertThat(histogram.quantile(1)).isBetween((double) millis, millis * 1.2);
    }

    @Test
    void quantilesOfManyAreRightToATenth() {
        var histogram = new Histogram();
        LongStream.rangeClosed(1, 10_000).forEach(histogram::add);

        assertThat(histogram.quantile(0.5)).isEqualTo(5_000, within(500.0));
        assertThat(histogram.quantile(0.95)).isEqualTo(9_500, within(950.0));
        assertThat(histogram.quantile(0.99)).isEqualTo(9_900, within(990.0));
    }

    @Test
    void whatIsBeyondMeasureIsCountedAllTheSame() {
        var histogram = new Histogram();
        histogram.add(0);
        histogram.add(Long.MAX_VALUE);

        assertThat(histogram.total()).isEqualTo(2);
        assertThat(histogram.quantile(0.1)).isBetween(0.0, 1.0);
    }

    @Test
    void sumsOfTwoAreThoseOfAll() {
        var one = new Histogram();
        var other = new Histogram();
        var all = new Histogram();
        for (long millis = 1; millis < 5_000; millis += 7) {
            (millis % 2 == 0 ? one : other).add(millis);
            all.add(millis);
        }

        one.add(other);

        assertThat(one.counts()).containsExactly(all.counts());
        assertThat(new Histogram(one.counts()).quantile(0.9)).isEqualTo(all.quantile(0.9));
    }
}
