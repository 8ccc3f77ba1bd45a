package dev.waybill.engine.recovery;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// Deletes rows after their time, oldest first, a limited number in one statement.
final class PruneStore {

    // Keys taken at the same instant are deleted together: they belong to one batch, and half of a
    // batch must not be a repetition while the other half is new. So the limit determines the last
    // instant to delete, and its last transaction may exceed it.
    private static final String PUBLISH_KEYS =
            """
            WITH last AS MATERIALIZED (
                SELECT max(created_at) AS created_at
                  FROM (SELECT created_at
                          FROM publish_key
                         WHERE kind = 'idempotency_key'
                           AND created_at < ?
                         ORDER BY created_at
                         LIMIT ?) oldest
            )
            DELETE FROM publish_key
             WHERE kind = 'idempotency_key'
               AND created_at <= (SELECT created_at FROM last)
            """;

    /// Returns how many it deleted.
    int publishKeys(Connection connection, Instant before, int limit) throws SQLException {
        try (var statement = connection.prepareStatement(PUBLISH_KEYS)) {
            new SqlArrays(statement).time(before).number(limit);
            return statement.executeUpdate();
        }
    }

    private static final String EVENT_IDS =
            """
            WITH looked AS MATERIALIZED (
                SELECT app_id, mode, kind, key, ordinal, event_id, created_at
                  FROM publish_key
                 WHERE kind = 'event_id'
                   AND created_at >= ?
                   AND created_at < ?
                 ORDER BY created_at
                 LIMIT ?
            ), gone AS (
                DELETE FROM publish_key
                 WHERE (app_id, mode, kind, key, ordinal) IN (
                           SELECT app_id, mode, kind, key, ordinal
                             FROM looked
                            WHERE NOT EXISTS (
                                      SELECT
                                        FROM event
                                       WHERE event.id = looked.event_id))
                RETURNING 1
            )
            SELECT (SELECT count(*) FROM looked) AS looked,
                   (SELECT count(*) FROM gone) AS deleted,
                   (SELECT max(created_at) FROM looked) AS last_at
            """;

    /// The result for a batch of producers' ids.
    ///
    /// @param lastAt when the last one was taken; null if there was none
    record EventIds(int looked, int deleted, @Nullable Instant lastAt) {}

    /// Looks at the oldest ids from a time on, and deletes those of deleted events.
    EventIds eventIds(Connection connection, Instant from, Instant before, int limit)
            throws SQLException {
        try (var statement = connection.prepareStatement(EVENT_IDS)) {
            new SqlArrays(statement).time(from).time(before).number(limit);
            try (var rows = statement.executeQuery()) {
                rows.next();
                var lastAt = rows.getObject("last_at", OffsetDateTime.class);
                return new EventIds(
                        rows.getInt("looked"),
                        rows.getInt("deleted"),
                        lastAt == null ? null : lastAt.toInstant());
            }
        }
    }

    private static final String REQUEST_KEYS =
            """
            WITH last AS MATERIALIZED (
                SELECT max(created_at) AS created_at
                  FROM (SELECT created_at
                          FROM idempotency_key
                         WHERE created_at < ?
                         ORDER BY created_at
                         LIMIT ?) oldest
            )
            DELETE FROM idempotency_key
             WHERE created_at <= (SELECT created_at FROM last)
            """;

    /// Returns how many it deleted.
    int requestKeys(Connection connection, Instant before, int limit) throws SQLException {
        try (var statement = connection.prepareStatement(REQUEST_KEYS)) {
            new SqlArrays(statement).time(before).number(limit);
            return statement.executeUpdate();
        }
    }
}
