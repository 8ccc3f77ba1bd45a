package dev.waybill.feature.deadletters;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.feature.deliveries.DeadLetterNote;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads and writes dead letters: the delivery, which shows whether it is open, and its notes.
final class DeadLetterStore {

    /// A delivery that a request names.
    ///
    /// @param supersededBy the redelivery that superseded it; null if none did
    record Found(UUID id, UUID appId, boolean deadLetter, @Nullable UUID supersededBy) {}

    private static final String FIND =
            """
            SELECT id, app_id, reason,
                   CASE WHEN dead_letter_resolved_at IS NOT NULL AND last.kind = 'superseded'
                        THEN last.by_delivery END AS superseded_by
              FROM delivery
              LEFT JOIN LATERAL (
                       SELECT kind, by_delivery
                         FROM dead_letter_note
                        WHERE delivery_id = delivery.id
                        ORDER BY number DESC
                        LIMIT 1) AS last ON true
             WHERE id = ANY (:ids)
               AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
               AND mode = :mode
            """;

    List<Found> find(Handle tx, List<UUID> ids, Scope scope) {
        return tx.createQuery(FIND)
                .bind("ids", ids.toArray(UUID[]::new))
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("mode", scope.mode().code())
                .map((row, _) -> read(row))
                .list();
    }

    private static final String OPEN =
            """
            SELECT id
              FROM delivery
             WHERE mode = :mode
               AND is_open_dead_letter(reason, dead_letter_resolved_at)
               AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                        THEN NOT is_internal_app(app_id)
                        ELSE app_id = CAST(:app_id AS uuid) END
               AND (CAST(:endpoint_id AS uuid) IS NULL
                    OR endpoint_id = CAST(:endpoint_id AS uuid))
               AND (CAST(:reasons AS text[]) IS NULL OR reason = ANY (:reasons))
               AND (CAST(:causes AS text[]) IS NULL
                   OR COALESCE(cause, 'unattempted') = ANY (:causes))
               AND (CAST(:event_type AS text) IS NULL OR event_type = :event_type)
               AND id >= :first
               AND id < :until
             ORDER BY id
             LIMIT :limit
            """;

    /// Oldest first. Without an app, the internal apps are left out.
    List<UUID> open(Handle handle, Scope scope, DeadLetterFilter filter, int limit) {
        return ids(handle, OPEN, scope, filter, limit);
    }

    // A superseded dead letter stays resolved: another one is open in its place.
    private static final String CLOSED =
            """
            SELECT id
              FROM delivery
             WHERE mode = :mode
               AND dead_letter_resolved_at IS NOT NULL
               AND reason IS NOT NULL
               AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                        THEN NOT is_internal_app(app_id)
                        ELSE app_id = CAST(:app_id AS uuid) END
               AND (CAST(:endpoint_id AS uuid) IS NULL
                    OR endpoint_id = CAST(:endpoint_id AS uuid))
               AND (CAST(:reasons AS text[]) IS NULL OR reason = ANY (:reasons))
               AND (CAST(:causes AS text[]) IS NULL
                   OR COALESCE(cause, 'unattempted') = ANY (:causes))
               AND (CAST(:event_type AS text) IS NULL OR event_type = :event_type)
               AND id >= :first
               AND id < :until
               AND (SELECT kind
                      FROM dead_letter_note
                     WHERE delivery_id = delivery.id
                     ORDER BY number DESC
                     LIMIT 1) <> 'superseded'
             ORDER BY id
             LIMIT :limit
            """;

    List<UUID> closed(Handle handle, Scope scope, DeadLetterFilter filter, int limit) {
        return ids(handle, CLOSED, scope, filter, limit);
    }

    private static final String CLOSE =
            """
            WITH closed AS (
                UPDATE delivery
                   SET dead_letter_resolved_at = :now
                 WHERE id = ANY (:ids)
                   AND is_open_dead_letter(reason, dead_letter_resolved_at)
                RETURNING id
            )
            INSERT INTO dead_letter_note (delivery_id, at, actor, kind, note)
            SELECT id, :now, :actor, :kind, :note
              FROM closed
            """;

    /// Returns the number that were open.
    int close(Handle tx, List<UUID> ids, DeadLetterNote note) {
        return write(tx, CLOSE, ids, note);
    }

    private static final String REOPEN =
            """
            WITH reopened AS (
                UPDATE delivery
                   SET dead_letter_resolved_at = NULL
                 WHERE id = ANY (:ids)
                   AND dead_letter_resolved_at IS NOT NULL
                   AND (SELECT kind
                          FROM dead_letter_note
                         WHERE delivery_id = delivery.id
                         ORDER BY number DESC
                         LIMIT 1) <> 'superseded'
                RETURNING id
            )
            INSERT INTO dead_letter_note (delivery_id, at, actor, kind, note)
            SELECT id, :now, :actor, :kind, :note
              FROM reopened
            """;

    /// Returns the number that were reopened.
    int reopen(Handle tx, List<UUID> ids, DeadLetterNote note) {
        return write(tx, REOPEN, ids, note);
    }

    // Locked, so that a concurrent resolve takes effect after this statement.
    private static final String NOTE =
            """
            WITH noted AS (
                SELECT id
                  FROM delivery
                 WHERE id = ANY (:ids)
                   AND is_open_dead_letter(reason, dead_letter_resolved_at)
                   FOR NO KEY UPDATE
            )
            INSERT INTO dead_letter_note (delivery_id, at, actor, kind, note)
            SELECT id, :now, :actor, :kind, :note
              FROM noted
            """;

    /// Returns the number of open ones.
    int note(Handle tx, List<UUID> ids, DeadLetterNote note) {
        return write(tx, NOTE, ids, note);
    }

    private static int write(Handle tx, String statement, List<UUID> ids, DeadLetterNote note) {
        return tx.createUpdate(statement)
                .bind("ids", ids.toArray(UUID[]::new))
                .bind("now", note.at())
                .bind("actor", note.actor())
                .bind("kind", note.kind())
                .bind("note", note.note())
                .execute();
    }

    private static List<UUID> ids(
            Handle handle, String query, Scope scope, DeadLetterFilter filter, int limit) {
        return handle.createQuery(query)
                .bind("mode", scope.mode().code())
                .bindByType("app_id", scope.appId(), UUID.class)
                .bindByType("endpoint_id", filter.endpointId(), UUID.class)
                .bindByType("reasons", filter.reasonCodes(), String[].class)
                .bindByType("causes", filter.causeCodes(), String[].class)
                .bind("event_type", filter.eventType())
                .bind("first", filter.firstId())
                .bind("until", filter.endId())
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    private static Found read(ResultSet row) throws SQLException {
        var reason = row.getString("reason");
        return new Found(
                row.getObject("id", UUID.class),
                row.getObject("app_id", UUID.class),
                reason != null && Reason.of(reason).orElseThrow().isDeadLetter(),
                row.getObject("superseded_by", UUID.class));
    }
}
