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
            SELECT address
              FROM owner_notice
             WHERE notification_id IS NULL
               AND due_at <= :now
             ORDER BY due_at
             LIMIT 1
            """;

    /// An address with a notice that is due.
    Optional<String> next(Handle tx, Instant now) {
        return tx.createQuery(NEXT).bind("now", now).mapTo(String.class).findOne();
    }

    /// A locked notice. Only these are changed: others may be added until the transaction ends.
    record Waiting(UUID id, OwnerNotice notice) {}

    // Every process locks the notices of an address in the same order. The second one waits, and
    // then finds none.
    private static final String LOCK =
            """
            SELECT id, app_id, address, alert_id, news
              FROM owner_notice
             WHERE notification_id IS NULL
               AND address = :address
             ORDER BY id
               FOR UPDATE
            """;

    /// All notices for an address that are in no mail yet, about all apps, oldest first.
    List<Waiting> lock(Handle tx, String address) {
        return tx.createQuery(LOCK)
                .bind("address", address)
                .map((row, _) -> new Waiting(row.getObject("id", UUID.class), read(row)))
                .list();
    }

    private static final String SENT =
            """
            UPDATE owner_notice
               SET notification_id = :notification_id
             WHERE id = ANY (:ids)
            """;

    void sent(Handle tx, List<Waiting> notices, UUID notificationId) {
        tx.createUpdate(SENT)
                .bind("ids", ids(notices))
                .bind("notification_id", notificationId)
                .execute();
    }

    private static final String POSTPONE =
            """
            UPDATE owner_notice
               SET due_at = :due_at
             WHERE id = ANY (:ids)
            """;

    void postpone(Handle tx, List<Waiting> notices, Instant dueAt) {
        tx.createUpdate(POSTPONE).bind("ids", ids(notices)).bind("due_at", dueAt).execute();
    }

    private static final String DROP =
            """
            DELETE FROM owner_notice
             WHERE id = ANY (:ids)
            """;

    void drop(Handle tx, List<Waiting> notices) {
        tx.createUpdate(DROP).bind("ids", ids(notices)).execute();
    }

    private static UUID[] ids(List<Waiting> notices) {
        return notices.stream().map(Waiting::id).toArray(UUID[]::new);
    }

    private static OwnerNotice read(ResultSet row) throws SQLException {
        return new OwnerNotice(
                row.getObject("app_id", UUID.class),
                row.getString("address"),
                row.getObject("alert_id", UUID.class),
                OwnerNews.of(row.getString("news")).orElseThrow());
    }
}
