package dev.waybill.domain.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ReplayPaceTest {

    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    @Test
    void theFirstIsDueAtOnceAndTheRestAtTheRate() {
        var pace = new ReplayPace(2, NOON, 0);

        assertThat(pace.dueAt(NOON.minusMillis(1), 10)).isZero();
        assertThat(pace.dueAt(NOON, 10)).isOne();
        assertThat(pace.dueAt(NOON.plusMillis(499), 10)).isOne();
        assertThat(pace.dueAt(NOON.plusMillis(500), 10)).isEqualTo(2);
        assertThat(pace.dueAt(NOON.plusSeconds(4), 10)).isEqualTo(9);
        assertThat(pace.dueAt(NOON.plusSeconds(3_600), 10)).isEqualTo(10);
    }

    @Test
    void noTenSecondsOfAFiveMinuteSpreadHoldATenth() {
        long total = 50_000;
        var pace = new ReplayPace(ReplayPace.byDefault(total), NOON, 0);
        for (int second = 0; second < 300; second++) {
            var at = NOON.plusSeconds(second);
            long within = pace.dueAt(at.plusSeconds(10), total) - pace.dueAt(at, total);
            assertThat(within).isLessThanOrEqualTo(total / 10);
        }
        assertThat(pace.dueAt(NOON.plusSeconds(300), total)).isEqualTo(total);
        assertThat(pace.timeFor(total)).isBetween(Duration.ofSeconds(295), Duration.ofMinutes(5));
    }

    @Test
    void aHandfulTakesNotFiveMinutesUnlessSomebodyWantsThat() {
        assertThat(ReplayPace.byDefault(30)).isEqualTo(10);
        assertThat(ReplayPace.spread(30, Duration.ofMinutes(5))).isEqualTo(0.1);
        assertThat(ReplayPace.spread(0, Duration.ofMinutes(5))).isPositive();
    }

    @Test
    void afterAPauseItGoesOnAndDoesNotCatchUp() {
        var pace = new ReplayPace(10, NOON, 0);
        var later = NOON.plusSeconds(1_000);

        var resumed = pace.rebased(5, 40, later);

        assertThat(resumed.dueAt(later, 1_000)).isEqualTo(41);
        assertThat(resumed.dueAt(later.plusSeconds(2), 1_000)).isEqualTo(51);
        assertThat(resumed.dueAt(later.minusSeconds(1), 1_000)).isEqualTo(40);
    }

    @Test
    void aRateIsPositive() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ReplayPace(0, NOON, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new ReplayPace(Double.NaN, NOON, 0));
    }
}
