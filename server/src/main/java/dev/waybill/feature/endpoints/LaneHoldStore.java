package dev.waybill.feature.endpoints;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.delivery.Reason;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Reads and deletes holds of ordered lanes. They are created by the statement that ends the dead
/// letter.
final class LaneHoldStore {

    // A lane may hold any number, so the count is limited.
    private static final String PAGE =
            """
            SELECT endpoint_id, lane, delivery_id, reason, held_at,
                   (SELECT count(*)
                      FROM (SELECT
                              FROM delivery
                             WHERE delivery.endpoint_id = lane_hold.endpoint_id
                               AND delivery.lane = lane_hold.lane
                             LIMIT :counted_max) counted) AS waiting
              FROM lane_hold
             WHERE endpoint_id = :endpoint_id
               AND delivery_id < :before
             ORDER BY delivery_id DESC
             LIMIT :limit
            """;

    List<HeldLane> page(Handle handle, UUID endpointId, UUID before, int limit, int countedMax) {
        return handle.createQuery(PAGE)
                .bind("endpoint_id", endpointId)
                .bind("before", before)
                .bind("limit", limit)
                .bind("counted_max", countedMax)
                .map((row, _) ->
                        new HeldLane(
                                new OrderedLane(
                                        row.getObject("endpoint_id", UUID.class),
                                        row.getString("lane")),
                                row.getObject("delivery_id", UUID.class),
                                Reason.of(row.getString("reason")).orElseThrow(),
                                row.getTimestamp("held_at").toInstant(),
                                row.getInt("waiting")))
                .list();
    }

    private static final String RELEASE =
            """
            DELETE FROM lane_hold
             WHERE endpoint_id = :endpoint_id
               AND lane = ANY (:lanes)
            RETURNING lane
            """;

    /// Returns the lanes that were held.
    List<String> release(Handle handle, UUID endpointId, List<String> lanes) {
        return handle.createQuery(RELEASE)
                .bind("endpoint_id", endpointId)
                .bind("lanes", lanes.toArray(String[]::new))
                .mapTo(String.class)
                .list();
    }

    private static final String FORGET =
            """
            DELETE FROM lane_hold
             WHERE endpoint_id = :endpoint_id
            """;

    /// For an endpoint that is deleted.
    void forget(Handle tx, UUID endpointId) {
        tx.createUpdate(FORGET).bind("endpoint_id", endpointId).execute();
    }
}
