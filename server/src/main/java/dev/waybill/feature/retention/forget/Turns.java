package dev.waybill.feature.retention.forget;

import java.io.IOException;
import org.jdbi.v3.core.Handle;

/// Runs the steps of forgetting, each a transaction that no other process's step runs beside. The
/// lock ends with the transaction, so it needs no session of its own, and processes may take turns:
/// each step reads where the one before it stopped.
final class Turns {

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

    // Captures queue behind whoever waits for a table, so nothing is waited for longer than this.
    private static final String LIMITS =
            """
            SET LOCAL lock_timeout = '100ms';
            SET LOCAL enable_seqscan = off;
            SET LOCAL jit = off
            """;

    private final DayStore days;

    Turns(DayStore days) {
        this.days = days;
    }

    <T> T run(Handle handle, Step<T> step) throws IOException {
        return handle.inTransaction(tx -> {
            tx.execute(LIMITS);
            if (!days.lock(tx)) {
                throw new Elsewhere();
            }
            return step.run(tx);
        });
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
