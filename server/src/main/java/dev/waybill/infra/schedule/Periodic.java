package dev.waybill.infra.schedule;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the passes of a job on a thread. The next pass follows at once if there may be more to do,
/// otherwise after the period of the job or when woken. An exception in a pass does not end the
/// thread. All background loops of the service are here.
public final class Periodic implements AutoCloseable {

    /// After a failure, so that an unreachable database does not cause a thousand calls a second.
    private static final Duration FAILURE_PAUSE = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(Periodic.class);

    private final String name;
    private final Duration period;
    private final Job.Step step;
    private final JobRecord record;
    private final Semaphore wakeUps = new Semaphore(0);
    private final Thread thread;
    private volatile boolean stopped;

    private Periodic(String name, Duration period, Job.Step step, LongSupplier nanoClock) {
        this.name = name;
        this.period = period;
        this.step = step;
        this.record = new JobRecord(name, period, nanoClock);
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::loop);
    }

    public static Periodic start(String name, Duration period, Job.Step step) {
        return new Periodic(name, period, step, System::nanoTime);
    }

    static Periodic start(Job job, LongSupplier nanoClock) {
        return new Periodic(job.name(), job.period(), job.step(), nanoClock);
    }

    /// The successes and failures of the job.
    public JobRecord record() {
        return record;
    }

    public void wake() {
        if (wakeUps.availablePermits() == 0) {
            wakeUps.release();
        }
    }

    /// Lets the job end after its current pass, without waiting for it.
    public void stop() {
        stopped = true;
        wake();
    }

    /// Lets the job end after its current pass, and waits for it.
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

    /// Waits until the job has ended. Returns false if the time runs out first.
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
                // An interrupt is a mistake of the caller: stop ends the job.
                LOG.warn("interrupted, job={}", name);
            }
        }
    }

    /// Returns the pause before the next pass. Catches everything, [InterruptedException] and
    /// [Error] too: a job that ended would remain unnoticed until it causes damage.
    private Duration runOnce() {
        try {
            var result = step.run();
            int ended = record.succeeded(result.done());
            if (ended > 0) {
                LOG.info("recovered, job={} failures={}", name, ended);
            }
            return result.mayHaveMore() ? Duration.ZERO : period;
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
                    "failed and will be retried, job={} failures={}",
                    name,
                    record.failures(),
                    failure);
        } catch (Throwable e) {
            // Logging itself may fail, for example if the jar file was replaced. The loop
            // continues, and the record shows the failure.
        }
    }

    private void pause(Duration length) throws InterruptedException {
        if (length.isPositive() && wakeUps.tryAcquire(length.toNanos(), TimeUnit.NANOSECONDS)) {
            wakeUps.drainPermits();
        }
    }
}
