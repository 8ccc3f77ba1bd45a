package dev.waybill.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testing.ManualClock;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpreadTest {

    private static final int PER_STEP = 2;
    private static final int STEPS_PER_SECOND = 500;

    private final ManualClock clock = new ManualClock();
    private final AtomicLong nanos = new AtomicLong();
    private final ManualAlarm alarm = new ManualAlarm(clock);
    private final Spread spread = new Spread(Runnable::run, alarm, nanos::get, PER_STEP);
    private int begun;

    @Test
    void whatAStepAllowsBeginsAtOnce() {
        add(PER_STEP);
        assertThat(begun).isEqualTo(PER_STEP);

        step();
        add(PER_STEP);
        assertThat(begun).isEqualTo(2 * PER_STEP);
    }

    @Test
    void moreBeginStepByStep() {
        add(5);
        assertThat(begun).isEqualTo(2);
        step();
        add(1);
        assertThat(begun).as("none before those that wait").isEqualTo(4);
        step();
        assertThat(begun).isEqualTo(6);
        step();
        add(2);
        assertThat(begun).isEqualTo(8);
    }

    @Test
    void aLargeBodyCountsForSeveralAttempts() {
        for (int i = 0; i < 3; i++) {
            spread.execute(() -> begun++, 5 * Spread.BYTES_PER_ATTEMPT);
        }
        assertThat(begun).isEqualTo(1);
        steps(2);
        assertThat(begun).isEqualTo(1);
        step();
        assertThat(begun).isEqualTo(2);
        steps(3);
        assertThat(begun).isEqualTo(3);

        add(1);
        assertThat(begun).as("the last one still counts").isEqualTo(3);
        steps(3);
        assertThat(begun).isEqualTo(4);
    }

    @Test
    void theLongerTheyWaitTheFasterTheyBegin() {
        add(100_000);

        steps(STEPS_PER_SECOND);
        int firstSecond = begun;
        assertThat(firstSecond).isBetween(1_000, 1_500);

        steps(9 * STEPS_PER_SECOND);
        int before = begun;
        steps(STEPS_PER_SECOND);
        assertThat(begun - before).isGreaterThan(5 * firstSecond);
    }

    @Test
    void anAttemptThatCannotBeStartedDoesNotHoldUpTheOthers() {
        var out = new OutOfMemoryError("no thread");
        var failing =
                new Spread(
                        _ -> {
                            begun++;
                            throw out;
                        },
                        alarm,
                        nanos::get,
                        1);
        assertThatThrownBy(() -> failing.execute(() -> {}, 0)).isSameAs(out);
        failing.execute(() -> {}, 0);
        failing.execute(() -> {}, 0);

        for (int expected = 2; expected <= 3; expected++) {
            assertThatThrownBy(this::step).isSameAs(out);
            assertThat(begun).isEqualTo(expected);
        }
    }

    @Test
    void whenStoppedEverythingBeginsAtOnce() {
        add(10);
        alarm.stop();
        spread.stop();
        assertThat(begun).isEqualTo(10);

        add(3);
        assertThat(begun).isEqualTo(13);
    }

    private void add(int attempts) {
        for (int i = 0; i < attempts; i++) {
            spread.execute(() -> begun++, 0);
        }
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            step();
        }
    }

    private void step() {
        clock.advance(Spread.STEP);
        nanos.addAndGet(Spread.STEP.toNanos());
        alarm.ring();
    }
}
