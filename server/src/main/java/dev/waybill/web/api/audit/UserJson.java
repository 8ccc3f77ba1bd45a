package dev.waybill.web.api.audit;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.users.User;
import dev.waybill.web.json.Json;
import tools.jackson.databind.node.ObjectNode;

/// A user as the audit log shows it: without the password.
final class UserJson {

    private UserJson() {}

    static ObjectNode of(User user) {
        var json = Json.object();
        json.put("id", IdKind.USER.format(user.id()));
        json.put("object", "user");
        json.put("name", user.name());
        json.put("role", user.role().code());
        json.put("state", user.disabledAt() == null ? "active" : "disabled");
        Json.put(json, "created_at", user.createdAt());
        Json.put(json, "updated_at", user.updatedAt());
        return json;
    }
}
