package dev.waybill.web.api.alerts;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.alerts.Alert;
import dev.waybill.feature.notifications.SentNotification;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.json.Json;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Writes alerts as JSON.
public final class AlertJson {

    private AlertJson() {}

    public static ObjectNode of(Alert alert, AppNames apps, Instant now) {
        var state = alert.state();
        var subject = alert.subject();
        var care = alert.care();
        var json = Json.object();
        json.put("id", IdKind.ALERT.format(alert.id()));
        json.put("object", "alert");
        json.put("rule", alert.rule().code());
        json.put("severity", alert.severity().code());
        json.put("state", state.isResolved() ? "resolved" : "firing");
        json.put("level", state.level() == null ? null : state.level().code());
        json.put(
                "endpoint_id",
                subject == null ? null : IdKind.ENDPOINT.format(subject.endpointId()));
        json.put("app", subject == null ? null : apps.uid(subject.appId()));
        json.put("mode", subject == null ? null : subject.mode().code());
        json.put("summary", alert.summary());
        Json.put(json, "started_at", alert.startedAt());
        Json.put(json, "fired_at", alert.firedAt());
        Json.put(json, "acknowledged_at", state.acknowledgedAt());
        json.put("acknowledged_by", care == null ? null : care.actor());
        json.put("note", care == null ? null : care.note());
        Json.put(json, "snoozed_until", state.isSnoozed(now) ? state.snoozedUntil() : null);
        Json.put(json, "resolved_at", state.resolvedAt());
        Json.put(json, "updated_at", alert.updatedAt());
        return json;
    }

    /// Without what operators write for each other.
    static ObjectNode forCustomers(ObjectNode alert) {
        alert.putNull("acknowledged_by");
        alert.putNull("note");
        return alert;
    }

    /// Adds what was sent about the alert.
    static ObjectNode with(ObjectNode alert, List<SentNotification> sent) {
        var list = alert.putArray("notifications");
        for (var one : sent) {
            var json = list.addObject();
            json.put("event", one.event());
            json.put(
                    "channel_id",
                    one.channelId() == null ? null : IdKind.CHANNEL.format(one.channelId()));
            json.put("address", one.address());
            json.put("state", one.state().code());
            Json.put(json, "created_at", one.createdAt());
            Json.put(json, "sent_at", one.sentAt());
            json.put("last_error", one.lastError());
        }
        return alert;
    }
}
