package dev.waybill.engine.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.capture.BatchCollector.Patience;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A test that should not wait would wait for an hour.
class BatchCollectorTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MOMENT = Duration.ofMillis(4);
    private static final int FULL = 10;
    private static final int ENOUGH = 5;
    private static final String URGENT = "urgent";

    private final AtomicLong nanos = new AtomicLong();
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private final BatchCollector<String> collector =
            new BatchCollector<>(
                    queue,
                    _ -> 1,
                    FULL,
                    URGENT::equals,
                    new Patience(MOMENT, HOUR, ENOUGH),
                    nanos::get);

    private List<String> next() throws InterruptedException {
        return collector.next(HOUR);
    }

    /// Collects on a separate thread; returns when that thread waits for more.
    private CompletableFuture<List<String>> waiting() {
        var batch = new CompletableFuture<List<String>>();
        var thread =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                batch.complete(next());
                            } catch (InterruptedException e) {
                                batch.completeExceptionally(e);
                            }
                        });
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(batch).isNotDone();
            Thread.onSpinWait();
        }
        return batch;
    }

    @Test
    void anIdleServiceWritesAtOnce() throws Exception {
        queue.add("first");
        assertThat(next()).containsExactly("first");

        nanos.addAndGet(HOUR.toNanos());
        queue.add("after a while");
        assertThat(next()).containsExactly("after a while");
    }

    @Test
    void anItemWakesAnIdleThread() throws Exception {
        var batch = waiting();
        queue.add("first");
        collector.arrived();

        assertThat(batch.get()).containsExactly("first");
    }

    @Test
    void theLastThreadToBecomeIdleIsTheNext() throws Exception {
        var first = waiting();
        var second = waiting();
        queue.add("item");
        collector.arrived();

        assertThat(second.get()).containsExactly("item");
        assertThat(first).isNotDone();
    }

    @Test
    void aFullBatchLeavesTheRestToAnIdleThread() throws Exception {
        var rest = waiting();
        IntStream.range(0, FULL).forEach(i -> queue.add("item " + i));
        queue.add(URGENT);

        assertThat(next()).hasSize(FULL);
        assertThat(rest.get()).containsExactly(URGENT);
    }

    @Test
    void aStreamGathers() throws Exception {
        queue.add("first");
        assertThat(next()).containsExactly("first");
        queue.add("second");
        var batch = waiting();
        queue.add("third");
        queue.add(URGENT);
        collector.hurry();

        assertThat(batch.get()).containsExactly("second", "third", URGENT);
    }

    @Test
    void aStreamWaitsUntilThereAreEnough() throws Exception {
        queue.add("first");
        assertThat(next()).containsExactly("first");
        queue.add("second");
        var batch = waiting();
        IntStream.range(1, ENOUGH).forEach(i -> queue.add("item " + i));
        collector.arrived();

        assertThat(batch.get()).hasSize(ENOUGH);
    }

    @Test
    void aStreamOfEnoughDoesNotWait() throws Exception {
        queue.add("first");
        assertThat(next()).containsExactly("first");
        IntStream.range(0, ENOUGH).forEach(i -> queue.add("item " + i));

        assertThat(next()).hasSize(ENOUGH);
    }

    @Test
    void afterAWaitThatBroughtNothingTheNextBatchIsTakenAtOnce() throws Exception {
        queue.add("first");
        assertThat(next()).containsExactly("first");
        queue.add("second");
        var batch = waiting();
        collector.hurry();
        assertThat(batch.get()).containsExactly("second");
        queue.add("third");

        assertThat(next()).containsExactly("third");
    }

    @Test
    void aStreamWaitsOnlyForTheRestOfTheTime() throws Exception {
        queue.add("first");
        assertThat(next()).containsExactly("first");
        nanos.addAndGet(HOUR.minus(MOMENT).toNanos());
        queue.add("second");

        assertThat(next()).containsExactly("second");
    }

    @Test
    void anUrgentItemIsWrittenAtOnce() throws Exception {
        queue.add("first");
        assertThat(next()).containsExactly("first");
        queue.add("second");
        queue.add(URGENT);

        assertThat(next()).containsExactly("second", URGENT);
    }

    @Test
    void aFullBatchIsNotHeldUp() throws Exception {
        queue.add("first");
        assertThat(next()).containsExactly("first");
        IntStream.range(0, FULL + 1).forEach(i -> queue.add("item " + i));

        assertThat(next()).hasSize(FULL);
    }

    @Test
    void aCrowdThatDoesNotGrowIsNotHeldUp() throws Exception {
        IntStream.range(0, FULL - 1).forEach(i -> queue.add("item " + i));

        assertThat(next()).hasSize(FULL - 1);
    }

    @Test
    void withoutPatienceItIsWhatThereIs() throws Exception {
        queue.add("first");
        assertThat(next()).containsExactly("first");
        queue.add("second");

        assertThat(collector.next(Duration.ZERO)).containsExactly("second");
        assertThat(collector.next(Duration.ZERO)).isEmpty();
    }
}
