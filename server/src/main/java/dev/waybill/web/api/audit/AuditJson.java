package dev.waybill.web.api.audit;

import dev.waybill.domain.IdKind;
import dev.waybill.engine.audit.AuditRecord;
import dev.waybill.web.json.Json;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// A line of the audit log as the API shows it.
public final class AuditJson {

    private AuditJson() {}

    /// With the uids of apps.
    ///
    /// @param uids finds the name
    public static ObjectNode of(AuditRecord record, Function<UUID, String> uids) {
        var actor = record.actor();
        var entry = record.entry();
        var json = Json.object();
        json.put("id", IdKind.AUDIT.format(record.id()));
        json.put("object", "audit_entry");
        Json.put(json, "at", record.at());
        json.put("actor", actor.id());
        json.put("source", actor.source());
        json.put("request_id", actor.requestId());
        json.put("action", entry.action());
        json.put("object_id", entry.objectId());
        json.put("app", entry.appId() == null ? null : uids.apply(entry.appId()));
        json.put("mode", entry.mode() == null ? null : entry.mode().code());
        json.set("before", entry.before());
        json.set("after", entry.after());
        json.put("note", entry.note());
        return json;
    }
}
