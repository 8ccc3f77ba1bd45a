package dev.waybill.engine.routing;

import dev.waybill.domain.delivery.Reason;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;

/// Ends the deliveries that wait for a deleted or disabled endpoint.
public final class WaitingStore {

    // Deliveries that wait behind others in a lane have no due time: they are found through the
    // lane.
    private static final String END =
            """
            WITH due AS MATERIALIZED (
                SELECT id
                  FROM delivery
                 WHERE endpoint_id = ?
                   AND next_attempt_at IS NOT NULL
                 ORDER BY next_attempt_at
                 LIMIT ?
                   FOR UPDATE SKIP LOCKED
            ), behind_others AS MATERIALIZED (
                SELECT id
                  FROM delivery
                 WHERE endpoint_id = ?
                   AND lane IS NOT NULL
                   AND next_attempt_at IS NULL
                   AND state = 'pending'
                 ORDER BY lane, lane_sequence
                 LIMIT ?
                   FOR UPDATE SKIP LOCKED
            )
            UPDATE delivery
               SET state = ?,
                   reason = ?,
                   next_attempt_at = NULL,
                   lane = NULL,
                   updated_at = ?
              FROM (SELECT id FROM due UNION ALL SELECT id FROM behind_others) waiting
             WHERE delivery.id = waiting.id
            """;

    /// Returns how many it ended; if that is the limit or more, there may be others.
    public int end(Connection connection, UUID endpointId, Reason reason, int limit, Instant now)
            throws SQLException {
        try (var statement = connection.prepareStatement(END)) {
            new SqlArrays(statement)
                    .uuid(endpointId)
                    .number(limit)
                    .uuid(endpointId)
                    .number(limit)
                    .text(reason.state().code())
                    .text(reason.code())
                    .time(now);
            return statement.executeUpdate();
        }
    }
}
