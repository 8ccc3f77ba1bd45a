package dev.waybill.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.ManualClock;
import org.junit.jupiter.api.Test;

class SpreadTest {

    private final ManualClock clock = new ManualClock();
    private final ManualAlarm alarm = new ManualAlarm(clock);
    private final Spread spread = new Spread(Runnable::run, alarm);
    private int begun;

    @Test
    void oneAloneBeginsAtOnce() {
        add(1);
        assertThat(begun).isOne();

        step();
        add(1);
        assertThat(begun).isEqualTo(2);
    }

    @Test
    void aFewBeginOneAfterTheOther() {
        add(3);
        assertThat(begun).isOne();
        step();
        assertThat(begun).isEqualTo(2);
        step();
        assertThat(begun).isEqualTo(3);
    }

    @Test
    void manyBeginFasterButNotTogether() {
        add(5_000);
        step();
        assertThat(begun).isBetween(20, 25);

        for (int i = 0; i < Spread.STEPS_TO_EMPTY; i++) {
            step();
        }
        assertThat(begun).isBetween(3_000, 4_000);

        for (int i = 0; i < 3 * Spread.STEPS_TO_EMPTY; i++) {
            step();
        }
        assertThat(begun).isEqualTo(5_000);
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
            spread.execute(() -> begun++);
        }
    }

    private void step() {
        clock.advance(Spread.STEP);
        alarm.ring();
    }
}
