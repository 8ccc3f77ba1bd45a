package dev.waybill.feature.notifications;

import dev.waybill.feature.notifications.OwnerAddress.State;
import dev.waybill.feature.notifications.SendResult.Dropped;
import dev.waybill.feature.notifications.SendResult.Failed;
import dev.waybill.feature.notifications.SendResult.Refused;
import dev.waybill.feature.notifications.SendResult.Sent;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends notifications, each at least once: it claims one, sends it, and marks it. A process that
/// dies in between has sent at most the one that was under way, and another process repeats it.
/// Nothing waits for a slow channel but its own messages: mail is sent by a job of its own, and
/// every other channel by a thread of its own.
public final class NotificationSender {

    public static final Duration PERIOD = Duration.ofSeconds(2);

    /// Sent through one channel in a pass, so that a pass ends and looks at all channels again.
    static final int PER_PASS_MAX = 50;

    private static final int ERROR_LENGTH_MAX = 500;

    private static final Logger LOG = LoggerFactory.getLogger(NotificationSender.class);

    private final Database database;
    private final Mailer mailer;
    private final ChannelSender channelSender;
    private final InstantSource clock;
    private final ChannelStore channels = new ChannelStore();
    private final NotificationStore store = new NotificationStore();
    private final OwnerAddressStore owners = new OwnerAddressStore();

    NotificationSender(
            Database database, Mailer mailer, ChannelSender channelSender, InstantSource clock) {
        this.database = database;
        this.mailer = mailer;
        this.channelSender = channelSender;
        this.clock = clock;
    }

    /// Sends a mail that is due: to operators first, because owners are many.
    public JobResult sendMail() throws InterruptedException {
        var claimed = database.interactive().inTransaction(tx -> claimMail(tx, clock.instant()));
        if (claimed.isPresent()) {
            send(claimed.get());
        }
        return JobResult.untilNone(claimed.isPresent() ? 1 : 0);
    }

    private Optional<Notification> claimMail(Handle tx, Instant now) {
        for (var channelId : store.channelsWithDue(tx, true, now)) {
            var claimed = store.claim(tx, channelId, now);
            if (claimed.isPresent()) {
                return claimed;
            }
        }
        return store.claimToOwner(tx, now);
    }

    /// Sends what is due through the channels of other kinds, through all of them at the same time.
    public JobResult sendOthers() throws InterruptedException, ExecutionException {
        var due =
                database.interactive()
                        .withHandle(
                                handle -> store.channelsWithDue(handle, false, clock.instant()));
        if (due.isEmpty()) {
            return JobResult.complete(0);
        }
        var tasks = new ArrayList<Callable<Integer>>();
        due.forEach(channelId -> tasks.add(() -> sendThrough(channelId)));
        int sent = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var task : threads.invokeAll(tasks)) {
                sent += task.get();
            }
        }
        return JobResult.complete(sent);
    }

    /// Stops when the channel fails: a pass lasts no longer than one message that hangs. Returns
    /// how many it handled.
    private int sendThrough(UUID channelId) throws InterruptedException {
        for (int count = 0; count < PER_PASS_MAX; count++) {
            var now = clock.instant();
            var claimed =
                    database.interactive().inTransaction(tx -> store.claim(tx, channelId, now));
            if (claimed.isEmpty()) {
                return count;
            }
            if (send(claimed.get()) instanceof Failed) {
                return count + 1;
            }
        }
        return PER_PASS_MAX;
    }

    private SendResult send(Notification notification) throws InterruptedException {
        var result = attempt(notification);
        record(notification, result);
        return result;
    }

    /// A message that cannot be read, or a secret that cannot be decrypted, is a failure of this
    /// notification only.
    private SendResult attempt(Notification notification) throws InterruptedException {
        try {
            var message = Message.parse(notification.content());
            return notification.channelId() == null
                    ? toOwner(notification, message)
                    : toChannel(notification, message, notification.channelId());
        } catch (RuntimeException e) {
            LOG.warn("notification cannot be sent, id={}", notification.id(), e);
            return new Failed("The message could not be made: see the log.");
        }
    }

    private SendResult toChannel(Notification notification, Message message, UUID channelId)
            throws InterruptedException {
        var channel =
                database.interactive()
                        .inTransaction(tx -> channels.lock(tx, channelId))
                        .orElse(null);
        return channel == null
                ? new Dropped("The channel was deleted.")
                : channelSender.send(notification, message, channel);
    }

    private SendResult toOwner(Notification notification, Message message)
            throws InterruptedException {
        var address = notification.address();
        var appId = notification.ownerAppId();
        if (address == null) {
            throw new AssertionError("a notification without a recipient: " + notification.id());
        }
        if (appId == null) {
            return address.equals(mailer.support())
                    ? mailer.send(Mail.of(notification, address, message))
                    : new Dropped("Support has another address now.");
        }
        var state =
                database.interactive()
                        .withHandle(handle -> owners.find(handle, appId, address))
                        .map(OwnerAddress::state);
        boolean confirmation = message.event().equals(OwnerAddresses.CONFIRM);
        boolean wanted =
                confirmation
                        ? state.filter(State.UNCONFIRMED::equals).isPresent()
                        : state.filter(State::getsMail).isPresent();
        return wanted
                ? mailer.send(Mail.of(notification, address, message))
                : new Dropped("The owner is not confirmed, or has unsubscribed.");
    }

    private void record(Notification notification, SendResult result) {
        var now = clock.instant();
        database.interactive()
                .useTransaction(tx -> {
                    switch (result) {
                        case Sent _ -> {
                            noteSent(tx, notification, now);
                            store.sent(tx, notification, now);
                        }
                        case Failed(var error) -> {
                            var next = notification.nextTry(now);
                            boolean over = next.isAfter(notification.giveUpAt());
                            noteFailure(tx, notification, cut(error), now);
                            store.failed(tx, notification, cut(error), over ? null : next, now);
                        }
                        case Refused(var error) -> {
                            noteFailure(tx, notification, cut(error), now);
                            if (notification.ownerAppId() != null
                                    && notification.address() != null) {
                                owners.bounced(tx, notification.address(), now);
                            }
                            store.failed(tx, notification, cut(error), null, now);
                        }
                        case Dropped(var reason) ->
                                store.failed(tx, notification, reason, null, now);
                    }
                });
        if (!(result instanceof Sent)) {
            LOG.warn("notification not sent, id={} result={}", notification.id(), result);
        }
    }

    /// The channel comes before its notification, in the order in which a delete locks them.
    private void noteSent(Handle tx, Notification notification, Instant now) {
        var address = notification.address();
        if (notification.channelId() != null) {
            channels.sent(tx, notification.channelId(), address, now);
        } else if (notification.ownerAppId() != null && address != null) {
            owners.reached(tx, address, now);
        }
    }

    private void noteFailure(Handle tx, Notification notification, String error, Instant now) {
        if (notification.channelId() != null) {
            channels.failed(tx, notification.channelId(), notification.address(), error, now);
        }
    }

    private static String cut(String error) {
        return error.substring(0, Math.min(error.length(), ERROR_LENGTH_MAX));
    }
}
