package dev.waybill.engine.recovery;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Ends deliveries that expired while they waited.
final class ExpireStore {

    /// The number of ended deliveries, and the ordered lanes that they have left.
    record Expired(int deliveries, List<OrderedLane> lanes) {}

    // The lane is read before the update: after it the row is in no lane.
    private static final String EXPIRE =
            """
            WITH stale AS MATERIALIZED (
                SELECT id, lane
                  FROM delivery
                 WHERE expires_at IS NOT NULL
                   AND (next_attempt_at IS NOT NULL OR lane IS NOT NULL)
                   AND expires_at <= ?
                   AND state = 'pending'
                 ORDER BY expires_at
                 LIMIT ?
                   FOR UPDATE SKIP LOCKED
            )
            UPDATE delivery
               SET state = 'expired',
                   reason = 'ttl',
                   next_attempt_at = NULL,
                   lane = NULL,
                   updated_at = ?
              FROM stale
             WHERE delivery.id = stale.id
            RETURNING delivery.endpoint_id, stale.lane
            """;

    Expired expire(Connection connection, int limit, Instant now) throws SQLException {
        try (var statement = connection.prepareStatement(EXPIRE)) {
            new SqlArrays(statement).time(now).number(limit).time(now);
            int deliveries = 0;
            var lanes = new ArrayList<OrderedLane>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    deliveries++;
                    var lane = rows.getString(2);
                    if (lane != null) {
                        lanes.add(new OrderedLane(rows.getObject(1, UUID.class), lane));
                    }
                }
            }
            return new Expired(deliveries, lanes);
        }
    }
}
