package dev.waybill.domain.retry;

import static dev.waybill.testing.ManualClock.NOON;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {

    private static final Jitter NONE = new Jitter.None();

    @Test
    void offsetsCountFromTheFirstAttemptNotFromTheLast() {
        var schedule = new Schedule.Offsets(List.of(ofMinutes(1), ofMinutes(5), ofMinutes(30)));

        var at = schedule.next(2, NOON, NOON.plusSeconds(75), NONE, 0);

        assertThat(at).isEqualTo(NOON.plus(ofMinutes(5)));
    }

    @Test
    void waitsCountFromTheEndOfTheAttempt() {
        var schedule = new Schedule.Waits(List.of(ofSeconds(5), ofSeconds(30)));

        var at = schedule.next(2, NOON, NOON.plusSeconds(100), NONE, 0);

        assertThat(at).isEqualTo(NOON.plusSeconds(130));
    }

    @Test
    void theLastOffsetIsAtOnceIfItsTimeHasPassed() {
        var schedule = new Schedule.Offsets(List.of(ofMinutes(1)));
        var late = NOON.plus(ofMinutes(10));

        assertThat(schedule.next(1, NOON, late, new Jitter.Proportional(0.4), 0.9)).isEqualTo(late);
    }

    @ParameterizedTest
    @CsvSource({"1, PT1S", "2, PT3S", "3, PT9S", "4, PT10S", "50, PT10S", "5000, PT10S"})
    void exponentialWaitsGrowByTheFactorUpToTheCap(int made, Duration expected) {
        var schedule = new Schedule.Exponential(ofSeconds(1), 3, ofSeconds(10));

        assertThat(schedule.next(made, NOON, NOON, NONE, 0)).isEqualTo(NOON.plus(expected));
    }

    @Test
    void theLongestIsTheSumOfTheLongestWaits() {
        var jitter = new Jitter.Proportional(0.5);

        assertThat(new Schedule.Waits(List.of(ofSeconds(10), ofSeconds(20))).longest(3, jitter))
                .isEqualTo(ofSeconds(45));
        assertThat(
                        new Schedule.Exponential(ofSeconds(10), 2, ofSeconds(15))
                                .longest(4, new Jitter.Additive(ofSeconds(1))))
                .isEqualTo(ofSeconds(43));
        assertThat(new Schedule.Offsets(List.of(ofSeconds(10))).longest(2, jitter))
                .isEqualTo(ofSeconds(10));
    }

    @Test
    void offsetsMustAscend() {
        assertThatThrownBy(() -> new Schedule.Offsets(List.of(ofSeconds(10), ofSeconds(10))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT10S");
    }

    @Test
    void aScheduleCopiesItsList() {
        var waits = new ArrayList<>(List.of(ofSeconds(5)));
        var schedule = new Schedule.Waits(waits);

        waits.clear();

        assertThat(schedule.waits()).containsExactly(ofSeconds(5));
    }

    @Test
    void aPolicyWithoutAttemptsOrWindowDoesNotExist() {
        var schedule = new Schedule.Waits(List.of());

        assertThatThrownBy(() -> new RetryPolicy("x", schedule, NONE, 0, ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetryPolicy("x", schedule, NONE, 1, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
