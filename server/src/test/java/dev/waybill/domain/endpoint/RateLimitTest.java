package dev.waybill.domain.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RateLimitTest {

    private static final long SECOND = 1_000_000_000L;

    /// Where a monotonic clock may well stand, and where it turns over.
    private static final long START = Long.MAX_VALUE - 3 * SECOND;

    @Test
    void aSecondsWorthMayComeAtOnce() {
        var limit = new RateLimit(10);
        long paid = START;
        for (int i = 0; i < 10; i++) {
            assertThat(limit.waitAt(START, paid)).isZero();
            paid = limit.paidUntil(START, paid, 1);
        }

        assertThat(limit.waitAt(START, paid)).isEqualTo(Duration.ofMillis(100));
        assertThat(limit.waitAt(START + SECOND / 10, paid)).isZero();
    }

    @Test
    void whatComesSeldomIsAdmittedOneByOne() {
        var limit = new RateLimit(0.5);

        assertThat(limit.waitAt(START, START)).isZero();
        long paid = limit.paidUntil(START, START, 1);
        assertThat(limit.waitAt(START, paid)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aLargeBatchMakesTheNextOneWaitTheLonger() {
        var limit = new RateLimit(100);

        long paid = limit.paidUntil(START, START, 1_000);

        assertThat(limit.waitAt(START, paid)).isEqualTo(Duration.ofMillis(9_010));
    }

    static LongStream seeds() {
        return new SplittableRandom(1).longs(50);
    }

    /// For any times: in any second no more than twice the rate, in the long run the rate.
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void neverMoreThanTheRateAndASecondsWorth(long seed) {
        var random = new SplittableRandom(seed);
        int rate = random.nextInt(1, 200);
        var limit = new RateLimit(rate);
        long now = START;
        long paid = now;
        int admitted = 0;
        while (now - START < 20 * SECOND) {
            if (limit.waitAt(now, paid).isZero()) {
                paid = limit.paidUntil(now, paid, 1);
                admitted++;
            }
            now += random.nextLong(SECOND / 500);
        }

        assertThat(admitted).isBetween(20 * rate - rate / 10 - 1, 21 * rate + 1);
    }

    @Test
    void aRateIsPositive() {
        assertThatThrownBy(() -> new RateLimit(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RateLimit(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
