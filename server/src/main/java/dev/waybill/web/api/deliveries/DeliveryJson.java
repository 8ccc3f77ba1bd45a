package dev.waybill.web.api.deliveries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.feature.deliveries.AnswerHeaders;
import dev.waybill.feature.deliveries.AttemptView;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.deliveries.LastAnswer;
import dev.waybill.feature.endpoints.LaneHolds;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.ReasonText;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A delivery as the API shows it.
public final class DeliveryJson {

    private DeliveryJson() {}

    public static ObjectNode of(DeliveryView delivery, Audience audience) {
        return of(delivery, delivery.event().publicId(), audience);
    }

    public static ObjectNode of(DeliveryView whole, String eventId, Audience audience) {
        var delivery = audience.seen(whole);
        var progress = delivery.progress();
        var json = Json.object();
        json.put("id", IdKind.DELIVERY.format(delivery.id()));
        json.put("object", "delivery");
        json.put("event_id", eventId);
        json.put("event_type", delivery.event().type());
        json.put("endpoint_id", IdKind.ENDPOINT.format(delivery.endpointId()));
        json.put("state", progress.state().code());
        json.put("reason", progress.reason() == null ? null : progress.reason().code());
        json.put("reason_detail", ReasonText.of(delivery));
        json.put("attempts", progress.attempts());
        Json.put(json, "next_attempt_at", progress.nextAttemptAt());
        Json.put(json, "give_up_at", progress.giveUpAt());
        Json.put(json, "created_at", delivery.createdAt());
        Json.put(json, "updated_at", progress.updatedAt());
        json.set("last_response", lastResponse(delivery.lastAnswer()));
        json.put("replay_of", id(delivery.replayOf()));
        json.put("cause", progress.cause() == null ? null : progress.cause().code());
        json.put("dead_letter", deadLetter(delivery));
        json.put("lane", lane(delivery.lane()));
        return json;
    }

    private static @Nullable String deadLetter(DeliveryView delivery) {
        if (!delivery.isDeadLetter()) {
            return null;
        }
        return delivery.progress().deadLetterResolvedAt() == null
                ? DeliveryFilter.OPEN
                : DeliveryFilter.CLOSED;
    }

    private static @Nullable String id(@Nullable UUID delivery) {
        return delivery == null ? null : IdKind.DELIVERY.format(delivery);
    }

    /// The lane as the API names it: by its key, or `*` for a strict endpoint.
    private static @Nullable String lane(@Nullable String name) {
        if (name == null) {
            return null;
        }
        var key = OrderedLane.keyOf(name);
        return key.equals(OrderedLane.STRICT) ? LaneHolds.ALL_KEYS : key;
    }

    public static @Nullable ObjectNode lastResponse(@Nullable LastAnswer answer) {
        if (answer == null) {
            return null;
        }
        var json = Json.object();
        json.put("status", answer.status());
        json.put("body_excerpt", text(answer.excerpt()));
        Json.put(json, "received_at", answer.receivedAt());
        return json;
    }

    static void putAttempts(
            ObjectNode json,
            List<AttemptView> attempts,
            Map<Integer, AnswerHeaders> headers,
            Audience audience) {
        var log = json.putArray("attempt_log");
        for (var whole : attempts) {
            var attempt = audience.seen(whole);
            var entry = log.addObject();
            entry.put("id", IdKind.ATTEMPT.format(attempt.id()));
            entry.put("attempt", attempt.attempt());
            Json.put(entry, "started_at", attempt.startedAt());
            entry.put("duration_ms", attempt.durationMs());
            entry.put("status", attempt.status());
            entry.put("error", attempt.error());
            putHeaders(entry, headers.get(attempt.attempt()));
            entry.put("response_excerpt", text(attempt.excerpt()));
        }
    }

    private static void putHeaders(ObjectNode entry, @Nullable AnswerHeaders headers) {
        if (headers == null) {
            entry.putNull("response_headers");
        } else {
            headers.values().forEach(entry.putObject("response_headers")::put);
        }
    }

    /// Untrusted bytes as text. Invalid UTF-8 is shown as the replacement character.
    public static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, UTF_8);
    }
}
