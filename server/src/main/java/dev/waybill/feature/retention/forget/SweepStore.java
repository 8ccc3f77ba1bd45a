package dev.waybill.feature.retention.forget;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Removes rows from kept partitions, found by indexes that only those have.
final class SweepStore {

    /// The next kept deliveries that have ended or were resolved.
    List<UUID> closed(Handle tx, String kept, UUID after, int limit) {
        return tx.createQuery(
                        """
                        SELECT id
                          FROM %s
                         WHERE %s
                           AND id > :after
                         ORDER BY id
                         LIMIT :limit
                        """
                                .formatted(kept, OpenRows.CLOSED))
                .bind("after", after)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    /// Open dead letters that are past their retention, the oldest first.
    List<UUID> overdueLetters(Handle tx, String kept, Instant until, int limit) {
        return tx.createQuery(
                        """
                        SELECT id
                          FROM %s
                         WHERE %s
                           AND updated_at < :until
                         ORDER BY updated_at, id
                         LIMIT :limit
                        """
                                .formatted(kept, OpenRows.OPEN_DEAD_LETTER))
                .bind("until", until)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    /// A delivery that was removed.
    record Removed(UUID id, UUID eventId) {}

    private static final String REMOVE_DELIVERIES =
            """
            DELETE FROM delivery
             WHERE id IN (
                       SELECT id
                         FROM delivery
                        WHERE id = ANY(:ids)
                          AND ((%s) OR ((%s) AND updated_at < :dead_letters_until))
                        ORDER BY id
                          FOR UPDATE SKIP LOCKED)
               AND id = ANY(:ids)
            RETURNING id, event_id
            """
                    .formatted(OpenRows.CLOSED, OpenRows.OPEN_DEAD_LETTER);

    /// Removes those that may still be removed. Locked rows are skipped and removed later.
    List<Removed> removeDeliveries(Handle tx, List<UUID> ids, Instant deadLettersUntil) {
        return tx.createQuery(REMOVE_DELIVERIES)
                .bind("ids", ids.toArray(UUID[]::new))
                .bind("dead_letters_until", deadLettersUntil)
                .map((row, _) ->
                        new Removed(
                                row.getObject("id", UUID.class),
                                row.getObject("event_id", UUID.class)))
                .list();
    }

    private static final String REMOVE_ATTEMPTS =
            "DELETE FROM attempt WHERE delivery_id = ANY(:ids)";

    void removeAttempts(Handle tx, List<UUID> ids) {
        tx.createUpdate(REMOVE_ATTEMPTS).bind("ids", ids.toArray(UUID[]::new)).execute();
    }

    private static final String REMOVE_NOTES =
            "DELETE FROM dead_letter_note WHERE delivery_id = ANY(:ids)";

    void removeNotes(Handle tx, List<UUID> ids) {
        tx.createUpdate(REMOVE_NOTES).bind("ids", ids.toArray(UUID[]::new)).execute();
    }

    private static final String MAY_BE_UNUSED =
            """
            INSERT INTO unused_event (id)
            SELECT DISTINCT id
              FROM unnest(:ids) AS event (id)
                ON CONFLICT DO NOTHING
            """;

    void mayBeUnused(Handle tx, List<UUID> eventIds) {
        tx.createUpdate(MAY_BE_UNUSED).bind("ids", eventIds.toArray(UUID[]::new)).execute();
    }

    /// Notes the kept events that deliveries of a dropped day pointed to.
    void mayBeUnusedAfter(Handle tx, String forgottenDay, UUID eventsKeptUntil) {
        tx.createUpdate(
                        """
                        INSERT INTO unused_event (id)
                        SELECT DISTINCT event_id
                          FROM %s
                         WHERE event_id < :kept_until
                            ON CONFLICT DO NOTHING
                        """
                                .formatted(forgottenDay))
                .bind("kept_until", eventsKeptUntil)
                .execute();
    }

    private static final String NEXT_UNUSED =
            """
            SELECT id
              FROM unused_event
             WHERE id > :after
             ORDER BY id
             LIMIT :limit
            """;

    List<UUID> nextUnused(Handle tx, UUID after, int limit) {
        return tx.createQuery(NEXT_UNUSED)
                .bind("after", after)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    private static final String FORGET_UNUSED = "DELETE FROM unused_event WHERE id = ANY(:ids)";

    void forgetUnused(Handle tx, List<UUID> ids) {
        tx.createUpdate(FORGET_UNUSED).bind("ids", ids.toArray(UUID[]::new)).execute();
    }

    private static final String WITHOUT_DELIVERY =
            """
            SELECT asked.id
              FROM unnest(:ids) AS asked (id)
             WHERE NOT EXISTS (SELECT FROM delivery WHERE event_id = asked.id)
            """;

    List<UUID> withoutDelivery(Handle tx, List<UUID> eventIds) {
        return tx.createQuery(WITHOUT_DELIVERY)
                .bind("ids", eventIds.toArray(UUID[]::new))
                .mapTo(UUID.class)
                .list();
    }

    private static final String REMOVE_EVENTS =
            "DELETE FROM event WHERE id = ANY(:ids) AND id < :kept_until";

    void removeEvents(Handle tx, List<UUID> ids, UUID keptUntil) {
        tx.createUpdate(REMOVE_EVENTS)
                .bind("ids", ids.toArray(UUID[]::new))
                .bind("kept_until", keptUntil)
                .execute();
    }

    private static final String ATTEMPTED =
            """
            SELECT DISTINCT delivery_id
              FROM attempt
             WHERE delivery_id >= :from
               AND delivery_id > :after
               AND delivery_id < :until
             ORDER BY delivery_id
             LIMIT :limit
            """;

    /// The next deliveries that have attempts.
    List<UUID> attempted(Handle tx, UUID from, UUID after, UUID until, int limit) {
        return tx.createQuery(ATTEMPTED)
                .bind("from", from)
                .bind("after", after)
                .bind("until", until)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    private static final String REMOVE_ORPHANS =
            """
            DELETE FROM attempt
             WHERE delivery_id = ANY(:ids)
               AND NOT EXISTS (SELECT FROM delivery WHERE delivery.id = attempt.delivery_id)
            """;

    void removeOrphans(Handle tx, List<UUID> deliveryIds) {
        tx.createUpdate(REMOVE_ORPHANS).bind("ids", deliveryIds.toArray(UUID[]::new)).execute();
    }
}
