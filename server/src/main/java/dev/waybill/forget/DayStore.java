package dev.waybill.forget;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// The partitions there are, and when some of them last went.
final class DayStore {

    private static final String ATTACHED =
            """
            SELECT child.relname
              FROM pg_inherits
              JOIN pg_class child ON child.oid = inhrelid
             WHERE inhparent = CAST(:table AS regclass)
             ORDER BY child.relname
            """;

    /// The names of a table's partitions.
    List<String> partitions(Handle handle, DayTable table) {
        return handle.createQuery(ATTACHED).bind("table", table.word()).mapTo(String.class).list();
    }

    private static final String FORGOTTEN =
            """
            SELECT relname
              FROM pg_class
             WHERE relname LIKE 'forgotten\\_%'
               AND relkind = 'r'
               AND relnamespace = CAST(current_schema() AS regnamespace)
             ORDER BY relname
            """;

    /// Former partitions that are still to be dropped.
    List<String> forgotten(Handle handle) {
        return handle.createQuery(FORGOTTEN).mapTo(String.class).list();
    }

    private static final String NOW = "SELECT clock_timestamp()";

    Instant now(Handle handle) {
        return handle.createQuery(NOW).mapTo(Instant.class).one();
    }

    private static final String LAST = "SELECT forgotten_at FROM forgetting";

    Optional<Instant> lastForgottenAt(Handle handle) {
        return handle.createQuery(LAST).mapTo(Instant.class).findOne();
    }

    private static final String REMEMBER =
            """
            INSERT INTO forgetting (forgotten_at)
            VALUES (:at)
                ON CONFLICT (single) DO UPDATE
               SET forgotten_at = excluded.forgotten_at
            """;

    void forgottenAt(Handle handle, Instant at) {
        handle.createUpdate(REMEMBER).bind("at", at).execute();
    }

    private static final String LOCK = "SELECT pg_try_advisory_lock(hashtext('forgetting'))";

    /// Whether this connection is now the only one that forgets; it is until it is closed.
    boolean lock(Handle handle) {
        return handle.createQuery(LOCK).mapTo(Boolean.class).one();
    }

    private static final String AWAIT_LOCK = "SELECT pg_advisory_lock(hashtext('forgetting'))";

    void awaitLock(Handle handle) {
        handle.execute(AWAIT_LOCK);
    }
}
