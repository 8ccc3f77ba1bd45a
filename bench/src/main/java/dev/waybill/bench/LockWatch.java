package dev.waybill.bench;

import dev.waybill.bench.lab.Pace;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jdbi.v3.core.Handle;

/// Looks every few milliseconds whether somebody has a table of ours for itself, and for how long.
final class LockWatch {

    private static final Duration LOOK = Duration.ofMillis(5);

    private static final String LOCKED =
            """
            SELECT EXISTS (
                SELECT
                  FROM pg_locks
                  JOIN pg_class ON pg_class.oid = relation
                 WHERE mode = 'AccessExclusiveLock'
                   AND granted
                   AND relname IN ('event', 'delivery', 'attempt', 'letter_note'))
            """;

    private final Database database;
    private volatile double longestMillis;

    LockWatch(Database database) {
        this.database = database;
    }

    /// Until the work is done.
    void run(Future<?> work) {
        try (var handle = database.maintenance().open()) {
            long free = System.nanoTime();
            while (!work.isDone()) {
                if (isLocked(handle)) {
                    // At most since it was last seen free.
                    longestMillis = Math.max(longestMillis, (System.nanoTime() - free) / 1e6);
                } else {
                    free = System.nanoTime();
                }
                Pace.pause(LOOK);
            }
        }
    }

    private static boolean isLocked(Handle handle) {
        return handle.createQuery(LOCKED).mapTo(Boolean.class).one();
    }

    /// At most so long, as far as it was seen.
    double longestMillis() {
        return longestMillis;
    }
}
