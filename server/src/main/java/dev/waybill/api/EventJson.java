package dev.waybill.api;

import dev.waybill.capture.CaptureResult;
import dev.waybill.domain.Event;
import dev.waybill.domain.Timestamps;
import dev.waybill.query.AttemptView;
import dev.waybill.query.EventView;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An event as the API shows it.
final class EventJson {

    private EventJson() {}

    /// The event as it is listed.
    ///
    /// @param app its uid
    static ObjectNode of(EventView view, String app) {
        var json = head(view.event(), app);
        json.put("status", view.status());
        json.put("delivery_attempts", view.attempts());
        Json.put(json, "next_attempt_at", view.nextAttemptAt().orElse(null));
        json.set("last_response", lastResponse(view.lastAttempt().orElse(null)));
        return json;
    }

    static ObjectNode withDeliveries(EventView view, String app) {
        var json = of(view, app);
        var deliveries = json.putArray("deliveries");
        for (var delivery : view.deliveries()) {
            deliveries.add(DeliveryJson.of(delivery, view.event().publicId()));
        }
        return json;
    }

    /// The answer to a publish: on the busiest path there is, and the same fields every time, so it
    /// is written and not built. Only the ordering key can hold what JSON must escape.
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
                + event.mode().word()
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

    static @Nullable ObjectNode lastResponse(@Nullable AttemptView attempt) {
        if (attempt == null || attempt.status() == null) {
            return null;
        }
        var json = Json.object();
        json.put("status", attempt.status());
        json.put("body_excerpt", DeliveryJson.text(attempt.excerpt()));
        Json.put(json, "received_at", attempt.endedAt());
        return json;
    }

    private static ObjectNode head(Event event, String app) {
        var json = Json.object();
        json.put("id", event.publicId());
        json.put("object", "event");
        json.put("app", app);
        json.put("type", event.type());
        Json.put(json, "created_at", event.createdAt());
        Json.put(json, "expires_at", event.expiresAt());
        json.put("ordering_key", event.orderingKey());
        json.put("sequence", event.sequence());
        json.put("mode", event.mode().word());
        return json;
    }
}
