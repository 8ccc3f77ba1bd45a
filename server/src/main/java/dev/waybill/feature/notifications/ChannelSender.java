package dev.waybill.feature.notifications;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.LogText;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.capture.SystemEvents;
import dev.waybill.engine.capture.SystemEvents.SystemEvent;
import dev.waybill.feature.notifications.SendResult.Dropped;
import dev.waybill.feature.notifications.SendResult.Failed;
import dev.waybill.feature.notifications.SendResult.Sent;
import dev.waybill.infra.log.LogScope;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Sends one notification through its channel, as the kind of the channel needs it.
final class ChannelSender {

    private static final Logger LOG = LoggerFactory.getLogger(ChannelSender.class);

    private final ChannelSecrets secrets;
    private final Mailer mailer;
    private final ChannelPosts posts;
    private final SystemEvents events;

    ChannelSender(ChannelSecrets secrets, Mailer mailer, ChannelPosts posts, SystemEvents events) {
        this.secrets = secrets;
        this.mailer = mailer;
        this.posts = posts;
        this.events = events;
    }

    SendResult send(Notification notification, Message message, Channel channel)
            throws InterruptedException {
        if (channel.paused() && !message.event().equals(Channels.TEST)) {
            return new Dropped("The channel is paused.");
        }
        return switch (channel.kind()) {
            case EMAIL -> mail(notification, message, channel);
            case SLACK -> posts.slack(secrets.open(channel), message);
            case PAGERDUTY ->
                    posts.pagerduty(secrets.open(channel), message, key(notification, message));
            case WEBHOOK ->
                    events.publish(event(notification, message))
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

    private SendResult mail(Notification notification, Message message, Channel channel)
            throws InterruptedException {
        var address = notification.address();
        return address == null || !channel.target().addresses().contains(address)
                ? new Dropped("The address was removed from the channel.")
                : mailer.send(Mail.of(notification, address, message));
    }

    /// PagerDuty combines messages with the same key.
    private static String key(Notification notification, Message message) {
        var alert = message.alert();
        return alert == null ? notification.id().toString() : alert.get("id").stringValue();
    }

    private static SystemEvent event(Notification notification, Message message) {
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
