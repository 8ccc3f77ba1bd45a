package dev.waybill.feature.notifications;

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

    /// The event of a message that combines the news for an owner.
    public static final String DIGEST = "digest";

    /// The event of a copy for support.
    static final String COPY = "copy";

    /// Copies for support within a day. Their number grows with that of the owners.
    static final int COPIES_PER_DAY_MAX = 100;

    private static final Duration DAY = Duration.ofDays(1);

    private final Database database;
    private final Ids ids;
    private final @Nullable String support;
    private final ChannelStore channels = new ChannelStore();
    private final NotificationStore store = new NotificationStore();

    /// @param support gets copies of mails to owners; null for nobody
    Outbox(Database database, Ids ids, @Nullable String support) {
        this.database = database;
        this.ids = ids;
        this.support = support;
    }

    /// A notification to be sent.
    record Draft(
            @Nullable UUID channelId,
            @Nullable String address,
            @Nullable UUID ownerAppId,
            @Nullable UUID alertId,
            Message message) {}

    /// The channels that are not paused.
    public List<Channel> channels(Handle tx) {
        return channels.list(tx).stream().filter(channel -> !channel.paused()).toList();
    }

    /// Sends a message through a channel: to each address of its own, so that one that is refused
    /// neither loses nor repeats the mail to another.
    public void toChannel(
            Handle tx, Channel channel, Message message, @Nullable UUID alertId, Instant now) {
        if (channel.kind() != ChannelKind.EMAIL) {
            store.insert(
                    tx, new Draft(channel.id(), null, null, alertId, message), ids.next(), now);
            return;
        }
        for (var address : channel.target().addresses()) {
            store.insert(
                    tx, new Draft(channel.id(), address, null, alertId, message), ids.next(), now);
        }
    }

    /// Sends a mail to an owner. Returns the id of the notification.
    public UUID toOwner(
            Handle tx, OwnerAddress owner, Message message, @Nullable UUID alertId, Instant now) {
        var id = ids.next();
        store.insert(
                tx, new Draft(null, owner.address(), owner.appId(), alertId, message), id, now);
        return id;
    }

    /// Sends support a copy of a mail to an owner, if the settings name an address and it did not
    /// get many today. The copy has none of the owner's links: whoever follows one acts for the
    /// owner.
    public void toSupport(
            Handle tx, OwnerAddress owner, MailText copy, @Nullable UUID alertId, Instant now) {
        if (support == null
                || support.equalsIgnoreCase(owner.address())
                || store.mails(tx, support, COPY, now.minus(DAY)) >= COPIES_PER_DAY_MAX) {
            return;
        }
        var message =
                new Message(
                        COPY,
                        "Copy to support: " + copy.subject(),
                        copy.body().text(),
                        copy.body().html(),
                        null,
                        "info",
                        copy.url(),
                        null);
        store.insert(tx, new Draft(null, support, null, alertId, message), ids.next(), now);
    }

    /// The digests that this address got, or will get, within a day: those about all apps.
    public int digestsToday(Handle tx, String address, Instant now) {
        return store.mails(tx, address, DIGEST, now.minus(DAY));
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
