package dev.waybill.batch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;

/// Takes what waits in a queue as one batch. An idle service never waits for company; a busy one,
/// where a crowd has gathered while the last batch was written, gives the rest of the crowd a
/// moment: the fuller a batch, the cheaper everything in it.
///
/// One thread gathers at a time, so that several writers get whole batches in turn. Guarded by
/// `this`.
public final class Gatherer<T> {

    /// As much waiting at once is a sign of load: at one event a millisecond, which is already a
    /// busy service, less than this gathers during a commit.
    private static final int CROWD_MIN = 8;

    private final BlockingQueue<T> queue;
    private final ToIntFunction<T> weight;
    private final int weightMax;
    private final Duration crowdPatience;

    /// Gathers from `queue`.
    ///
    /// @param weight what an item counts for
    /// @param weightMax a batch is full when it weighs this much or more
    /// @param crowdPatience how long a crowd is waited for
    public Gatherer(
            BlockingQueue<T> queue,
            ToIntFunction<T> weight,
            int weightMax,
            Duration crowdPatience) {
        this.queue = queue;
        this.weight = weight;
        this.weightMax = weightMax;
        this.crowdPatience = crowdPatience;
    }

    /// The next batch; empty if nothing came while the patience lasted.
    public synchronized List<T> next(Duration patience) throws InterruptedException {
        var batch = new ArrayList<T>();
        var first = queue.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (first == null) {
            return batch;
        }
        batch.add(first);
        int weighs = fill(batch, weight.applyAsInt(first));
        if (weighs >= CROWD_MIN && weighs < weightMax) {
            // Not by waiting for each: being woken for every arrival would cost what we save.
            LockSupport.parkNanos(crowdPatience.toNanos());
            fill(batch, weighs);
        }
        return batch;
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
