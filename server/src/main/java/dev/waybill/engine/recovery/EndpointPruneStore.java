package dev.waybill.engine.recovery;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Deletes the remaining rows of deleted endpoints and dead processes.
final class EndpointPruneStore {

    /// A deleted endpoint, in the order of deletion.
    record Place(Instant deletedAt, UUID id) {
        static final Place FIRST = new Place(Instant.EPOCH, new UUID(0, 0));
    }

    private static final String DELETED =
            """
            SELECT deleted_at, id
              FROM endpoint
             WHERE (deleted_at, id) > (?, ?)
               AND deleted_at < ?
             ORDER BY deleted_at, id
             LIMIT ?
            """;

    /// The next endpoints that were deleted before a time.
    List<Place> deleted(Connection connection, Place after, Instant before, int limit)
            throws SQLException {
        try (var statement = connection.prepareStatement(DELETED)) {
            new SqlArrays(statement)
                    .time(after.deletedAt())
                    .uuid(after.id())
                    .time(before)
                    .number(limit);
            var deleted = new ArrayList<Place>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    deleted.add(
                            new Place(
                                    rows.getObject("deleted_at", OffsetDateTime.class).toInstant(),
                                    rows.getObject("id", UUID.class)));
                }
            }
            return deleted;
        }
    }

    // A deleted endpoint gets no new rows, so rows that are absent now stay absent.
    private static final String REMOVE =
            """
            WITH unused AS MATERIALIZED (
                SELECT asked.id
                  FROM unnest(?::uuid[]) AS asked (id)
                 WHERE NOT EXISTS (
                           SELECT
                             FROM delivery
                            WHERE delivery.endpoint_id = asked.id)
                   AND NOT EXISTS (
                           SELECT
                             FROM endpoint_state_change AS change
                            WHERE change.endpoint_id = asked.id
                              AND notified_at IS NULL)
            ), changes AS (
                DELETE FROM endpoint_state_change
                 WHERE endpoint_id IN (SELECT id FROM unused)
            ), health AS (
                DELETE FROM endpoint_health
                 WHERE endpoint_id IN (SELECT id FROM unused)
            ), paces AS (
                DELETE FROM endpoint_pace
                 WHERE endpoint_id IN (SELECT id FROM unused)
            ), custodies AS (
                DELETE FROM endpoint_owner
                 WHERE endpoint_id IN (SELECT id FROM unused)
            ), sequences AS (
                DELETE FROM strict_sequence
                 WHERE endpoint_id IN (SELECT id FROM unused)
            ), holds AS (
                DELETE FROM lane_hold
                 WHERE endpoint_id IN (SELECT id FROM unused)
            ), windows AS (
                DELETE FROM send_window
                 WHERE endpoint_id IN (SELECT id FROM unused)
            )
            DELETE FROM endpoint
             WHERE id IN (SELECT id FROM unused)
               AND deleted_at IS NOT NULL
            """;

    /// Deletes the endpoints that nothing refers to, with their rows. Returns how many.
    int remove(Connection connection, List<Place> deleted) throws SQLException {
        try (var statement = connection.prepareStatement(REMOVE)) {
            new SqlArrays(statement).uuids(deleted, Place::id);
            return statement.executeUpdate();
        }
    }

    // Far longer than a process may stop and return, by the clock of the database as for leases. A
    // skip scan from one process to the next, however many endpoints each has.
    private static final String REMOVE_CUSTODIES =
            """
            WITH RECURSIVE holder AS (
                (SELECT process_id
                   FROM endpoint_owner
                  ORDER BY process_id
                  LIMIT 1)
                UNION ALL
                SELECT (SELECT process_id
                          FROM endpoint_owner
                         WHERE endpoint_owner.process_id > holder.process_id
                         ORDER BY process_id
                         LIMIT 1)
                  FROM holder
                 WHERE holder.process_id IS NOT NULL
            ), dead AS MATERIALIZED (
                SELECT process_id
                  FROM holder
                 WHERE process_id IS NOT NULL
                   AND NOT EXISTS (
                           SELECT
                             FROM process
                            WHERE process.id = holder.process_id
                              AND alive_until > clock_timestamp() - interval '10 minutes')
            )
            DELETE FROM endpoint_owner
             WHERE process_id IN (SELECT process_id FROM dead)
               AND endpoint_id IN (
                       SELECT endpoint_id
                         FROM endpoint_owner AS held
                        WHERE held.process_id IN (SELECT process_id FROM dead)
                        ORDER BY endpoint_id
                        LIMIT 1000
                          FOR UPDATE SKIP LOCKED)
            """;

    /// Returns how many rows it deleted.
    int removeCustodiesOfTheDead(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(REMOVE_CUSTODIES)) {
            return statement.executeUpdate();
        }
    }
}
