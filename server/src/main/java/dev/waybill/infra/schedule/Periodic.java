package dev.waybill.infra.schedule;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs a step again and again: at once while it says there may be more, else after a pause, sooner
/// if woken. Never dies of what a step throws. The only place that loops and paces.
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
    private final JobRecord record;
    private final Semaphore wakeUps = new Semaphore(0);
    private final Thread thread;
    private volatile boolean stopped;

    private Periodic(String name, Duration period, Step step, LongSupplier nanoClock) {
        this.name = name;
        this.period = period;
        this.step = step;
        this.record = new JobRecord(name, period, nanoClock);
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::loop);
    }

    public static Periodic start(String name, Duration period, Step step) {
        return new Periodic(name, period, step, System::nanoTime);
    }

    static Periodic start(Job job, LongSupplier nanoClock) {
        return new Periodic(job.name(), job.period(), job.step(), nanoClock);
    }

    /// How it fares.
    public JobRecord record() {
        return record;
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

    /// Waits until it has ended, if it does in time.
    public boolean awaitEnd(Duration most) {
        try {
            return thread.join(most);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void loop() {
        while (!stopped) {
            var pause = runOnce();
            try {
                pause(pause);
            } catch (InterruptedException e) {
                // Nobody interrupts us but by mistake: whoever wants an end calls stop.
                LOG.warn("interrupted, job={}", name);
            }
        }
    }

    /// Returns how long to rest. Whatever the step throws is survived, [InterruptedException] and
    /// [Error] too: a job that ended would be missed only when its damage shows.
    private Duration runOnce() {
        try {
            boolean mayHaveMore = step.run();
            int ended = record.succeeded();
            if (ended > 0) {
                LOG.info("recovered, job={} failures={}", name, ended);
            }
            return mayHaveMore ? Duration.ZERO : period;
        } catch (Throwable e) {
            if (record.failed()) {
                log(e);
            }
            return FAILURE_PAUSE;
        }
    }

    private void log(Throwable failure) {
        try {
            LOG.warn(
                    "failed and will be tried again, job={} failures={}",
                    name,
                    record.failures(),
                    failure);
        } catch (Throwable e) {
            // Even logging may fail, as when the jar was replaced under us. The loop goes on, and
            // the record tells.
        }
    }

    private void pause(Duration length) throws InterruptedException {
        if (length.isPositive() && wakeUps.tryAcquire(length.toNanos(), TimeUnit.NANOSECONDS)) {
            wakeUps.drainPermits();
        }
    }
}
