package dev.waybill.bench;

import dev.waybill.bench.lab.Pace;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jdbi.v3.core.Handle;

/// Takes the weakest lock on our tables every few milliseconds, and measures how long it has to
/// wait. `pg_locks` would show the same, but reading it blocks every transaction that takes a lock.
final class LockWatch {

    private static final Duration LOOK = Duration.ofMillis(5);

    private static final String LOCK =
            "LOCK TABLE ONLY event, delivery, attempt, dead_letter_note IN ACCESS SHARE MODE";

    private final Database database;
    private volatile double longestMillis;

    LockWatch(Database database) {
        this.database = database;
    }

    /// Runs until the work is done.
    void run(Future<?> work) {
        try (var handle = database.maintenance().open()) {
            while (!work.isDone()) {
                longestMillis = Math.max(longestMillis, waitedMillis(handle));
                Pace.pause(LOOK);
            }
        }
    }

    private static double waitedMillis(Handle handle) {
        return handle.inTransaction(tx -> {
            long begun = System.nanoTime();
            tx.execute(LOCK);
            return (System.nanoTime() - begun) / 1e6;
        });
    }

    /// The longest wait observed.
    double longestMillis() {
        return longestMillis;
    }
}
