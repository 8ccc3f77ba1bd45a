package dev.waybill.reconcile;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs a step again and again: at once while it says there may be more, else after a pause, sooner
/// if woken. Never dies of an exception. The only place that loops and paces.
public final class Periodic implements AutoCloseable {

    /// One step; true means that there may be more to do right away.
    @FunctionalInterface
    public interface Step {
        boolean run() throws Exception;
    }

    /// After a failure, so that a database that is away is not asked a thousand times a second.
    private static final Duration FAILURE_PAUSE = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(Periodic.class);

    private final String name;
    private final Duration period;
    private final Step step;
    private final Semaphore wakeUps = new Semaphore(0);
    private final Thread thread;
    private volatile boolean stopped;

    private Periodic(String name, Duration period, Step step) {
        this.name = name;
        this.period = period;
        this.step = step;
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::loop);
    }

    public static Periodic start(String name, Duration period, Step step) {
        return new Periodic(name, period, step);
    }

    public void wake() {
        if (wakeUps.availablePermits() == 0) {
            wakeUps.release();
        }
    }

    /// Ends after the step under way, without waiting for it.
    public void stop() {
        stopped = true;
        wake();
    }

    /// Ends after the step under way; waits for it.
    @Override
    public void close() {
        stop();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void loop() {
        boolean failing = false;
        while (!stopped) {
            try {
                boolean mayHaveMore = step.run();
                if (failing) {
                    LOG.info("recovered, duty={}", name);
                    failing = false;
                }
                if (!mayHaveMore) {
                    pause(period);
                }
            } catch (InterruptedException e) {
                return;
            } catch (Exception | Error e) {
                if (!failing) {
                    LOG.warn("failed and will be tried again, duty={}", name, e);
                    failing = true;
                }
                if (!pauseAfterFailure()) {
                    return;
                }
            }
        }
    }

    private boolean pauseAfterFailure() {
        try {
            pause(FAILURE_PAUSE);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void pause(Duration length) throws InterruptedException {
        if (length.isPositive() && wakeUps.tryAcquire(length.toNanos(), TimeUnit.NANOSECONDS)) {
            wakeUps.drainPermits();
        }
    }
}
