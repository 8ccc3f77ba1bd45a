package dev.waybill.feature.notifications;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.LogText;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.capture.SystemEvents;
import dev.waybill.engine.capture.SystemEvents.SystemEvent;
import dev.waybill.feature.notifications.SendResult.Failed;
import dev.waybill.feature.notifications.SendResult.Refused;
import dev.waybill.feature.notifications.SendResult.Sent;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.log.LogScope;
import dev.waybill.infra.schedule.JobResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Sends notifications, each at least once: it claims some, sends them, and marks them. A process
/// that dies in between has sent at most the one that was under way, and another process repeats
/// it. Mail is sent by a job of its own, because a mail server may be slow.
public final class NotificationSender {

    public static final Duration PERIOD = Duration.ofSeconds(2);

    /// Claimed at once. The time for all of them is less than that of a claim.
    static final int CLAIMED_MAX = 3;

    private static final int ERROR_LENGTH_MAX = 500;

    private static final Logger LOG = LoggerFactory.getLogger(NotificationSender.class);

    private final Database database;
    private final ChannelSecrets secrets;
    private final Mailer mailer;
    private final ChannelPosts posts;
    private final SystemEvents events;
    private final InstantSource clock;
    private final ChannelStore channels = new ChannelStore();
    private final NotificationStore store = new NotificationStore();
    private final OwnerAddressStore owners = new OwnerAddressStore();

    NotificationSender(
            Database database,
            ChannelSecrets secrets,
            Mailer mailer,
            ChannelPosts posts,
            SystemEvents events,
            InstantSource clock) {
        this.database = database;
        this.secrets = secrets;
        this.mailer = mailer;
        this.posts = posts;
        this.events = events;
        this.clock = clock;
    }

    /// Sends mails that are due.
    public JobResult sendMail() throws InterruptedException {
        return send(true);
    }

    /// Sends notifications of the other kinds that are due.
    public JobResult sendOthers() throws InterruptedException {
        return send(false);
    }

    private JobResult send(boolean mail) throws InterruptedException {
        var now = clock.instant();
        var claimed =
                database.interactive().inTransaction(tx -> store.claim(tx, mail, now, CLAIMED_MAX));
        for (var notification : claimed) {
            record(notification, send(notification));
        }
        return JobResult.limited(claimed.size(), CLAIMED_MAX);
    }

    private SendResult send(Notification notification) throws InterruptedException {
        var channelId = notification.channelId();
        if (channelId == null) {
            return toOwner(notification);
        }
        var channel =
                database.interactive()
                        .inTransaction(tx -> channels.lock(tx, channelId))
                        .orElse(null);
        return channel == null
                ? new Refused("The channel was deleted.")
                : toChannel(notification, channel);
    }

    private SendResult toChannel(Notification notification, Channel channel)
            throws InterruptedException {
        var message = notification.message();
        return switch (channel.kind()) {
            case EMAIL ->
                    mailer.send(
                            new Mail(
                                    mailId(notification),
                                    channel.target().addresses(),
                                    null,
                                    message.subject(),
                                    message.text(),
                                    message.html(),
                                    null));
            case SLACK -> posts.slack(secrets.open(channel), message);
            case PAGERDUTY -> posts.pagerduty(secrets.open(channel), message, key(notification));
            case WEBHOOK ->
                    events.publish(event(notification))
                            ? new Sent()
                            : new Failed("The event was not captured.");
            case LOG -> {
                log(message);
                yield new Sent();
            }
        };
    }

    private static void log(Message message) {
        var line = LOG.atWarn();
        var alert = message.alert();
        if (alert != null) {
            line = line.addKeyValue("alert_id", alert.path("id").asString(""));
            var endpoint = alert.path("endpoint_id");
            if (endpoint.isString()) {
                line = line.addKeyValue(LogScope.ENDPOINT_ID, endpoint.stringValue());
            }
        }
        line.log(
                "alert, event={} severity={} subject={} url={}",
                message.event(),
                message.severity(),
                LogText.quoted(message.subject()),
                message.url());
    }

    private SendResult toOwner(Notification notification) throws InterruptedException {
        var owner = notification.owner();
        var message = notification.message();
        if (owner == null) {
            throw new AssertionError("a notification without a recipient: " + notification.id());
        }
        boolean confirmation = message.event().equals(OwnerAddresses.CONFIRM);
        var allowed =
                database.interactive()
                        .withHandle(handle -> owners.find(handle, owner.appId(), owner.address()))
                        .filter(known -> confirmation || known.state().getsMail());
        if (allowed.isEmpty()) {
            return new Refused("The owner is not confirmed, or has unsubscribed.");
        }
        return mailer.send(
                new Mail(
                        mailId(notification),
                        List.of(owner.address()),
                        confirmation ? null : mailer.support(),
                        message.subject(),
                        message.text(),
                        message.html(),
                        message.unsubscribe()));
    }

    private void record(Notification notification, SendResult result) {
        var now = clock.instant();
        var channelId = notification.channelId();
        database.interactive()
                .useTransaction(tx -> {
                    switch (result) {
                        case Sent _ -> {
                            store.sent(tx, notification, now);
                            if (channelId != null) {
                                channels.sent(tx, channelId, now);
                            }
                        }
                        case Failed(var error) -> {
                            var next = notification.nextTry(now);
                            boolean over = next.isAfter(notification.giveUpAt());
                            store.failed(tx, notification, cut(error), over ? null : next, now);
                            if (channelId != null) {
                                channels.failed(tx, channelId, cut(error), now);
                            }
                        }
                        case Refused(var error) -> {
                            store.failed(tx, notification, cut(error), null, now);
                            if (channelId != null) {
                                channels.failed(tx, channelId, cut(error), now);
                            } else if (notification.owner() != null) {
                                var owner = notification.owner();
                                owners.bounced(tx, owner.appId(), owner.address(), now);
                            }
                        }
                    }
                });
        if (!(result instanceof Sent)) {
            LOG.warn("notification not sent, id={} result={}", notification.id(), result);
        }
    }

    private static String cut(String error) {
        return error.substring(0, Math.min(error.length(), ERROR_LENGTH_MAX));
    }

    private static String mailId(Notification notification) {
        return "notification-" + notification.id();
    }

    /// PagerDuty combines messages with the same key.
    private static String key(Notification notification) {
        var alert = notification.message().alert();
        return alert == null ? notification.id().toString() : alert.get("id").stringValue();
    }

    private static SystemEvent event(Notification notification) {
        var message = notification.message();
        return new SystemEvent(
                Apps.PLATFORM,
                mode(message.alert()),
                IdKind.EVENT.format(notification.id()),
                "alert." + message.event(),
                data(message),
                Ids.timeOf(notification.id()),
                null);
    }

    private static Mode mode(@Nullable ObjectNode alert) {
        var mode = alert == null ? null : alert.get("mode");
        return mode == null || mode.isNull()
                ? Mode.LIVE
                : Mode.of(mode.stringValue()).orElse(Mode.LIVE);
    }

    private static ObjectNode data(Message message) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("subject", message.subject());
        json.put("url", message.url());
        json.set("alert", message.alert());
        return json;
    }
}
