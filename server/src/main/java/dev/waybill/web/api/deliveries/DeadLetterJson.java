package dev.waybill.web.api.deliveries;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeadLetterNote;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The history of a dead letter, as the API shows it with its delivery.
final class DeadLetterJson {

    private DeadLetterJson() {}

    /// The history of a dead letter.
    ///
    /// @param all its history, oldest first
    /// @param repeatedBy the newest delivery that repeats it
    static ObjectNode of(
            DeliveryView delivery,
            List<DeadLetterNote> all,
            Optional<UUID> repeatedBy,
            Audience audience) {
        var notes = all.stream().map(audience::seen).toList();
        var json = Json.object();
        boolean open = delivery.progress().deadLetterResolvedAt() == null;
        var last = open || notes.isEmpty() ? null : notes.getLast();
        json.put("state", state(last));
        Json.put(json, "closed_at", delivery.progress().deadLetterResolvedAt());
        json.put("by", last == null ? null : last.actor());
        json.put("kind", last == null ? null : last.kind());
        json.put("note", last == null ? null : last.note());
        json.put("replayed_by", repeatedBy.map(IdKind.DELIVERY::format).orElse(null));
        var history = json.putArray("history");
        for (var note : notes) {
            var entry = history.addObject();
            Json.put(entry, "at", note.at());
            entry.put("by", note.actor());
            entry.put("kind", note.kind());
            entry.put("note", note.note());
            entry.put(
                    "delivery_id",
                    note.byDelivery() == null ? null : IdKind.DELIVERY.format(note.byDelivery()));
        }
        return json;
    }

    /// The state of a dead letter in the API.
    private static String state(@Nullable DeadLetterNote closing) {
        if (closing == null) {
            return "open";
        }
        return closing.kind().equals(DeadLetterNote.SUPERSEDED) ? "superseded" : "resolved";
    }
}
