package dev.waybill.engine.capture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Takes the items that wait in a queue as one batch. An item costs less in a larger batch, so a
/// busy service waits a moment for more:
///
/// - for the rest of a crowd that arrived while the last batch was written;
/// - in a stream, when the last batch was taken just before, unless the batch has an urgent item.
///
/// An idle service never waits.
///
/// One thread collects at a time, so that several writers get whole batches in turn. Guarded by
/// `this`.
public final class BatchCollector<T> {

    /// This many waiting items are a sign of load. At one event a millisecond, which is already a
    /// busy service, fewer arrive during a commit.
    private static final int CROWD_MIN = 8;

    private final BlockingQueue<T> queue;
    private final ToIntFunction<T> weight;
    private final int weightMax;
    private final Predicate<T> urgent;
    private final Duration crowdPatience;
    private final LongSupplier nanoClock;

    /// Null before the first batch.
    private @Nullable Long lastBatchNanos;

    /// The thread that waits for more items of a stream.
    private volatile @Nullable Thread waiting;

    /// @param weight the weight of an item
    /// @param weightMax a batch of this weight is full
    /// @param urgent whether a caller waits for an item
    /// @param crowdPatience how long to wait for more items, and how soon after the last batch a
    ///   batch belongs to a stream
    public BatchCollector(
            BlockingQueue<T> queue,
            ToIntFunction<T> weight,
            int weightMax,
            Predicate<T> urgent,
            Duration crowdPatience) {
        this(queue, weight, weightMax, urgent, crowdPatience, System::nanoTime);
    }

    BatchCollector(
            BlockingQueue<T> queue,
            ToIntFunction<T> weight,
            int weightMax,
            Predicate<T> urgent,
            Duration crowdPatience,
            LongSupplier nanoClock) {
        this.queue = queue;
        this.weight = weight;
        this.weightMax = weightMax;
        this.urgent = urgent;
        this.crowdPatience = crowdPatience;
        this.nanoClock = nanoClock;
    }

    /// An urgent item has arrived: the collector stops waiting for more.
    public void hurry() {
        LockSupport.unpark(waiting);
    }

    /// The next batch; empty if no item arrived in time. With a time of zero it is the items that
    /// wait now.
    public synchronized List<T> next(Duration patience) throws InterruptedException {
        var batch = new ArrayList<T>();
        var first = queue.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (first == null) {
            return batch;
        }
        batch.add(first);
        int weighs = fill(batch, weight.applyAsInt(first));
        if (weighs < weightMax && !patience.isZero()) {
            awaitMore(batch, weighs);
            fill(batch, weighs);
        }
        lastBatchNanos = nanoClock.getAsLong();
        return batch;
    }

    /// Does not wait for each item: a wake-up for every arrival would cost as much as it saves.
    private void awaitMore(List<T> batch, int weighs) {
        if (weighs >= CROWD_MIN) {
            LockSupport.parkNanos(crowdPatience.toNanos());
        } else if (isStream()) {
            waiting = Thread.currentThread();
            // An item that arrived before hurry could interrupt us is seen here; a later one calls
            // hurry.
            if (batch.stream().noneMatch(urgent) && queue.stream().noneMatch(urgent)) {
                LockSupport.parkNanos(crowdPatience.toNanos());
            }
            waiting = null;
        }
    }

    private boolean isStream() {
        return lastBatchNanos != null
                && nanoClock.getAsLong() - lastBatchNanos < crowdPatience.toNanos();
    }

    private int fill(List<T> batch, int weighsAlready) {
        int weighs = weighsAlready;
        while (weighs < weightMax) {
            var next = queue.poll();
            if (next == null) {
                break;
            }
            batch.add(next);
            weighs += weight.applyAsInt(next);
        }
        return weighs;
    }
}
