package dev.waybill.web.api.keys;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.feature.keys.CreateKey;
import dev.waybill.feature.keys.KeyRules;
import dev.waybill.web.api.JsonInput;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads commands about API keys from JSON.
final class ApiKeyInput {

    private ApiKeyInput() {}

    static CreateKey create(
            ObjectNode json, Caller caller, @Nullable IdempotencyKey key, Violations violations) {
        var input = new JsonInput(json, violations, "name", "role", "app", "mode", "expires_at");
        return new CreateKey(
                caller,
                input.choice("role", KeyRules.ROLE).orNull(),
                input.text("app").orNull(),
                input.choice("mode", KeyRules.MODE).orNull(),
                input.text("name").value().orElse(""),
                input.choice("expires_at", KeyRules.EXPIRES_AT).orNull(),
                key);
    }
}
