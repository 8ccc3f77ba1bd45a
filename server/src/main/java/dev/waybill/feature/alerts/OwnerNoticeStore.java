package dev.waybill.feature.alerts;

import dev.waybill.domain.event.Ids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
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

    /// Who a notice is for.
    record Recipient(UUID appId, String address) {}

    private static final String NEXT =
            """
            SELECT app_id, address
              FROM owner_notice
             WHERE notification_id IS NULL
               AND due_at <= :now
             ORDER BY due_at
             LIMIT 1
            """;

    /// An owner with a notice that is due.
    Optional<Recipient> next(Handle tx, Instant now) {
        return tx.createQuery(NEXT)
                .bind("now", now)
                .map((row, _) ->
                        new Recipient(
                                row.getObject("app_id", UUID.class), row.getString("address")))
                .findOne();
    }

    // Every process locks the notices of an owner in the same order. The second one waits, and then
    // finds none.
    private static final String LOCK =
            """
            SELECT id, app_id, address, alert_id, news
              FROM owner_notice
             WHERE notification_id IS NULL
               AND app_id = :app_id
               AND address = :address
             ORDER BY id
               FOR UPDATE
            """;

    /// All notices of an owner that are in no mail yet, oldest first.
    Notices lock(Handle tx, Recipient owner) {
        var ids = new ArrayList<UUID>();
        var notices =
                tx.createQuery(LOCK)
                        .bind("app_id", owner.appId)
                        .bind("address", owner.address)
                        .map((row, _) -> {
                            ids.add(row.getObject("id", UUID.class));
                            return read(row);
                        })
                        .list();
        return new Notices(notices, ids.toArray(UUID[]::new));
    }

    /// Locked notices. Only these are changed: others may be added until the transaction ends.
    record Notices(List<OwnerNotice> all, UUID[] ids) {}

    private static final String SENT =
            """
            UPDATE owner_notice
               SET notification_id = :notification_id
             WHERE id = ANY (:ids)
            """;

    void sent(Handle tx, Notices notices, UUID notificationId) {
        tx.createUpdate(SENT)
                .bind("ids", notices.ids)
                .bind("notification_id", notificationId)
                .execute();
    }

    private static final String POSTPONE =
            """
            UPDATE owner_notice
               SET due_at = :due_at
             WHERE id = ANY (:ids)
            """;

    void postpone(Handle tx, Notices notices, Instant dueAt) {
        tx.createUpdate(POSTPONE).bind("ids", notices.ids).bind("due_at", dueAt).execute();
    }

    private static final String DROP =
            """
            DELETE FROM owner_notice
             WHERE id = ANY (:ids)
            """;

    void drop(Handle tx, Notices notices) {
        tx.createUpdate(DROP).bind("ids", notices.ids).execute();
    }

    private static OwnerNotice read(ResultSet row) throws SQLException {
        return new OwnerNotice(
                row.getObject("app_id", UUID.class),
                row.getString("address"),
                row.getObject("alert_id", UUID.class),
                OwnerNews.of(row.getString("news")).orElseThrow());
    }
}
