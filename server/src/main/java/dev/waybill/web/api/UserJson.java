package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.users.User;
import tools.jackson.databind.node.ObjectNode;

/// A person as the audit log shows them: everything but the password.
final class UserJson {

    private UserJson() {}

    static ObjectNode of(User person) {
        var json = Json.object();
        json.put("id", IdKind.PERSON.format(person.id()));
        json.put("object", "user");
        json.put("name", person.name());
        json.put("role", person.role().word());
        json.put("state", person.disabledAt() == null ? "active" : "disabled");
        Json.put(json, "created_at", person.createdAt());
        Json.put(json, "updated_at", person.updatedAt());
        return json;
    }
}
