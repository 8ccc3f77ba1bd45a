package dev.waybill.web.api.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Capability;
import dev.waybill.feature.portal.PortalLink;
import dev.waybill.feature.portal.PortalLook;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.json.Json;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// The portal's links and settings as the API shows them.
public final class PortalJson {

    private PortalJson() {}

    public static ObjectNode link(PortalLink link, AppNames apps, Instant now) {
        var json = Json.object();
        json.put("id", IdKind.PORTAL_LINK.format(link.id()));
        json.put("object", "portal_link");
        json.put("app", apps.uid(link.appId()));
        json.put("mode", link.mode().code());
        json.put("state", link.state(now).code());
        var capabilities = json.putArray("capabilities");
        link.capabilities().stream().map(Capability::code).sorted().forEach(capabilities::add);
        json.put("return_url", link.returnUrl());
        Json.put(json, "created_at", link.createdAt());
        Json.put(json, "expires_at", link.expiresAt());
        json.put("session_seconds", link.sessionLife().toSeconds());
        Json.put(json, "used_at", link.usedAt());
        Json.put(json, "session_ends_at", link.sessionEndsAt());
        Json.put(json, "revoked_at", link.revokedAt());
        return json;
    }

    public static ObjectNode look(PortalLook look) {
        var json = Json.object();
        json.put("object", "portal");
        json.put("product", look.product());
        json.put("accent", look.accent());
        json.put("return_url", look.returnUrl());
        return json;
    }
}
