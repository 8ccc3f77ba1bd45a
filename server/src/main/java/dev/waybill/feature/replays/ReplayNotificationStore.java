package dev.waybill.feature.replays;

import dev.waybill.domain.access.Mode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Reads and marks replays of which apps have to be notified.
final class ReplayNotificationStore {

    /// The deliveries of a replay for one endpoint.
    ///
    /// @param app the uid of whose endpoint it is
    record Share(
            UUID replayId,
            Mode mode,
            Instant startAt,
            Instant createdAt,
            UUID endpointId,
            UUID appId,
            String app,
            long count) {}

    private static final String SHARES =
            """
            SELECT replay.id, replay.mode, replay.start_at, replay.created_at, item.endpoint_id,
                   endpoint.app_id, app.uid, item.number
              FROM replay
             CROSS JOIN LATERAL (
                       SELECT endpoint_id, count(*) AS number
                         FROM replay_item
                        WHERE replay_id = replay.id
                        GROUP BY endpoint_id) item
              JOIN endpoint ON endpoint.id = item.endpoint_id
              JOIN app ON app.id = endpoint.app_id
             WHERE replay.id = :id
             ORDER BY item.endpoint_id
            """;

    List<Share> shares(Handle handle, UUID replayId) {
        return handle.createQuery(SHARES).bind("id", replayId).map((row, _) -> read(row)).list();
    }

    private static Share read(ResultSet row) throws SQLException {
        return new Share(
                row.getObject("id", UUID.class),
                Mode.of(row.getString("mode")).orElseThrow(),
                row.getTimestamp("start_at").toInstant(),
                row.getTimestamp("created_at").toInstant(),
                row.getObject("endpoint_id", UUID.class),
                row.getObject("app_id", UUID.class),
                row.getString("uid"),
                row.getLong("number"));
    }

    private static final String PLANNED =
            """
            UPDATE replay
               SET notifying_until = :until
             WHERE NOT plan_notified
               AND ended_at IS NULL
               AND (notifying_until IS NULL OR notifying_until <= :now)
            RETURNING id
            """;

    /// Replays that are to be announced and that no other process is announcing. Until the claim
    /// expires, only the caller announces them.
    List<UUID> takePlanned(Handle handle, Instant now, Instant until) {
        return handle.createQuery(PLANNED)
                .bind("now", now)
                .bind("until", until)
                .mapTo(UUID.class)
                .list();
    }

    private static final String STARTING =
            """
            UPDATE replay
               SET notifying_until = :until
             WHERE plan_notified
               AND NOT start_notified
               AND state IN ('planned', 'running')
               AND start_at <= :now
               AND (notifying_until IS NULL OR notifying_until <= :now)
            RETURNING id
            """;

    /// The same for replays that start.
    List<UUID> takeStarting(Handle handle, Instant now, Instant until) {
        return handle.createQuery(STARTING)
                .bind("now", now)
                .bind("until", until)
                .mapTo(UUID.class)
                .list();
    }

    private static final String UNMAILED =
            """
            SELECT id
              FROM replay
             WHERE NOT owners_notified
             ORDER BY id
             LIMIT 1
               FOR UPDATE SKIP LOCKED
            """;

    /// A replay whose owners have no mails yet, locked until the transaction ends.
    Optional<UUID> lockUnmailed(Handle tx) {
        return tx.createQuery(UNMAILED).mapTo(UUID.class).findOne();
    }

    void ownersNotified(Handle tx, UUID id) {
        tx.execute("UPDATE replay SET owners_notified = true WHERE id = ?", id);
    }

    void planNotified(Handle handle, UUID id) {
        handle.execute(
                "UPDATE replay SET plan_notified = true, notifying_until = NULL WHERE id = ?", id);
    }

    /// The notification failed; the next pass may retry.
    void notNotified(Handle handle, UUID id) {
        handle.execute("UPDATE replay SET notifying_until = NULL WHERE id = ?", id);
    }

    void startNotified(Handle handle, UUID id) {
        handle.execute(
                "UPDATE replay SET start_notified = true, notifying_until = NULL WHERE id = ?", id);
    }
}
