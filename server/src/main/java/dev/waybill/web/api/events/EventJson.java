package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.Timestamps;
import dev.waybill.engine.capture.CaptureResult;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.events.EventDetail;
import dev.waybill.feature.events.EventHead;
import dev.waybill.feature.events.EventSummary;
import dev.waybill.web.api.deliveries.DeliveryJson;
import dev.waybill.web.json.Json;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// An event as the API shows it.
final class EventJson {

    private EventJson() {}

    /// The event as it is listed.
    ///
    /// @param app its uid
    static ObjectNode of(EventSummary event, String app) {
        var json = head(event.head(), app);
        var progress = event.progress();
        json.put("status", progress.status().code());
        json.put("delivery_attempts", progress.attempts());
        Json.put(json, "next_attempt_at", progress.nextAttemptAt());
        json.set("last_response", DeliveryJson.lastResponse(progress.lastAnswer()));
        return json;
    }

    static ObjectNode of(EventDetail detail, String app, Audience audience) {
        var json = of(detail.summary(), app);
        putData(json, detail.event().data());
        var deliveries = json.putArray("deliveries");
        for (var delivery : detail.deliveries()) {
            deliveries.add(DeliveryJson.of(delivery, detail.event().publicId(), audience));
        }
        json.put("more_deliveries", detail.more());
        return json;
    }

    /// The producer's bytes unchanged: no number, order or escape is changed.
    static void putData(ObjectNode json, byte[] data) {
        json.putRawValue("data", new RawValue(new String(data, UTF_8)));
    }

    /// The answer to a publish. It is the busiest path and always has the same fields, so it is
    /// written as text. Only the ordering key may need escapes.
    static String captured(CaptureResult.Captured captured, String app) {
        var event = captured.event();
        var key = event.orderingKey();
        return "{\"id\":\""
                + event.publicId()
                + "\",\"object\":\"event\",\"app\":\""
                + app
                + "\",\"type\":\""
                + event.type()
                + "\",\"created_at\":\""
                + Timestamps.format(event.createdAt())
                + "\",\"expires_at\":"
                + (event.expiresAt() == null
                        ? "null"
                        : "\"" + Timestamps.format(event.expiresAt()) + "\"")
                + ",\"ordering_key\":"
                + (key == null ? "null" : Json.object().stringNode(key).toString())
                + ",\"sequence\":"
                + event.sequence()
                + ",\"mode\":\""
                + event.mode().code()
                + "\",\"status\":\""
                + status(captured)
                + "\",\"delivery_attempts\":0,\"next_attempt_at\":null,\"last_response\":null}";
    }

    private static String status(CaptureResult.Captured captured) {
        if (captured.deliveries() == 0) {
            return "no_deliveries";
        }
        return captured.stale() ? "expired" : "pending";
    }

    private static ObjectNode head(EventHead event, String app) {
        var json = Json.object();
        json.put("id", event.publicId());
        json.put("object", "event");
        json.put("app", app);
        json.put("type", event.type());
        Json.put(json, "created_at", event.createdAt());
        Json.put(json, "expires_at", event.expiresAt());
        json.put("ordering_key", event.orderingKey());
        json.put("sequence", event.sequence());
        json.put("mode", event.mode().code());
        return json;
    }
}
