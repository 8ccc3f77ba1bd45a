package dev.waybill.engine.dispatch;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Rings by the monotonic clock, on one thread.
public final class TimerAlarm implements Alarm {

    private static final Logger LOG = LoggerFactory.getLogger(TimerAlarm.class);

    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(
                    1, task -> Thread.ofPlatform().daemon().name("pace").unstarted(task));

    @Override
    public void in(Duration delay, Runnable task) {
        try {
            // The result is not used, and run catches exceptions.
            var _ = timer.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // Stopped. The caller of stop hands back the deliveries that wait.
        }
    }

    @Override
    public void stop() {
        timer.shutdownNow();
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a lane could not be restarted", e);
        }
    }
}
