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

    /// With apps as people call them.
    ///
    /// @param uids finds the name
    public static ObjectNode of(AuditRecord entry, Function<UUID, String> uids) {
        var act = entry.act();
        var deed = entry.entry();
        var json = Json.object();
        json.put("id", IdKind.AUDIT.format(entry.id()));
        json.put("object", "audit_entry");
        Json.put(json, "at", entry.at());
        json.put("actor", act.actor());
        json.put("source", act.source());
        json.put("request_id", act.requestId());
        json.put("action", deed.action());
        json.put("object_id", deed.objectId());
        json.put("app", deed.appId() == null ? null : uids.apply(deed.appId()));
        json.put("mode", deed.mode() == null ? null : deed.mode().code());
        json.set("before", deed.before());
        json.set("after", deed.after());
        json.put("note", deed.note());
        return json;
    }
}
