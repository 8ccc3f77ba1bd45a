package dev.waybill.domain.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JitterTest {

    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    @ParameterizedTest
    @CsvSource({"0, PT5M", "0.25, PT5M30S", "0.5, PT6M", "0.75, PT6M30S"})
    void fiveMinutesComeAfterFiveToSeven(double dice, Duration expected) {
        assertThat(new Jitter.Proportional(0.4).applied(FIVE_MINUTES, dice)).isEqualTo(expected);
    }

    @Test
    void proportionalJitterStaysBelowItsRatio() {
        var jitter = new Jitter.Proportional(0.4);

        assertThat(jitter.applied(FIVE_MINUTES, Math.nextDown(1.0)))
                .isLessThanOrEqualTo(Duration.ofMinutes(7));
        assertThat(jitter.longest(FIVE_MINUTES)).isEqualTo(Duration.ofMinutes(7));
    }

    @Test
    void noJitterIsExactlyTheWait() {
        var jitter = new Jitter.None();

        assertThat(jitter.applied(FIVE_MINUTES, 0.9)).isEqualTo(FIVE_MINUTES);
        assertThat(jitter.longest(FIVE_MINUTES)).isEqualTo(FIVE_MINUTES);
    }

    @Test
    void additiveJitterDoesNotGrowWithTheWait() {
        var jitter = new Jitter.Additive(Duration.ofSeconds(60));

        assertThat(jitter.applied(FIVE_MINUTES, 0.5)).isEqualTo(Duration.ofSeconds(330));
        assertThat(jitter.applied(Duration.ofHours(1), 0.5)).isEqualTo(Duration.ofSeconds(3_630));
        assertThat(jitter.longest(FIVE_MINUTES)).isEqualTo(Duration.ofMinutes(6));
    }

    @Test
    void fullJitterIsAnythingUpToTheWait() {
        var jitter = new Jitter.Full();

        assertThat(jitter.applied(FIVE_MINUTES, 0)).isZero();
        assertThat(jitter.applied(FIVE_MINUTES, 0.5)).isEqualTo(Duration.ofSeconds(150));
        assertThat(jitter.longest(FIVE_MINUTES)).isEqualTo(FIVE_MINUTES);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, 1.01, Double.NaN, Double.POSITIVE_INFINITY})
    void aRatioOutsideItsBoundsDoesNotExist(double ratio) {
        assertThatThrownBy(() -> new Jitter.Proportional(ratio))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Double.toString(ratio));
    }

    /// For any rule and dice: not negative, and never longer than the longest.
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void noWaitIsLongerThanTheLongest(long seed) {
        var random = new SplittableRandom(seed);
        var jitter =
                switch (random.nextInt(4)) {
                    case 0 -> new Jitter.None();
                    case 1 -> new Jitter.Proportional(random.nextDouble());
                    case 2 -> new Jitter.Additive(Duration.ofMillis(random.nextLong(100_000)));
                    default -> new Jitter.Full();
                };
        var wait = Duration.ofMillis(random.nextLong(100_000_000));

        var applied = jitter.applied(wait, random.nextDouble());

        assertThat(applied).isBetween(Duration.ZERO, jitter.longest(wait));
    }
}
