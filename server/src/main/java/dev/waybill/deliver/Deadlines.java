package dev.waybill.deliver;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Fires the deadlines of the attempts under way: up to one tick late, never early. An attempt
/// costs one insertion and one removal; a timer each would cost a heap, its lock and a wake-up.
final class Deadlines implements AutoCloseable {

    /// Time limits are seconds; a fiftieth more or less is nothing.
    private static final Duration TICK = Duration.ofMillis(20);

    private final Set<Deadline> underWay = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor thread;
    private volatile boolean closed;

    Deadlines() {
        thread =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("deadlines").factory());
        every(TICK, this::tick);
    }

    Deadline start(Duration timeLimit, boolean cutByExpiry) {
        var deadline = new Deadline(timeLimit, cutByExpiry);
        underWay.add(deadline);
        if (closed) {
            // Nobody would ever end it.
            deadline.fire();
        }
        return deadline;
    }

    void end(Deadline deadline) {
        underWay.remove(deadline);
    }

    /// Another small duty for the same thread. It must neither block nor throw.
    void every(Duration pause, Runnable duty) {
        var _ =
                thread.scheduleWithFixedDelay(
                        duty, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void tick() {
        for (var deadline : underWay) {
            if (deadline.passed()) {
                deadline.fire();
            }
        }
    }

    /// Ends what is under way: without the thread it might never end.
    @Override
    public void close() {
        closed = true;
        thread.shutdownNow();
        underWay.forEach(Deadline::fire);
    }
}
