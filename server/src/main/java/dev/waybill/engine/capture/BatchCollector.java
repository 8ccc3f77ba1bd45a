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

/// Takes what waits in a queue as one batch. The fuller a batch, the cheaper everything in it, so a
/// busy service waits a moment for more:
///
/// - for the rest of a crowd that has gathered while the last batch was written;
/// - in a stream, when the last batch was taken just now, unless the batch has an urgent item.
///
/// An idle service never waits.
///
/// One thread gathers at a time, so that several writers get whole batches in turn. Guarded by
/// `this`.
public final class BatchCollector<T> {

    /// As much waiting at once is a sign of load: at one event a millisecond, which is already a
    /// busy service, less than this gathers during a commit.
    private static final int CROWD_MIN = 8;

    private final BlockingQueue<T> queue;
    private final ToIntFunction<T> weight;
    private final int weightMax;
    private final Predicate<T> urgent;
    private final Duration crowdPatience;
    private final LongSupplier nanoClock;

    /// Null before the first batch.
    private @Nullable Long lastBatchNanos;

    /// Waits in a stream.
    private volatile @Nullable Thread waiting;

    /// Gathers from `queue`.
    ///
    /// @param weight what an item counts for
    /// @param weightMax a batch is full when it weighs this much or more
    /// @param urgent whether somebody waits for an item
    /// @param crowdPatience how long is waited for more, and how soon after another a batch belongs
    ///   to a stream
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

    /// An urgent item has come: the stream is not waited for any longer.
    public void hurry() {
        LockSupport.unpark(waiting);
    }

    /// The next batch; empty if nothing came while the patience lasted. Without patience it is what
    /// there is.
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

    /// Not by waiting for each item: being woken for every arrival would cost what we save.
    private void awaitMore(List<T> batch, int weighs) {
        if (weighs >= CROWD_MIN) {
            LockSupport.parkNanos(crowdPatience.toNanos());
        } else if (isStream()) {
            waiting = Thread.currentThread();
            // An item that came before it could hurry us is seen here, one that comes later
            // hurries.
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
