package dev.waybill.feature.redelivery;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.event.Ids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Cancels pending deliveries.
final class CancelStore {

    /// An id greater than all others, and one smaller.
    private static final UUID AFTER_ALL = new UUID(-1L, -1L);

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /// An open delivery, locked.
    ///
    /// @param lane the ordered lane it stands in; null if it is not ordered
    record Open(UUID id, UUID appId, DeliveryState state, @Nullable OrderedLane lane) {}

    // In the order of ids, like all statements that lock deliveries. A concurrent claim holds its
    // lock only for a moment, and then the delivery is in flight.
    private static final String LOCK_OPEN =
            """
            SELECT id, app_id, endpoint_id, state, lane
              FROM delivery
             WHERE id = ANY (:ids)
               AND state IN ('pending', 'in_flight')
             ORDER BY id
               FOR UPDATE
            """;

    List<Open> lockOpen(Handle tx, List<UUID> ids) {
        return tx.createQuery(LOCK_OPEN)
                .bind("ids", ids.toArray(UUID[]::new))
                .map((row, _) -> read(row))
                .list();
    }

    private static final String CANCEL =
            """
            UPDATE delivery
               SET state = 'cancelled',
                   reason = 'cancelled',
                   next_attempt_at = NULL,
                   lane = NULL,
                   updated_at = :now
             WHERE id = ANY (:ids)
               AND state = 'pending'
            """;

    int cancel(Handle tx, List<UUID> ids, Instant now) {
        return tx.createUpdate(CANCEL)
                .bind("ids", ids.toArray(UUID[]::new))
                .bind("now", now)
                .execute();
    }

    private static final String STATE =
            """
            SELECT state
              FROM delivery
             WHERE id = :id
               AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
               AND mode = :mode
            """;

    Optional<DeliveryState> state(Handle tx, UUID id, Scope scope) {
        return tx.createQuery(STATE)
                .bind("id", id)
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("mode", scope.mode().code())
                .map((row, _) -> DeliveryState.of(row.getString(1)).orElseThrow())
                .findOne();
    }

    private static final String OPEN_OF_EVENT =
            """
            SELECT id
              FROM delivery
             WHERE event_id = :event_id
               AND state IN ('pending', 'in_flight')
             ORDER BY id
            """;

    List<UUID> openOf(Handle tx, UUID eventId) {
        return tx.createQuery(OPEN_OF_EVENT).bind("event_id", eventId).mapTo(UUID.class).list();
    }

    // A pending delivery has a due time or a lane; the condition repeats this, so that the
    // partial index can be used. The plan is made for the given values: conditions on null
    // parameters cost nothing.
    private static final String WAITING =
            """
            SELECT id
              FROM delivery
             WHERE mode = :mode
               AND state = 'pending'
               AND (next_attempt_at IS NOT NULL OR lane IS NOT NULL)
               AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                        THEN NOT is_internal_app(app_id)
                        ELSE app_id = CAST(:app_id AS uuid) END
               AND (CAST(:endpoint_id AS uuid) IS NULL
                    OR endpoint_id = CAST(:endpoint_id AS uuid))
               AND (CAST(:event_type AS text) IS NULL OR event_type = :event_type)
               AND id >= :first
               AND id < :until
             ORDER BY id
             LIMIT :limit
            """;

    /// Oldest first. Without an app, the internal apps are left out.
    List<UUID> waiting(Handle handle, Scope scope, WaitingFilter filter, int limit) {
        return handle.createQuery(WAITING)
                .bind("mode", scope.mode().code())
                .bindByType("app_id", scope.appId(), UUID.class)
                .bindByType("endpoint_id", filter.endpointId(), UUID.class)
                .bind("event_type", filter.eventType())
                .bind("first", filter.since() == null ? BEFORE_ALL : Ids.lowestAt(filter.since()))
                .bind("until", filter.until() == null ? AFTER_ALL : Ids.lowestAt(filter.until()))
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    // The same selection as WAITING; a plan counts no more than one request cancels.
    private static final String COUNT =
            """
            SELECT endpoint_id, count(*) AS waiting
              FROM (SELECT endpoint_id
                      FROM delivery
                     WHERE mode = :mode
                       AND state = 'pending'
                       AND (next_attempt_at IS NOT NULL OR lane IS NOT NULL)
                       AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                                THEN NOT is_internal_app(app_id)
                                ELSE app_id = CAST(:app_id AS uuid) END
                       AND (CAST(:endpoint_id AS uuid) IS NULL
                            OR endpoint_id = CAST(:endpoint_id AS uuid))
                       AND (CAST(:event_type AS text) IS NULL OR event_type = :event_type)
                       AND id >= :first
                       AND id < :until
                     ORDER BY id
                     LIMIT :limit) AS waiting
             GROUP BY endpoint_id
             ORDER BY waiting DESC, endpoint_id
            """;

    /// How many wait for each endpoint, most first.
    Map<UUID, Long> count(Handle handle, Scope scope, WaitingFilter filter, int limit) {
        var counted = new LinkedHashMap<UUID, Long>();
        handle.createQuery(COUNT)
                .bind("mode", scope.mode().code())
                .bindByType("app_id", scope.appId(), UUID.class)
                .bindByType("endpoint_id", filter.endpointId(), UUID.class)
                .bind("event_type", filter.eventType())
                .bind("first", filter.since() == null ? BEFORE_ALL : Ids.lowestAt(filter.since()))
                .bind("until", filter.until() == null ? AFTER_ALL : Ids.lowestAt(filter.until()))
                .bind("limit", limit)
                .map((row, _) ->
                        counted.put(
                                row.getObject("endpoint_id", UUID.class), row.getLong("waiting")))
                .list();
        return counted;
    }

    private static Open read(ResultSet row) throws SQLException {
        var lane = row.getString("lane");
        return new Open(
                row.getObject("id", UUID.class),
                row.getObject("app_id", UUID.class),
                DeliveryState.of(row.getString("state")).orElseThrow(),
                lane == null
                        ? null
                        : new OrderedLane(row.getObject("endpoint_id", UUID.class), lane));
    }
}
