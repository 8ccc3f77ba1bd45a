package dev.waybill.web.api.deadletters;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.deadletters.DeadLetterGroup;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.api.deliveries.DeliveryJson;
import dev.waybill.web.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Groups of dead letters as the API shows them.
final class DeadLetterGroupJson {

    private DeadLetterGroupJson() {}

    /// A group with one of its dead letters.
    ///
    /// @param sample null if it is gone meanwhile
    static ObjectNode of(DeadLetterGroup group, @Nullable DeliveryView sample, Audience audience) {
        var json = Json.object();
        json.put("object", "dead_letter_group");
        json.put("endpoint_id", IdKind.ENDPOINT.format(group.endpointId()));
        json.put("state", group.reason().state().code());
        json.put("reason", group.reason().code());
        json.put("cause", group.cause().code());
        json.put("count", group.count());
        Json.put(json, "first_at", group.firstAt());
        Json.put(json, "last_at", group.lastAt());
        json.set("sample", sample == null ? null : DeliveryJson.of(sample, audience));
        return json;
    }
}
