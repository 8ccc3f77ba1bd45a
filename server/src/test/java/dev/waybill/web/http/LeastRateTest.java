package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeastRateTest {

    private static final int RATE = 1_000;

    private final LeastRate rate = new LeastRate(Duration.ofSeconds(10), RATE, 0);

    private static long seconds(double seconds) {
        return (long) (seconds * 1e9);
    }

    @Test
    void nothingMayMoveForAsLongAsThePatience() {
        assertThat(rate.isMissed(seconds(9.9))).isFalse();
        assertThat(rate.isMissed(seconds(10.1))).isTrue();
    }

    @Test
    void aTransferAtTheRateGoesOnForever() {
        for (int second = 1; second < 1_000; second++) {
            assertThat(rate.isMissed(seconds(second))).as("after %d s", second).isFalse();
            rate.moved(RATE, seconds(second));
        }
    }

    @Test
    void aTransferAtHalfTheRateUsesUpThePatience() {
        int second = 1;
        while (!rate.isMissed(seconds(second))) {
            rate.moved(RATE / 2, seconds(second++));
        }

        assertThat(second).isBetween(18, 22);
    }

    /// The attack that a flat average would allow: most of a body at once, and then silence.
    @Test
    void aFastBeginningBuysNoLongerPause() {
        rate.moved(1_000_000_000, seconds(1));

        assertThat(rate.isMissed(seconds(10.9))).isFalse();
        assertThat(rate.isMissed(seconds(11.1))).isTrue();
    }

    @Test
    void itStallsWhenNothingMoves() {
        rate.moved(1, seconds(3));

        assertThat(rate.isStalled(Duration.ofSeconds(1), seconds(3.9))).isFalse();
        assertThat(rate.isStalled(Duration.ofSeconds(1), seconds(4.1))).isTrue();
    }
}
