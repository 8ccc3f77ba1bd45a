package dev.waybill.engine.capture;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Takes the items that wait in a queue as one batch. An item costs less in a larger batch, so a
/// busy service waits a moment for more:
///
/// - for the rest of a crowd that arrived while the last batch was written;
/// - in a stream, until some time after the last batch was taken or until there are enough items,
///   unless one is urgent or the last waits brought nothing.
///
/// An idle service never waits.
///
/// One thread collects at a time, so that several writers get whole batches. The next batch goes to
/// the thread that was the last to become idle: its connection, and the server's process at the
/// other end, have most of what they need in the processor's cache. The others only help when it is
/// busy.
public final class BatchCollector<T> {

    /// This many waiting items are a sign of load. At one event a millisecond, which is already a
    /// busy service, fewer arrive during a commit.
    private static final int CROWD_MIN = 8;

    /// The whole crowd may have arrived before the time is over, if there are few publishers.
    private static final int CROWD_STEPS = 4;

    /// How long to wait for more items.
    ///
    /// @param crowd if many wait already
    /// @param stream the time between two batches of a stream
    /// @param enough in a stream, no wait for more items than this
    public record Patience(Duration crowd, Duration stream, int enough) {}

    private final Queue<T> queue;
    private final ToIntFunction<T> weight;
    private final int weightMax;
    private final Predicate<T> urgent;
    private final Patience patience;
    private final LongSupplier nanoClock;

    /// Held by the thread that collects.
    private final ReentrantLock collecting = new ReentrantLock();

    /// Threads without work, the last to become idle first. Guarded by itself.
    private final Deque<Thread> idle = new ArrayDeque<>();

    /// Null before the first batch. Guarded by `collecting`.
    private @Nullable Long lastBatchNanos;

    /// Guarded by `collecting`.
    private final WaitingPays waitingPays = new WaitingPays();

    /// The thread that waits for more items of a stream.
    private volatile @Nullable Thread waiting;

    /// The number of items it waits for.
    private volatile int missing;

    /// @param weight the weight of an item
    /// @param weightMax a batch of this weight is full
    /// @param urgent whether a caller waits for an item
    public BatchCollector(
            Queue<T> queue,
            ToIntFunction<T> weight,
            int weightMax,
            Predicate<T> urgent,
            Patience patience) {
        this(queue, weight, weightMax, urgent, patience, System::nanoTime);
    }

    BatchCollector(
            Queue<T> queue,
            ToIntFunction<T> weight,
            int weightMax,
            Predicate<T> urgent,
            Patience patience,
            LongSupplier nanoClock) {
        this.queue = queue;
        this.weight = weight;
        this.weightMax = weightMax;
        this.urgent = urgent;
        this.patience = patience;
        this.nanoClock = nanoClock;
    }

    /// An item was added to the queue. To be called after each.
    public void arrived() {
        // A thread that collects looks again when it is done.
        if (!collecting.isLocked()) {
            wakeOne();
        } else if (waiting != null && queue.size() >= missing) {
            hurry();
        }
    }

    /// An urgent item has arrived: the collector stops waiting for more.
    public void hurry() {
        LockSupport.unpark(waiting);
    }

    /// The next batch; empty if no item arrived in time. With a time of zero it is the items that
    /// wait now.
    public List<T> next(Duration max) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            var batch = tryCollect(!max.isZero());
            long left = max.toNanos() - (System.nanoTime() - start);
            if (!batch.isEmpty() || left <= 0) {
                return batch;
            }
            awaitItems(left);
        }
    }

    /// Empty if another thread collects.
    private List<T> tryCollect(boolean mayWait) {
        if (!collecting.tryLock()) {
            return List.of();
        }
        try {
            return collect(mayWait);
        } finally {
            collecting.unlock();
            // Items that arrived since the batch was full, or just after a look at the queue.
            if (!queue.isEmpty()) {
                wakeOne();
            }
        }
    }

    private List<T> collect(boolean mayWait) {
        var batch = new ArrayList<T>();
        int weighs = fill(batch, 0);
        if (!batch.isEmpty()) {
            if (mayWait && weighs < weightMax) {
                awaitMore(batch, weighs);
            }
            lastBatchNanos = nanoClock.getAsLong();
        }
        return batch;
    }

    private void awaitItems(long nanos) throws InterruptedException {
        var me = Thread.currentThread();
        synchronized (idle) {
            idle.push(me);
        }
        // An item that arrived before this thread was among the idle ones woke no thread.
        if (queue.isEmpty() || collecting.isLocked()) {
            LockSupport.parkNanos(this, nanos);
        }
        synchronized (idle) {
            boolean _ = idle.remove(me);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private void wakeOne() {
        Thread next;
        synchronized (idle) {
            next = idle.poll();
        }
        LockSupport.unpark(next);
    }

    private void awaitMore(List<T> batch, int weighs) {
        if (weighs >= CROWD_MIN) {
            awaitCrowd(batch, weighs);
        } else {
            awaitStream(batch, weighs);
        }
    }

    /// Waits in steps, as long as each brings more items. Does not wait for each item: a wake-up
    /// for every arrival would cost as much as it saves.
    private void awaitCrowd(List<T> batch, int weighsAlready) {
        int before = 0;
        int weighs = weighsAlready;
        for (int step = 0; step < CROWD_STEPS && before < weighs && weighs < weightMax; step++) {
            LockSupport.parkNanos(patience.crowd.toNanos() / CROWD_STEPS);
            before = weighs;
            weighs = fill(batch, weighs);
        }
    }

    private void awaitStream(List<T> batch, int weighsAlready) {
        long nanos = untilNextBatch();
        if (nanos <= 0 || weighsAlready >= patience.enough || !waitingPays.forThisBatch()) {
            return;
        }
        missing = patience.enough - weighsAlready;
        waiting = Thread.currentThread();
        // An item that arrived before hurry could interrupt us is seen here; a later one calls
        // hurry.
        if (queue.size() < missing
                && batch.stream().noneMatch(urgent)
                && queue.stream().noneMatch(urgent)) {
            LockSupport.parkNanos(nanos);
        }
        waiting = null;
        waitingPays.waited(fill(batch, weighsAlready) > weighsAlready);
    }

    /// Not positive if the service is idle.
    private long untilNextBatch() {
        return lastBatchNanos == null
                ? 0
                : lastBatchNanos + patience.stream.toNanos() - nanoClock.getAsLong();
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
