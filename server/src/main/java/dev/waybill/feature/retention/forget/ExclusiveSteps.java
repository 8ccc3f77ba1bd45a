package dev.waybill.feature.retention.forget;

import dev.waybill.infra.schedule.Sleeper;
import java.io.IOException;
import java.time.Duration;
import org.jdbi.v3.core.Handle;

/// Runs the steps of forgetting, each in a transaction that holds a lock, so that no two processes
/// run a step at the same time. The lock ends with the transaction, so processes may alternate:
/// each step reads where the one before it stopped.
final class ExclusiveSteps {

    /// Another process is forgetting.
    static final class Elsewhere extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @FunctionalInterface
    interface Step<T> {
        T run(Handle tx) throws IOException;
    }

    @FunctionalInterface
    interface Use {
        void run(Handle tx) throws IOException;
    }

    // Captures queue behind a transaction that waits for a table lock, so the wait is limited.
    private static final String LIMITS =
            """
            SET LOCAL lock_timeout = '100ms';
            SET LOCAL enable_seqscan = off;
            SET LOCAL jit = off
            """;

    /// A rest takes this many times as long as the step before it, so that at most a quarter of a
    /// core is used.
    private static final int REST_PER_WORK = 3;

    /// A step that waited for an archive has cost the database little.
    private static final Duration REST_MAX = Duration.ofMillis(500);

    private final DayStore days;
    private final Sleeper sleeper;

    ExclusiveSteps(DayStore days, Sleeper sleeper) {
        this.days = days;
        this.sleeper = sleeper;
    }

    <T> T run(Handle handle, Step<T> step) throws IOException {
        long begun = System.nanoTime();
        T result =
                handle.inTransaction(tx -> {
                    tx.execute(LIMITS);
                    if (!days.lock(tx)) {
                        throw new Elsewhere();
                    }
                    return step.run(tx);
                });
        rest(Duration.ofNanos(System.nanoTime() - begun));
        return result;
    }

    /// Copying a day with many open dead letters takes minutes, and at full speed publishes took
    /// three times as long meanwhile.
    private void rest(Duration worked) {
        var rest = worked.multipliedBy(REST_PER_WORK);
        try {
            sleeper.pause(rest.compareTo(REST_MAX) < 0 ? rest : REST_MAX);
        } catch (InterruptedException e) {
            // The process stops, and does not wait for this job.
            Thread.currentThread().interrupt();
        }
    }

    void use(Handle handle, Use step) throws IOException {
        boolean _ =
                run(
                        handle,
                        tx -> {
                            step.run(tx);
                            return true;
                        });
    }
}
