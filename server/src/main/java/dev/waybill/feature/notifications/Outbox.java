package dev.waybill.feature.notifications;

import dev.waybill.domain.alert.Severity;
import dev.waybill.domain.event.Ids;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Takes notifications, in the transaction of the change that they are about.
public final class Outbox {

    /// How long notifications are kept.
    static final Duration KEPT = Duration.ofDays(30);

    /// Notifications deleted in one transaction.
    public static final int FORGOTTEN_PER_PASS_MAX = 1_000;

    private static final int LISTED_MAX = 200;

    private final Database database;
    private final Ids ids;
    private final ChannelStore channels = new ChannelStore();
    private final NotificationStore store = new NotificationStore();

    Outbox(Database database, Ids ids) {
        this.database = database;
        this.ids = ids;
    }

    /// A notification to be sent.
    record Draft(
            @Nullable UUID channelId,
            Notification.@Nullable Owner owner,
            @Nullable UUID alertId,
            boolean isMail,
            Message message) {}

    /// Notifies all channels that take this severity. Returns how many.
    public int toChannels(
            Handle tx, Severity severity, Message message, @Nullable UUID alertId, Instant now) {
        int count = 0;
        for (var channel : channels.list(tx)) {
            if (!channel.paused() && severity.isAtLeast(channel.severity())) {
                toChannel(tx, channel, message, alertId, now);
                count++;
            }
        }
        return count;
    }

    void toChannel(
            Handle tx, Channel channel, Message message, @Nullable UUID alertId, Instant now) {
        boolean mail = channel.kind() == ChannelKind.EMAIL;
        store.insert(tx, new Draft(channel.id(), null, alertId, mail, message), ids.next(), now);
    }

    /// Sends a mail to an owner. Returns the id of the notification.
    public UUID toOwner(
            Handle tx,
            UUID appId,
            String address,
            Message message,
            @Nullable UUID alertId,
            Instant now) {
        var id = ids.next();
        var owner = new Notification.Owner(appId, address);
        store.insert(tx, new Draft(null, owner, alertId, true, message), id, now);
        return id;
    }

    /// The digests that an owner got, or will get, since a time.
    public int digests(Handle tx, UUID appId, String address, Instant since) {
        return store.digests(tx, appId, address, since);
    }

    /// What was sent about an alert, oldest first.
    public List<SentNotification> ofAlert(UUID alertId) {
        return database.interactive()
                .withHandle(handle -> store.ofAlert(handle, alertId, LISTED_MAX));
    }

    /// Deletes old notifications. Returns how many.
    public int forget(Instant now) {
        return database.interactive()
                .inTransaction(tx -> store.forget(tx, now.minus(KEPT), FORGOTTEN_PER_PASS_MAX));
    }
}
