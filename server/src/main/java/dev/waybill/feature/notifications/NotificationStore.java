package dev.waybill.feature.notifications;

import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads and writes notifications.
final class NotificationStore {

    private static final String INSERT =
            """
            INSERT INTO notification (
                id, channel_id, owner_app_id, owner_address, alert_id, is_mail, content, created_at,
                due_at, give_up_at)
            VALUES (:id, CAST(:channel_id AS uuid), CAST(:owner_app_id AS uuid), :owner_address,
                    CAST(:alert_id AS uuid), :is_mail, CAST(:content AS jsonb), :now, :now,
                    :give_up_at)
            """;

    void insert(Handle tx, Outbox.Draft draft, UUID id, Instant now) {
        var owner = draft.owner();
        tx.createUpdate(INSERT)
                .bind("id", id)
                .bindByType("channel_id", draft.channelId(), UUID.class)
                .bindByType("owner_app_id", owner == null ? null : owner.appId(), UUID.class)
                .bind("owner_address", owner == null ? null : owner.address())
                .bindByType("alert_id", draft.alertId(), UUID.class)
                .bind("is_mail", draft.isMail())
                .bind("content", draft.message().toJson())
                .bind("now", now)
                .bind("give_up_at", now.plus(Notification.GIVE_UP_AFTER))
                .execute();
    }

    // Two processes that claim at the same time get different ones. One that a process claims and
    // does not finish is due again when the claim ends.
    private static final String CLAIM =
            """
            WITH due AS MATERIALIZED (
                SELECT id
                  FROM notification
                 WHERE is_mail = :is_mail
                   AND sent_at IS NULL
                   AND failed_at IS NULL
                   AND due_at <= :now
                   AND (claimed_until IS NULL OR claimed_until <= :now)
                 ORDER BY due_at
                 LIMIT :limit
                   FOR UPDATE SKIP LOCKED
            )
            UPDATE notification
               SET claimed_until = :until,
                   tries = tries + 1
              FROM due
             WHERE notification.id = due.id
            RETURNING notification.id, channel_id, owner_app_id, owner_address, content, give_up_at,
                      tries, claimed_until
            """;

    List<Notification> claim(Handle handle, boolean mail, Instant now, int limit) {
        return handle.createQuery(CLAIM)
                .bind("is_mail", mail)
                .bind("now", now)
                .bind("until", now.plus(Notification.CLAIM))
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    private static Notification read(ResultSet row) throws SQLException {
        var address = row.getString("owner_address");
        return new Notification(
                row.getObject("id", UUID.class),
                row.getObject("channel_id", UUID.class),
                address == null
                        ? null
                        : new Notification.Owner(
                                row.getObject("owner_app_id", UUID.class), address),
                Message.parse(row.getString("content")),
                row.getTimestamp("give_up_at").toInstant(),
                row.getInt("tries") - 1,
                row.getTimestamp("claimed_until").toInstant());
    }

    private static final String SENT =
            """
            UPDATE notification
               SET sent_at = :now,
                   claimed_until = NULL,
                   last_error = NULL
             WHERE id = :id
               AND claimed_until = :claimed_until
            """;

    /// Returns false if the claim had ended, and another process may have sent it too.
    boolean sent(Handle tx, Notification notification, Instant now) {
        return tx.createUpdate(SENT)
                        .bind("id", notification.id())
                        .bind("claimed_until", notification.claimedUntil())
                        .bind("now", now)
                        .execute()
                == 1;
    }

    private static final String FAILED =
            """
            UPDATE notification
               SET claimed_until = NULL,
                   due_at = COALESCE(CAST(:next AS timestamptz), due_at),
                   failed_at = CASE WHEN CAST(:next AS timestamptz) IS NULL
                                    THEN CAST(:now AS timestamptz) END,
                   last_error = :error
             WHERE id = :id
               AND claimed_until = :claimed_until
            """;

    /// A try failed.
    ///
    /// @param next when it is tried again; null if it is given up
    boolean failed(
            Handle tx,
            Notification notification,
            String error,
            @Nullable Instant next,
            Instant now) {
        return tx.createUpdate(FAILED)
                        .bind("id", notification.id())
                        .bind("claimed_until", notification.claimedUntil())
                        .bindByType("next", next, Instant.class)
                        .bind("error", error)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    private static final String OF_ALERT =
            """
            SELECT id, channel_id, owner_address, content ->> 'event' AS event, created_at, sent_at,
                   failed_at, last_error
              FROM notification
             WHERE alert_id = :alert_id
                OR id IN (SELECT notification_id
                            FROM owner_notice
                           WHERE owner_notice.alert_id = :alert_id)
             ORDER BY id
             LIMIT :limit
            """;

    List<SentNotification> ofAlert(Handle handle, UUID alertId, int limit) {
        return handle.createQuery(OF_ALERT)
                .bind("alert_id", alertId)
                .bind("limit", limit)
                .map((row, _) ->
                        new SentNotification(
                                row.getObject("id", UUID.class),
                                row.getObject("channel_id", UUID.class),
                                row.getString("owner_address"),
                                row.getString("event"),
                                row.getTimestamp("created_at").toInstant(),
                                EventRow.instant(row, "sent_at"),
                                EventRow.instant(row, "failed_at"),
                                row.getString("last_error")))
                .list();
    }

    private static final String SENT_TO_OWNER =
            """
            SELECT count(*)
              FROM notification
             WHERE owner_app_id = :app_id
               AND owner_address = :address
               AND created_at > :since
               AND content ->> 'event' = 'digest'
            """;

    /// The digests that an owner got, or will get, since a time.
    int digests(Handle tx, UUID appId, String address, Instant since) {
        return tx.createQuery(SENT_TO_OWNER)
                .bind("app_id", appId)
                .bind("address", address)
                .bind("since", since)
                .mapTo(Integer.class)
                .one();
    }

    private static final String FORGET =
            """
            DELETE FROM notification
             WHERE id IN (SELECT id
                            FROM notification
                           WHERE created_at < :before
                           ORDER BY created_at
                           LIMIT :limit)
            """;

    int forget(Handle tx, Instant before, int limit) {
        return tx.createUpdate(FORGET).bind("before", before).bind("limit", limit).execute();
    }
}
