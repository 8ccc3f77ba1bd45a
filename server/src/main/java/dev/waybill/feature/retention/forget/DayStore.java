package dev.waybill.feature.retention.forget;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Reads partitions, and when a day was last dropped.
final class DayStore {

    private static final String ATTACHED =
            """
            SELECT child.relname AS name, GREATEST(child.reltuples, 0)::bigint AS rows
              FROM pg_inherits
              JOIN pg_class child ON child.oid = inhrelid
             WHERE inhparent = CAST(:table AS regclass)
             ORDER BY child.relname
            """;

    Partitions partitions(Handle handle, DayTable table) {
        var kept = new ArrayList<Partitions.Kept>();
        var days = new ArrayList<LocalDate>();
        handle.createQuery(ATTACHED)
                .bind("table", table.code())
                .map((row, _) -> Map.entry(row.getString("name"), row.getLong("rows")))
                .forEach(partition -> {
                    var name = partition.getKey();
                    table.dayOf(name).ifPresent(days::add);
                    table.keptUntil(name)
                            .ifPresent(until ->
                                    kept.add(
                                            new Partitions.Kept(
                                                    name, until, partition.getValue())));
                });
        return Partitions.of(table, kept, days);
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

    private static final String LAST = "SELECT last_dropped_at FROM retention_state";

    Optional<Instant> lastForgottenAt(Handle handle) {
        return handle.createQuery(LAST).mapTo(Instant.class).findOne();
    }

    private static final String REMEMBER =
            """
            INSERT INTO retention_state (last_dropped_at)
            VALUES (:at)
                ON CONFLICT (single) DO UPDATE
               SET last_dropped_at = excluded.last_dropped_at
            """;

    void forgottenAt(Handle handle, Instant at) {
        handle.createUpdate(REMEMBER).bind("at", at).execute();
    }

    private static final String LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('forgetting'))";

    /// Takes the lock of forgetting until the transaction ends; false if another process has it.
    boolean lock(Handle tx) {
        return tx.createQuery(LOCK).mapTo(Boolean.class).one();
    }

    private static final String AWAIT_LOCK = "SELECT pg_advisory_xact_lock(hashtext('forgetting'))";

    void awaitLock(Handle tx) {
        tx.execute(AWAIT_LOCK);
    }
}
