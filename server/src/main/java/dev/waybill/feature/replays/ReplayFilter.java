package dev.waybill.feature.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Asks for deliveries by a filter. An empty list does not narrow it, except that deliveries in no
/// particular state, with no particular reason and without ids are dead letters.
///
/// @param app the uid or id of an app; null for all that the caller sees
/// @param causes as groups of dead letters name them
/// @param since null for as far back as replays reach
/// @param until null for now
public record ReplayFilter(
        @Nullable Endpoint owner,
        @Nullable String app,
        List<DeliveryState> states,
        List<Reason> reasons,
        List<String> causes,
        List<UUID> deliveryIds,
        @Nullable UUID endpointId,
        List<String> eventTypes,
        @Nullable Instant since,
        @Nullable Instant until)
        implements ReplayCriteria {

    public ReplayFilter {
        states = List.copyOf(states);
        reasons = List.copyOf(reasons);
        causes = List.copyOf(causes);
        deliveryIds = List.copyOf(deliveryIds);
        eventTypes = List.copyOf(eventTypes);
    }

    @Override
    public ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        if (endpointId != null) {
            json.put("endpoint_id", IdKind.ENDPOINT.format(endpointId));
        }
        if (app != null) {
            json.put("app", app);
        }
        putAll(json, "event_types", eventTypes, Function.identity());
        putAll(json, "states", states, DeliveryState::code);
        putAll(json, "reasons", reasons, Reason::code);
        putAll(json, "causes", causes, Function.identity());
        putAll(json, "delivery_ids", deliveryIds, IdKind.DELIVERY::format);
        if (since != null) {
            json.put("since", Timestamps.format(since));
        }
        if (until != null) {
            json.put("until", Timestamps.format(until));
        }
        return json;
    }

    static <T> void putAll(
            ObjectNode json, String name, List<T> items, Function<T, String> format) {
        if (!items.isEmpty()) {
            var array = json.putArray(name);
            items.forEach(item -> array.add(format.apply(item)));
        }
    }
}
