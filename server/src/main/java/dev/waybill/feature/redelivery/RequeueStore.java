package dev.waybill.feature.redelivery;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Changes the due time of pending deliveries.
final class RequeueStore {

    /// A delivery under its lock.
    ///
    /// @param behindOthers whether it is in an ordered lane and not its head
    /// @param held whether its lane is held after a dead letter
    record Locked(
            UUID appId,
            DeliveryState state,
            @Nullable Instant expiresAt,
            boolean behindOthers,
            boolean held) {}

    // A lane's places become visible in order, so that a head stays one until it ends.
    private static final String LOCK =
            """
            SELECT d.app_id, d.state, d.expires_at,
                   EXISTS (
                       SELECT
                         FROM delivery before
                        WHERE before.endpoint_id = d.endpoint_id
                          AND before.lane = d.lane
                          AND before.lane_sequence < d.lane_sequence) AS behind_others,
                   EXISTS (
                       SELECT
                         FROM lane_hold
                        WHERE lane_hold.endpoint_id = d.endpoint_id
                          AND lane_hold.lane = d.lane) AS held
              FROM delivery d
             WHERE d.id = :id
               AND (CAST(:app_id AS uuid) IS NULL OR d.app_id = CAST(:app_id AS uuid))
               AND d.mode = :mode
               FOR UPDATE OF d
            """;

    Optional<Locked> lock(Handle tx, UUID id, Scope scope) {
        return tx.createQuery(LOCK)
                .bind("id", id)
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("mode", scope.mode().code())
                .map((row, _) -> read(row))
                .findOne();
    }

    // The new time may be after the deadline; the deadline is moved so that the attempt is made.
    private static final String MOVE =
            """
            UPDATE delivery
               SET next_attempt_at = :due_at,
                   give_up_at = GREATEST(give_up_at, :room_until),
                   updated_at = :now
             WHERE id = :id
               AND state = 'pending'
            """;

    void move(Handle tx, UUID id, Instant dueAt, Instant roomUntil, Instant now) {
        tx.createUpdate(MOVE)
                .bind("id", id)
                .bind("due_at", dueAt)
                .bind("room_until", roomUntil)
                .bind("now", now)
                .execute();
    }

    private static Locked read(ResultSet row) throws SQLException {
        return new Locked(
                row.getObject("app_id", UUID.class),
                DeliveryState.of(row.getString("state")).orElseThrow(),
                EventRow.instant(row, "expires_at"),
                row.getBoolean("behind_others"),
                row.getBoolean("held"));
    }
}
