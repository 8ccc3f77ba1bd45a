package dev.waybill.engine.dispatch;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Finds the endpoints that pending deliveries wait for.
final class DueStore {

    /// An endpoint with deliveries that fell due.
    ///
    /// @param urgent whether some of them are urgent
    /// @param deliveries how many were looked at
    record Fallen(UUID endpointId, boolean urgent, int deliveries) {}

    // The cost depends on the deliveries that fell due within the span and still wait, not on
    // all that wait. LIMIT bounds it if one endpoint gets more than can be sent.
    static final String FELL_DUE =
            """
            SELECT endpoint_id, bool_or(retry_policy IN ('brief', 'short')), count(*)
              FROM (SELECT endpoint_id, retry_policy
                      FROM delivery
                     WHERE next_attempt_at >= ?
                       AND next_attempt_at <= ?
                     ORDER BY next_attempt_at
                     LIMIT ?) fallen
             GROUP BY endpoint_id
             ORDER BY endpoint_id
            """;

    /// The endpoints whose deliveries fell due within this span.
    ///
    /// @param limit the number of deliveries to look at
    List<Fallen> fellDue(Connection connection, Instant from, Instant to, int limit)
            throws SQLException {
        try (var statement = connection.prepareStatement(FELL_DUE)) {
            new SqlArrays(statement).time(from).time(to).number(limit);
            var fallen = new ArrayList<Fallen>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    fallen.add(
                            new Fallen(
                                    rows.getObject(1, UUID.class),
                                    rows.getBoolean(2),
                                    rows.getInt(3)));
                }
            }
            return fallen;
        }
    }

    // A skip scan: from one endpoint to the next through the partial index, however many rows each
    // has. It names one partition, because a step through all of them at once is a search in each,
    // and most hold no pending row. LIMIT ends the recursion at this many endpoints; the caller
    // continues behind the last one.
    static final String WAITING =
            """
            WITH RECURSIVE step AS (
                (SELECT endpoint_id, next_attempt_at
                   FROM %1$s
                  WHERE endpoint_id > ?
                    AND next_attempt_at IS NOT NULL
                  ORDER BY endpoint_id, next_attempt_at
                  LIMIT 1)
                UNION ALL
                SELECT following.endpoint_id, following.next_attempt_at
                  FROM step
                 CROSS JOIN LATERAL (
                           SELECT endpoint_id, next_attempt_at
                             FROM %1$s
                            WHERE endpoint_id > step.endpoint_id
                              AND next_attempt_at IS NOT NULL
                            ORDER BY endpoint_id, next_attempt_at
                            LIMIT 1) following
            )
            SELECT endpoint_id, next_attempt_at <= ? AS due
              FROM step
             LIMIT ?
            """;

    // The same through the index of urgent deliveries.
    private static final String WAITING_URGENT =
            """
            WITH RECURSIVE step AS (
                (SELECT endpoint_id, next_attempt_at
                   FROM %1$s
                  WHERE endpoint_id > ?
                    AND next_attempt_at IS NOT NULL
                    AND retry_policy IN ('brief', 'short')
                  ORDER BY endpoint_id, next_attempt_at
                  LIMIT 1)
                UNION ALL
                SELECT following.endpoint_id, following.next_attempt_at
                  FROM step
                 CROSS JOIN LATERAL (
                           SELECT endpoint_id, next_attempt_at
                             FROM %1$s
                            WHERE endpoint_id > step.endpoint_id
                              AND next_attempt_at IS NOT NULL
                              AND retry_policy IN ('brief', 'short')
                            ORDER BY endpoint_id, next_attempt_at
                            LIMIT 1) following
            )
            SELECT endpoint_id, next_attempt_at <= ? AS due
              FROM step
             LIMIT ?
            """;

    /// An endpoint in the order of the scan, and whether it has due deliveries.
    record Waiting(UUID endpointId, boolean due) {}

    /// The endpoints behind `after` that have pending deliveries in one partition, in order.
    ///
    /// @param partition a name that the database returned
    /// @param urgent only urgent deliveries
    List<Waiting> waiting(
            Connection connection,
            String partition,
            boolean urgent,
            UUID after,
            Instant now,
            int limit)
            throws SQLException {
        var sql = (urgent ? WAITING_URGENT : WAITING).formatted(partition);
        try (var statement = connection.prepareStatement(sql)) {
            new SqlArrays(statement).uuid(after).time(now).number(limit);
            var waiting = new ArrayList<Waiting>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    waiting.add(new Waiting(rows.getObject(1, UUID.class), rows.getBoolean(2)));
                }
            }
            return waiting;
        }
    }
}
