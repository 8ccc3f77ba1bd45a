package dev.waybill.web.api.keys;

import dev.waybill.domain.IdKind;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.json.Json;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// A key as the API shows it: everything but the key.
public final class ApiKeyJson {

    private ApiKeyJson() {}

    public static ObjectNode of(ApiKey key, AppNames apps, Instant now) {
        var json = Json.object();
        json.put("id", IdKind.KEY.format(key.id()));
        json.put("object", "api_key");
        json.put("name", key.name());
        json.put("role", key.role().code());
        json.put("app", key.appId() == null ? null : apps.uid(key.appId()));
        json.put("mode", key.mode().code());
        json.put("state", state(key, now));
        Json.put(json, "created_at", key.createdAt());
        Json.put(json, "expires_at", key.expiresAt());
        Json.put(json, "revoked_at", key.revokedAt());
        Json.put(json, "last_used_at", key.lastUsedAt());
        return json;
    }

    private static String state(ApiKey key, Instant now) {
        if (key.revokedAt() != null) {
            return "revoked";
        }
        return key.expiredAt(now) ? "expired" : "active";
    }
}
