package dev.waybill.feature.notifications;

import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads and writes notifications.
final class NotificationStore {

    private static final String INSERT =
            """
            INSERT INTO notification (
                id, channel_id, address, owner_app_id, alert_id, content, created_at, due_at,
                give_up_at)
            VALUES (:id, CAST(:channel_id AS uuid), :address, CAST(:owner_app_id AS uuid),
                    CAST(:alert_id AS uuid), CAST(:content AS jsonb), :now, :now, :give_up_at)
            """;

    void insert(Handle tx, Outbox.Draft draft, UUID id, Instant now) {
        tx.createUpdate(INSERT)
                .bind("id", id)
                .bindByType("channel_id", draft.channelId(), UUID.class)
                .bind("address", draft.address())
                .bindByType("owner_app_id", draft.ownerAppId(), UUID.class)
                .bindByType("alert_id", draft.alertId(), UUID.class)
                .bind("content", draft.message().toJson())
                .bind("now", now)
                .bind("give_up_at", now.plus(Notification.GIVE_UP_AFTER))
                .execute();
    }

    private static final String CHANNELS_WITH_DUE =
            """
            SELECT id
              FROM notification_channel
             WHERE (kind = 'email') = :mail
               AND EXISTS (SELECT
                             FROM notification
                            WHERE channel_id = notification_channel.id
                              AND sent_at IS NULL
                              AND failed_at IS NULL
                              AND due_at <= :now)
             ORDER BY id
            """;

    /// The channels with a notification that is due.
    ///
    /// @param mail whether channels of the kind email are asked for, or those of all others
    List<UUID> channelsWithDue(Handle handle, boolean mail, Instant now) {
        return handle.createQuery(CHANNELS_WITH_DUE)
                .bind("mail", mail)
                .bind("now", now)
                .mapTo(UUID.class)
                .list();
    }

    // Two processes that claim at the same time get different ones. One that a process claims and
    // does not finish is due again when the claim ends. Messages about one alert keep their order:
    // a later one waits until the earlier one was sent or given up.
    private static final String CLAIM =
            """
            WITH due AS MATERIALIZED (
                SELECT id
                  FROM notification AS next
                 WHERE channel_id = :channel_id
                   AND sent_at IS NULL
                   AND failed_at IS NULL
                   AND due_at <= :now
                   AND (claimed_until IS NULL OR claimed_until <= :now)
                   AND NOT EXISTS (SELECT
                                     FROM notification AS earlier
                                    WHERE earlier.alert_id = next.alert_id
                                      AND earlier.channel_id = next.channel_id
                                      AND earlier.address IS NOT DISTINCT FROM next.address
                                      AND earlier.id < next.id
                                      AND earlier.sent_at IS NULL
                                      AND earlier.failed_at IS NULL)
                 ORDER BY due_at, id
                 LIMIT 1
                   FOR UPDATE SKIP LOCKED
            )
            UPDATE notification
               SET claimed_until = :until,
                   tries = tries + 1
              FROM due
             WHERE notification.id = due.id
            RETURNING notification.id, channel_id, address, owner_app_id, content, give_up_at,
                      tries, claimed_until
            """;

    /// Claims the next notification of a channel.
    Optional<Notification> claim(Handle tx, UUID channelId, Instant now) {
        return tx.createQuery(CLAIM)
                .bind("channel_id", channelId)
                .bind("now", now)
                .bind("until", now.plus(Notification.CLAIM))
                .map((row, _) -> read(row))
                .findOne();
    }

    private static final String CLAIM_TO_OWNER =
            """
            WITH due AS MATERIALIZED (
                SELECT id
                  FROM notification
                 WHERE channel_id IS NULL
                   AND sent_at IS NULL
                   AND failed_at IS NULL
                   AND due_at <= :now
                   AND (claimed_until IS NULL OR claimed_until <= :now)
                 ORDER BY due_at, id
                 LIMIT 1
                   FOR UPDATE SKIP LOCKED
            )
            UPDATE notification
               SET claimed_until = :until,
                   tries = tries + 1
              FROM due
             WHERE notification.id = due.id
            RETURNING notification.id, channel_id, address, owner_app_id, content, give_up_at,
                      tries, claimed_until
            """;

    /// Claims the next mail to an owner, or the copy of one.
    Optional<Notification> claimToOwner(Handle tx, Instant now) {
        return tx.createQuery(CLAIM_TO_OWNER)
                .bind("now", now)
                .bind("until", now.plus(Notification.CLAIM))
                .map((row, _) -> read(row))
                .findOne();
    }

    private static Notification read(ResultSet row) throws SQLException {
        return new Notification(
                row.getObject("id", UUID.class),
                row.getObject("channel_id", UUID.class),
                row.getString("address"),
                row.getObject("owner_app_id", UUID.class),
                row.getString("content"),
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

    // Two selects, because no index serves an OR of both.
    static final String OF_ALERT =
            """
            SELECT id, channel_id, address, content ->> 'event' AS event, created_at, sent_at,
                   failed_at, last_error
              FROM notification
             WHERE alert_id = :alert_id
             UNION
            SELECT notification.id, channel_id, notification.address, content ->> 'event',
                   notification.created_at, sent_at, failed_at, last_error
              FROM owner_notice
              JOIN notification ON notification.id = owner_notice.notification_id
             WHERE owner_notice.alert_id = :alert_id
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
                                row.getString("address"),
                                row.getString("event"),
                                row.getTimestamp("created_at").toInstant(),
                                EventRow.instant(row, "sent_at"),
                                EventRow.instant(row, "failed_at"),
                                row.getString("last_error")))
                .list();
    }

    private static final String MAILS =
            """
            SELECT count(*)
              FROM notification
             WHERE channel_id IS NULL
               AND address = :address
               AND created_at > :since
               AND content ->> 'event' = :event
            """;

    /// The mails of a kind that an owner or support got, or will get, since a time.
    int mails(Handle tx, String address, String event, Instant since) {
        return tx.createQuery(MAILS)
                .bind("address", address)
                .bind("event", event)
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
