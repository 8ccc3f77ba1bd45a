package dev.waybill.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {

    private static final String STAT =
            "4711 (settle (a) #12) S 1 2 3 0 -1 4194368 5 0 0 0 250 50 7 8 20 0 9 0 100 1 1";

    @Test
    void aNumberAtTheEndIsNotPartOfTheName() {
        assertThat(ThreadTimes.name(STAT)).isEqualTo("settle (a)");
    }

    @Test
    void timeInTheKernelCounts() {
        assertThat(ThreadTimes.time(STAT)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void thisProcessHasThreads() {
        var mine = ThreadTimes.of(ProcessHandle.current().pid());

        assertThat(mine.minus(mine).byName().values()).containsOnly(Duration.ZERO);
    }
}
