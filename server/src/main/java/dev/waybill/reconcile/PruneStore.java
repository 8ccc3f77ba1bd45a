package dev.waybill.reconcile;

import dev.waybill.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/// Deletes rows whose time is over, oldest first, so many at a time.
final class PruneStore {

    // All that were taken in one instant go together: the keys of one batch were, and half of them
    // must not be repetitions while the other half is new. So the limit finds the last instant to
    // go, and its last transaction may exceed it.
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

    // Those whose event was kept are passed over each time; they are few.
    private static final String EVENT_IDS =
            """
            DELETE FROM publish_key
             WHERE (app_id, mode, kind, key, ordinal) IN (
                       SELECT app_id, mode, kind, key, ordinal
                         FROM publish_key
                        WHERE kind = 'event_id'
                          AND created_at < ?
                          AND NOT EXISTS (
                                  SELECT
                                    FROM event
                                   WHERE event.id = publish_key.event_id)
                        ORDER BY created_at
                        LIMIT ?)
            """;

    /// Producers' ids of events that are no more. Returns how many it deleted.
    int eventIds(Connection connection, Instant before, int limit) throws SQLException {
        try (var statement = connection.prepareStatement(EVENT_IDS)) {
            new SqlArrays(statement).time(before).number(limit);
            return statement.executeUpdate();
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
