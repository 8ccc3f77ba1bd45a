package dev.waybill.feature.retention.archive;

import static java.util.Objects.requireNonNull;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.engine.capture.EventRow;
import dev.waybill.engine.deliver.compose.Composer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// One delivery as a line: its row, its event, its attempts, its notes, and its last request as it
/// was sent.
record ArchivedDelivery(UUID id, ObjectNode json) {

    String publicId() {
        return IdKind.DELIVERY.format(id);
    }

    static ArchivedDelivery read(ResultSet row, Composer composer) throws SQLException {
        var id = row.getObject("delivery_id", UUID.class);
        var event = EventRow.read(row, "id");
        var envelope =
                composer.formatted(
                        Envelope.of(event, row.getBoolean("replayed")),
                        EventFormat.of(row.getString("format")).orElseThrow(),
                        event.appId());
        var json = ArchiveJson.object();
        json.put("id", IdKind.DELIVERY.format(id));
        json.set("delivery", ArchiveJson.MAPPER.readTree(row.getString("delivery")));
        var eventJson = (ObjectNode) ArchiveJson.MAPPER.readTree(row.getString("event"));
        ArchiveJson.putBytes(eventJson, "data", event.data());
        json.set("event", eventJson);
        json.set("attempts", ArchiveJson.MAPPER.readTree(row.getString("attempts_made")));
        json.set(
                "dead_letter_notes",
                ArchiveJson.MAPPER.readTree(row.getString("dead_letter_notes")));
        var request = json.putObject("request");
        if (row.getString("url") != null) {
            request.put("url", row.getString("url"));
            var headers = request.putObject("headers");
            composer.headers(
                            envelope,
                            id,
                            row.getInt("attempt"),
                            requireNonNull(EventRow.instant(row, "started_at")).getEpochSecond(),
                            row.getString("signature"))
                    .forEach(header -> headers.put(header.name(), header.value()));
        }
        ArchiveJson.putBytes(request, "body", envelope.body());
        return new ArchivedDelivery(id, json);
    }
}
