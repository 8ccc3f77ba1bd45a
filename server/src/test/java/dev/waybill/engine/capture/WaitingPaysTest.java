package dev.waybill.engine.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WaitingPaysTest {

    private final WaitingPays waitingPays = new WaitingPays();

    private int batchesUntilTheNextWait() {
        int batches = 0;
        while (!waitingPays.forThisBatch()) {
            batches++;
        }
        return batches;
    }

    private int batchesWithoutWaitingAfter(boolean broughtMore) {
        waitingPays.waited(broughtMore);
        return batchesUntilTheNextWait();
    }

    @Test
    void theFirstBatchWaits() {
        assertThat(waitingPays.forThisBatch()).isTrue();
    }

    @Test
    void waitsThatBringNothingBecomeRarerUpToALimit() {
        assertThat(IntStream.range(0, 8).map(_ -> batchesWithoutWaitingAfter(false)))
                .containsExactly(1, 3, 7, 15, 31, 63, 63, 63);
    }

    @Test
    void aWaitThatBringsMoreMakesTheNextBatchWait() {
        assertThat(batchesWithoutWaitingAfter(false)).isEqualTo(1);
        assertThat(batchesWithoutWaitingAfter(false)).isEqualTo(3);

        assertThat(batchesWithoutWaitingAfter(true)).isZero();
        assertThat(batchesWithoutWaitingAfter(false)).isEqualTo(1);
    }
}
