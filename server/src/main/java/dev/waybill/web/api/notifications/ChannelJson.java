package dev.waybill.web.api.notifications;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.notifications.Channel;
import dev.waybill.feature.notifications.ChannelKind;
import dev.waybill.web.json.Json;
import tools.jackson.databind.node.ObjectNode;

/// Writes channels as JSON, without their secrets.
public final class ChannelJson {

    private ChannelJson() {}

    public static ObjectNode of(Channel channel) {
        var health = channel.health();
        var json = Json.object();
        json.put("id", IdKind.CHANNEL.format(channel.id()));
        json.put("object", "notification_channel");
        json.put("kind", channel.kind().code());
        json.put("name", channel.name());
        json.put("severity", channel.severity().code());
        if (channel.kind() == ChannelKind.EMAIL) {
            var addresses = json.putArray("addresses");
            channel.target().addresses().forEach(addresses::add);
        }
        if (channel.target().host() != null) {
            json.put("host", channel.target().host());
        }
        json.put("paused", channel.paused());
        Json.put(json, "last_sent_at", health.lastSentAt());
        json.put("last_error", health.isFailing() ? health.lastError() : null);
        Json.put(json, "last_error_at", health.lastErrorAt());
        Json.put(json, "created_at", channel.createdAt());
        Json.put(json, "updated_at", channel.updatedAt());
        return json;
    }
}
