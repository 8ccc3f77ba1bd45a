package dev.waybill.forget;

import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Puts what is to be kept in place of the partitions that go. The statements of one table run in
/// one transaction; names come from our own enum and from the catalogue.
final class KeptStore {

    /// How long captures may queue behind us for a table that somebody else has in use. It is asked
    /// for again a minute later.
    private static final String LIMITS =
            """
            SET LOCAL lock_timeout = '100ms';
            SET LOCAL enable_seqscan = off;
            SET LOCAL jit = off
            """;

    void limit(Handle tx) {
        tx.execute(LIMITS);
    }

    private static final String COLUMNS =
            """
            SELECT quote_ident(attname)
              FROM pg_attribute
             WHERE attrelid = CAST(:table AS regclass)
               AND attnum > 0
               AND NOT attisdropped
             ORDER BY attnum
            """;

    List<String> columns(Handle tx, DayTable table) {
        return tx.createQuery(COLUMNS).bind("table", table.word()).mapTo(String.class).list();
    }

    /// With its indexes, which would be built while the table is locked otherwise, and with a check
    /// from which the database sees that no row has to be looked at when it is attached.
    void createNext(Handle tx, DayTable table, UUID until) {
        tx.execute(
                """
                CREATE TABLE %s_next (
                    LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES,
                    CHECK (%s < '%s'))
                  WITH (fillfactor = %d)
                """
                        .formatted(
                                table.kept(),
                                table.word(),
                                table.key(),
                                until,
                                table.fillFactor()));
    }

    // What waits, what is under way, and the dead letters that nobody has closed. The first two
    // lines are those of the partial index that holds nothing else of interest; what is in flight
    // is found through its lease.
    private static final String OPEN_DELIVERIES =
            """
            SELECT id
              FROM delivery
             WHERE id < :until
               AND (reason IS NOT NULL OR next_attempt_at IS NOT NULL OR lane IS NOT NULL)
               AND (reason IS NULL OR is_open_letter(state, reason, letter_closed_at))
               AND NOT EXISTS (
                       SELECT
                         FROM unnest(:archived) AS archived (id)
                        WHERE archived.id = delivery.id)
             UNION
            SELECT leased.id
              FROM lease
             CROSS JOIN unnest(delivery_ids) AS leased (id)
             WHERE leased.id < :until
             UNION
            SELECT spared.id
              FROM unnest(:spared) AS spared (id)
            """;

    /// All that are not being worked on just now. Whoever wants to work on them has to wait, so
    /// that the copies stay true.
    int copyDeliveries(Handle tx, List<String> columns, UUID until, Going going) {
        return copyDeliveries(tx, columns, until, going, "FOR UPDATE OF delivery SKIP LOCKED");
    }

    /// Those that were left out, or opened since. Nobody else is at the table.
    int copyLateDeliveries(Handle tx, List<String> columns, UUID until, Going going) {
        return copyDeliveries(
                tx,
                columns,
                until,
                going,
                """
                AND NOT EXISTS (
                        SELECT
                          FROM delivery_kept_next AS copied
                         WHERE copied.id = delivery.id)
                """);
    }

    private static int copyDeliveries(
            Handle tx, List<String> columns, UUID until, Going going, String ending) {
        var names = String.join(", ", columns);
        return tx.createUpdate(
                        """
                        WITH open AS MATERIALIZED (
                        %s)
                        INSERT INTO delivery_kept_next (%s)
                        SELECT %s
                          FROM delivery
                         WHERE id IN (SELECT id FROM open)
                           AND id < :until
                        %s
                        """
                                .formatted(OPEN_DELIVERIES, names, names, ending))
                .bind("until", until)
                .bind("archived", going.archived().toArray(UUID[]::new))
                .bind("spared", going.spared().toArray(UUID[]::new))
                .execute();
    }

    /// Those of deliveries that are still there although their own day has gone, and of those that
    /// are open. An attempt is never changed; it may be there while its delivery's day is, too.
    int copyAttempts(Handle tx, List<String> columns, UUID until) {
        var names = String.join(", ", columns);
        return tx.createUpdate(
                        """
                        WITH open AS MATERIALIZED (
                        %s)
                        INSERT INTO attempt_kept_next (%s)
                        SELECT %s
                          FROM attempt
                         WHERE delivery_id < :until
                           AND (delivery_id IN (SELECT id FROM open)
                                OR delivery_id IN (
                                       SELECT id
                                         FROM delivery
                                        WHERE id < :until
                                          AND tableoid = to_regclass('delivery_kept')))
                            ON CONFLICT DO NOTHING
                        """
                                .formatted(OPEN_DELIVERIES, names, names))
                .bind("until", until)
                .bind("archived", new UUID[0])
                .bind("spared", new UUID[0])
                .execute();
    }

    /// What belongs to deliveries that are still there. It is never changed, only added to.
    int copyNotes(Handle tx, List<String> columns, UUID until) {
        var names = String.join(", ", columns);
        return tx.createUpdate(
                        """
                        INSERT INTO letter_note_kept_next (%s)
                        SELECT %s
                          FROM letter_note
                         WHERE delivery_id IN (SELECT id FROM delivery WHERE id < :until)
                           AND delivery_id < :until
                            ON CONFLICT DO NOTHING
                        """
                                .formatted(names, names))
                .bind("until", until)
                .execute();
    }

    /// Those that a delivery points to, however young it is. An event is never changed.
    int copyEvents(Handle tx, List<String> columns, UUID until) {
        var names = String.join(", ", columns);
        return tx.createUpdate(
                        """
                        WITH wanted AS MATERIALIZED (
                            SELECT DISTINCT event_id AS id
                              FROM delivery
                             WHERE event_id < :until
                        )
                        INSERT INTO event_kept_next (%s)
                        SELECT %s
                          FROM event
                         WHERE id IN (SELECT id FROM wanted)
                           AND id < :until
                            ON CONFLICT DO NOTHING
                        """
                                .formatted(names, names))
                .bind("until", until)
                .execute();
    }

    void lock(Handle tx, DayTable table) {
        tx.execute("LOCK TABLE " + table.word() + " IN ACCESS EXCLUSIVE MODE");
    }

    void detach(Handle tx, DayTable table, String partition) {
        tx.execute("ALTER TABLE %s DETACH PARTITION %s".formatted(table.word(), partition));
    }

    /// From now on nobody takes it for anything but what is to be dropped.
    void markForgotten(Handle tx, String partition) {
        tx.execute("ALTER TABLE %s RENAME TO forgotten_%s".formatted(partition, partition));
    }

    void attachNext(Handle tx, DayTable table, UUID until) {
        tx.execute("ALTER TABLE %s_next RENAME TO %s".formatted(table.kept(), table.kept()));
        tx.execute(
                "ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (MINVALUE) TO ('%s')"
                        .formatted(table.word(), table.kept(), until));
    }

    void drop(Handle handle, String forgotten) {
        handle.execute("DROP TABLE " + forgotten);
    }
}
