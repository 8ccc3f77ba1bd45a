package dev.waybill.engine.deliver.client;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fires the deadlines of the attempts under way: up to one tick late, never early. An attempt
/// costs one insertion and one removal; a timer for each would cost a heap, its lock and a wake-up.
/// Deadlines are kept in a wheel of slots by their end, so that a tick looks at those that end soon
/// and not at the thousands of slow endpoints.
final class Deadlines implements AutoCloseable {

    /// Time limits are in seconds, so a tick of a fiftieth is precise enough.
    private static final Duration TICK = Duration.ofMillis(20);

    /// A slot is 2^28 ns, about a quarter of a second. The wheel is about a minute, longer than any
    /// time limit. A later deadline would be looked at once in each turn.
    private static final int SLOT_BITS = 28;

    private static final int SLOTS = 256;

    /// An error in every tick would fill the log.
    private static final Duration LOGGED_EVERY = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);

    private final List<Set<Deadline>> wheel =
            Stream.generate(ConcurrentHashMap::<Deadline>newKeySet)
                    .limit(SLOTS)
                    .<Set<Deadline>>map(slot -> slot)
                    .toList();
    private final ScheduledThreadPoolExecutor thread;
    private volatile boolean closed;
    private volatile long tickNanos = System.nanoTime();
    private long loggedNanos = tickNanos - LOGGED_EVERY.toNanos();

    Deadlines() {
        thread =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("deadlines").factory());
        every(TICK, this::tick);
    }

    Deadline start(Duration timeLimit, boolean cutByExpiry) {
        var deadline = new Deadline(timeLimit, cutByExpiry);
        slotOf(deadline).add(deadline);
        if (closed) {
            // No tick would ever fire it.
            deadline.fire();
        }
        return deadline;
    }

    void end(Deadline deadline) {
        slotOf(deadline).remove(deadline);
    }

    private Set<Deadline> slotOf(Deadline deadline) {
        return slot(deadline.endNanos() >> SLOT_BITS);
    }

    private Set<Deadline> slot(long number) {
        return wheel.get((int) (number & (SLOTS - 1)));
    }

    /// Runs another small task on the same thread. It must not block.
    void every(Duration pause, Runnable task) {
        var _ =
                thread.scheduleWithFixedDelay(
                        () -> run(task), pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// The scheduler silently drops a task that throws, and no attempt would ever time out.
    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            log(e);
        }
    }

    private void log(Throwable failure) {
        long now = System.nanoTime();
        if (now - loggedNanos < LOGGED_EVERY.toNanos()) {
            return;
        }
        loggedNanos = now;
        try {
            LOG.error("checking deadlines failed and will be retried", failure);
        } catch (RuntimeException | Error e) {
            // The next tick matters more.
        }
    }

    /// The time since the last tick.
    Duration sinceTick() {
        return Duration.ofNanos(System.nanoTime() - tickNanos);
    }

    private void tick() {
        long now = System.nanoTime();
        long current = now >> SLOT_BITS;
        // The slot of the last tick again: some of its deadlines may have passed since.
        long last = Math.max(tickNanos >> SLOT_BITS, current - SLOTS + 1);
        tickNanos = now;
        for (long number = last; number <= current; number++) {
            for (var deadline : slot(number)) {
                if (deadline.passed()) {
                    deadline.fire();
                }
            }
        }
    }

    /// Ends the attempts under way: without the thread they might never end.
    @Override
    public void close() {
        closed = true;
        thread.shutdownNow();
        wheel.forEach(slot -> slot.forEach(Deadline::fire));
    }
}
