package dev.waybill.feature.retention.forget;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// Finds the rows to keep, a batch at a time, and copies them. No row is locked: a row that changes
/// after it was copied is noted by a trigger and copied again.
final class CopyStore {

    // Rows that were kept before are kept. Of days, pending deliveries and open dead letters are;
    // each mode is a range of a partial index.
    private static final String KEPT_DELIVERIES =
            """
            SELECT id
              FROM ((SELECT id
                       FROM delivery
                      WHERE id >= :from
                        AND id > :after
                        AND id < LEAST(:until, :kept_until)
                      ORDER BY id
                      LIMIT :limit)
                    UNION ALL
                    (SELECT id
                       FROM delivery
                      WHERE mode = 'live'
                        AND id >= GREATEST(:from, :kept_until)
                        AND id > :after
                        AND id < :until
                        AND {open}
                      ORDER BY id
                      LIMIT :limit)
                    UNION ALL
                    (SELECT id
                       FROM delivery
                      WHERE mode = 'test'
                        AND id >= GREATEST(:from, :kept_until)
                        AND id > :after
                        AND id < :until
                        AND {open}
                      ORDER BY id
                      LIMIT :limit)) AS kept
             ORDER BY id
             LIMIT :limit
            """
                    .replace("{open}", OpenRows.WAITING_OR_LETTER);

    /// The next deliveries that are kept with their attempts and notes, except those in flight.
    ///
    /// @param keptUntil where partitions of kept deliveries end
    List<UUID> keptDeliveries(Handle tx, Compaction at, UUID keptUntil, int limit) {
        return tx.createQuery(KEPT_DELIVERIES)
                .bind("from", at.from())
                .bind("after", at.position())
                .bind("until", at.until())
                .bind("kept_until", keptUntil)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    private static final String UNDER_WAY =
            """
            SELECT DISTINCT leased.id
              FROM lease
             CROSS JOIN unnest(delivery_ids) AS leased (id)
             WHERE leased.id >= :from
               AND leased.id < :until
            """;

    /// Deliveries in flight. There are never many, and few are old.
    List<UUID> underWay(Handle tx, Compaction at) {
        return tx.createQuery(UNDER_WAY)
                .bind("from", at.from())
                .bind("until", at.until())
                .mapTo(UUID.class)
                .list();
    }

    private static final String USED_EVENTS =
            """
            SELECT DISTINCT event_id
              FROM delivery
             WHERE event_id >= :from
               AND event_id > :after
               AND event_id < :until
             ORDER BY event_id
             LIMIT :limit
            """;

    /// The next events that a delivery points to, also one of a later day.
    List<UUID> usedEvents(Handle tx, Compaction at, int limit) {
        return tx.createQuery(USED_EVENTS)
                .bind("from", at.from())
                .bind("after", at.position())
                .bind("until", at.until())
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    /// Copies rows as they are now. Attempts, notes and events never change; a delivery that was
    /// copied before is replaced.
    int copy(Handle tx, Compaction compaction, List<String> columns, List<UUID> keys) {
        var names = String.join(", ", columns);
        var table = compaction.table();
        return tx.createUpdate(
                        """
                        INSERT INTO %s (%s)
                        SELECT %s
                          FROM %s
                         WHERE %s = ANY(:keys)
                           AND %s >= :from
                           AND %s < :until
                            ON CONFLICT %s
                        """
                                .formatted(
                                        compaction.next(),
                                        names,
                                        names,
                                        table.code(),
                                        table.key(),
                                        table.key(),
                                        table.key(),
                                        table == DayTable.DELIVERY
                                                ? "(id) DO UPDATE SET " + assignments(columns)
                                                : "DO NOTHING"))
                .bind("keys", keys.toArray(UUID[]::new))
                .bind("from", compaction.from())
                .bind("until", compaction.until())
                .execute();
    }

    private static String assignments(List<String> columns) {
        return columns.stream()
                .map(column -> column + " = excluded." + column)
                .collect(Collectors.joining(", "));
    }

    /// The next deliveries that are dropped with their day.
    ///
    /// @param keptUntil where that day begins
    List<UUID> goingDeliveries(Handle tx, Compaction at, UUID keptUntil, int limit) {
        return tx.createQuery(
                        """
                        SELECT id
                          FROM delivery
                         WHERE id >= GREATEST(:from, :kept_until)
                           AND id > :after
                           AND id < :until
                           AND NOT EXISTS (SELECT FROM %s AS kept WHERE kept.id = delivery.id)
                         ORDER BY id
                         LIMIT :limit
                        """
                                .formatted(at.next()))
                .bind("from", at.from())
                .bind("kept_until", keptUntil)
                .bind("after", at.position())
                .bind("until", at.until())
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }
}
