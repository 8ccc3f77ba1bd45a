package dev.waybill.engine.routing;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.EndpointState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// The history of the states of endpoints.
final class StateChangeStore {

    private static final String INSERT =
            """
            INSERT INTO endpoint_state_change (
                id, endpoint_id, at, from_state, to_state, reason, actor, notified_at)
            VALUES (
                :id, :endpoint_id, :at, :from_state, :to_state, :reason, :actor, :notified_at)
            """;

    /// Writes an entry.
    ///
    /// @param silent whether it is not published
    void insert(Handle tx, StateChange change, boolean silent) {
        tx.createUpdate(INSERT)
                .bind("id", change.id())
                .bind("endpoint_id", change.endpointId())
                .bind("at", change.at())
                .bind("from_state", change.from().code())
                .bind("to_state", change.to().code())
                .bind("reason", change.reason())
                .bind("actor", change.actor())
                .bind("notified_at", silent ? change.at() : null)
                .execute();
    }

    private static final String PAGE =
            """
            SELECT id, endpoint_id, at, from_state, to_state, reason, actor
              FROM endpoint_state_change
             WHERE endpoint_id = :endpoint_id
               AND id < :before
             ORDER BY id DESC
             LIMIT :limit
            """;

    List<StateChange> page(Handle handle, UUID endpointId, UUID before, int limit) {
        return handle.createQuery(PAGE)
                .bind("endpoint_id", endpointId)
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    // Two processes that ask at the same time get different changes. A change that a process takes
    // and does not publish is available again after a while.
    private static final String TAKE_UNTOLD =
            """
            WITH untold AS MATERIALIZED (
                SELECT id
                  FROM endpoint_state_change
                 WHERE notified_at IS NULL
                   AND (notifying_until IS NULL OR notifying_until <= :now)
                 ORDER BY id
                 LIMIT :limit
                   FOR UPDATE SKIP LOCKED
            ), taken AS (
                UPDATE endpoint_state_change AS change
                   SET notifying_until = :until
                  FROM untold
                 WHERE change.id = untold.id
                RETURNING change.id, change.endpoint_id, at, from_state, to_state, reason, actor
            )
            SELECT taken.id, endpoint_id, at, from_state, to_state, reason, actor, uid, mode, url
              FROM taken
              JOIN endpoint ON endpoint.id = endpoint_id
              JOIN app ON app.id = app_id
             ORDER BY taken.id
            """;

    List<PendingNotification> takePending(Handle handle, int limit, Instant now, Instant until) {
        return handle.createQuery(TAKE_UNTOLD)
                .bind("limit", limit)
                .bind("now", now)
                .bind("until", until)
                .map((row, _) ->
                        new PendingNotification(
                                read(row),
                                row.getString("uid"),
                                Mode.of(row.getString("mode")).orElseThrow(),
                                row.getString("url")))
                .list();
    }

    private static final String TOLD =
            """
            UPDATE endpoint_state_change
               SET notified_at = :now,
                   notifying_until = NULL
             WHERE id = :id
               AND notified_at IS NULL
            """;

    void markNotified(Handle handle, UUID id, Instant now) {
        handle.createUpdate(TOLD).bind("id", id).bind("now", now).execute();
    }

    private static StateChange read(ResultSet row) throws SQLException {
        return new StateChange(
                row.getObject("id", UUID.class),
                row.getObject("endpoint_id", UUID.class),
                row.getTimestamp("at").toInstant(),
                EndpointState.of(row.getString("from_state")).orElseThrow(),
                EndpointState.of(row.getString("to_state")).orElseThrow(),
                row.getString("reason"),
                row.getString("actor"));
    }
}
