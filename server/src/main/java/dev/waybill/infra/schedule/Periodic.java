package dev.waybill.infra.schedule;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the passes of a job on a thread. The next pass follows at once if there may be more to do,
/// otherwise after the period of the job or when woken. An exception in a pass does not end the
/// thread. An [Error] does, because it may have left the thread in a bad state, and another thread
/// takes its place. All background loops of the service are here.
public final class Periodic implements AutoCloseable {

    /// After a failure, so that an unreachable database does not cause a thousand calls a second.
    private static final Duration FAILURE_PAUSE = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(Periodic.class);

    private final String name;
    private final Duration period;
    private final Job.Step step;
    private final JobRecord record;
    private final Semaphore wakeUps = new Semaphore(0);
    private volatile Thread thread;
    private volatile boolean stopped;

    private Periodic(Job job, LongSupplier nanoClock) {
        this.name = job.name();
        this.period = job.period();
        this.step = job.step();
        this.record = new JobRecord(name, period, job.essential(), nanoClock);
        this.thread = newThread();
        thread.start();
    }

    private Thread newThread() {
        return Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    public static Periodic start(String name, Duration period, Job.Step step) {
        return new Periodic(new Job(name, period, false, step), System::nanoTime);
    }

    static Periodic start(Job job, LongSupplier nanoClock) {
        return new Periodic(job, nanoClock);
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

    /// Whether the thread has ended although the job was not stopped.
    boolean hasDied() {
        return !stopped && !thread.isAlive();
    }

    /// Starts another thread if the one of the job has died and could not be replaced at once, for
    /// example because the system had no more threads.
    void revive() {
        var last = thread;
        if (!last.isAlive()) {
            replace(last);
        }
    }

    private synchronized void replace(Thread dead) {
        if (stopped || !thread.equals(dead)) {
            return;
        }
        var next = newThread();
        next.start();
        thread = next;
        record.restarted();
    }

    /// Waits until the job has ended. Returns false if the time runs out first.
    public boolean awaitEnd(Duration most) {
        try {
            // A thread that dies meanwhile is not replaced: the job is stopped.
            return thread.join(most);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void run() {
        try {
            loop();
        } catch (Throwable e) {
            // Nobody would notice that a job has ended until damage shows.
            noteFailure(e);
            pauseAfterFailure();
            replace(Thread.currentThread());
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

    private void pauseAfterFailure() {
        try {
            pause(FAILURE_PAUSE);
        } catch (InterruptedException e) {
            LOG.warn("interrupted, job={}", name);
        }
    }

    /// Returns the pause before the next pass.
    private Duration runOnce() {
        record.begun();
        try {
            var result = step.run();
            int ended = record.succeeded(result.done());
            if (ended > 0) {
                LOG.info("recovered, job={} failures={}", name, ended);
            }
            return result.mayHaveMore() ? Duration.ZERO : period;
        } catch (Exception e) {
            noteFailure(e);
            return FAILURE_PAUSE;
        }
    }

    private void noteFailure(Throwable failure) {
        if (record.failed()) {
            log(failure);
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
