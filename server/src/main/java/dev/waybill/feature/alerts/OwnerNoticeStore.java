package dev.waybill.feature.alerts;

import dev.waybill.domain.event.Ids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Reads and writes the news for owners.
final class OwnerNoticeStore {

    private final Ids ids;

    OwnerNoticeStore(Ids ids) {
        this.ids = ids;
    }

    private static final String INSERT =
            """
            INSERT INTO owner_notice (id, app_id, address, alert_id, news, created_at, due_at)
            VALUES (:id, :app_id, :address, :alert_id, :news, :now, :due_at)
            """;

    void insert(Handle tx, OwnerNotice notice, Instant now) {
        tx.createUpdate(INSERT)
                .bind("id", ids.next())
                .bind("app_id", notice.appId())
                .bind("address", notice.address())
                .bind("alert_id", notice.alertId())
                .bind("news", notice.news().code())
                .bind("now", now)
                .bind("due_at", now.plus(OwnerDigest.WAIT))
                .execute();
    }

    private static final String NEXT =
            """
            SELECT app_id, address, alert_id, news
              FROM owner_notice
             WHERE notification_id IS NULL
               AND due_at <= :now
             ORDER BY due_at
             LIMIT 1
               FOR UPDATE SKIP LOCKED
            """;

    /// One notice that is due; the others of the same owner go with it.
    Optional<OwnerNotice> next(Handle tx, Instant now) {
        return tx.createQuery(NEXT).bind("now", now).map((row, _) -> read(row)).findOne();
    }

    private static final String OF_OWNER =
            """
            SELECT app_id, address, alert_id, news
              FROM owner_notice
             WHERE notification_id IS NULL
               AND app_id = :app_id
               AND address = :address
             ORDER BY id
               FOR UPDATE
            """;

    List<OwnerNotice> ofOwner(Handle tx, OwnerNotice like) {
        return tx.createQuery(OF_OWNER)
                .bind("app_id", like.appId())
                .bind("address", like.address())
                .map((row, _) -> read(row))
                .list();
    }

    private static final String SENT =
            """
            UPDATE owner_notice
               SET notification_id = :notification_id
             WHERE notification_id IS NULL
               AND app_id = :app_id
               AND address = :address
            """;

    void sent(Handle tx, OwnerNotice like, UUID notificationId) {
        tx.createUpdate(SENT)
                .bind("app_id", like.appId())
                .bind("address", like.address())
                .bind("notification_id", notificationId)
                .execute();
    }

    private static final String POSTPONE =
            """
            UPDATE owner_notice
               SET due_at = :due_at
             WHERE notification_id IS NULL
               AND app_id = :app_id
               AND address = :address
            """;

    void postpone(Handle tx, OwnerNotice like, Instant dueAt) {
        tx.createUpdate(POSTPONE)
                .bind("app_id", like.appId())
                .bind("address", like.address())
                .bind("due_at", dueAt)
                .execute();
    }

    private static final String DROP =
            """
            DELETE FROM owner_notice
             WHERE notification_id IS NULL
               AND app_id = :app_id
               AND address = :address
            """;

    void drop(Handle tx, OwnerNotice like) {
        tx.createUpdate(DROP)
                .bind("app_id", like.appId())
                .bind("address", like.address())
                .execute();
    }

    private static OwnerNotice read(ResultSet row) throws SQLException {
        return new OwnerNotice(
                row.getObject("app_id", UUID.class),
                row.getString("address"),
                row.getObject("alert_id", UUID.class),
                OwnerNews.of(row.getString("news")).orElseThrow());
    }
}
