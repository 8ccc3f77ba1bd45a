package dev.waybill.web.api.portal;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.feature.portal.ChangePortalLook;
import dev.waybill.feature.portal.CreatePortalLink;
import dev.waybill.feature.portal.PortalRules;
import dev.waybill.feature.portal.SetEmbedOrigins;
import dev.waybill.web.api.JsonInput;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads commands about the portal from JSON.
final class PortalInput {

    private PortalInput() {}

    static CreatePortalLink link(
            ObjectNode json, Caller caller, @Nullable IdempotencyKey key, Violations violations) {
        var input =
                new JsonInput(
                        json,
                        violations,
                        "app",
                        "capabilities",
                        "return_url",
                        "expires_in_seconds",
                        "session_seconds");
        return new CreatePortalLink(
                caller,
                input.text("app").orNull(),
                input.texts("capabilities")
                        .map(codes -> PortalRules.capabilities(codes, violations))
                        .orNull(),
                input.text("return_url").orNull(),
                input.whole("expires_in_seconds", PortalRules.EXPIRES_IN_SECONDS).orNull(),
                input.whole("session_seconds", PortalRules.SESSION_SECONDS).orNull(),
                key);
    }

    static ChangePortalLook look(ObjectNode json, Violations violations) {
        var input = new JsonInput(json, violations, "product", "accent", "return_url");
        return new ChangePortalLook(
                input.text("product"), input.text("accent"), input.text("return_url"));
    }

    /// A request without the field removes all origins.
    static SetEmbedOrigins origins(UUID appId, ObjectNode json, Violations violations) {
        var input = new JsonInput(json, violations, "embed_origins");
        return new SetEmbedOrigins(appId, input.texts("embed_origins").value().orElse(List.of()));
    }
}
