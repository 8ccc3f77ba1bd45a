package dev.waybill.web.api.apps;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.feature.apps.ChangeApp;
import dev.waybill.feature.apps.CreateApp;
import dev.waybill.web.api.JsonInput;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads commands about apps from JSON. An absent field is null.
final class AppInput {

    private AppInput() {}

    static CreateApp create(
            ObjectNode json, Mode mode, @Nullable IdempotencyKey key, Violations violations) {
        var input = input(json, violations);
        return new CreateApp(input.text("uid").orNull(), input.text("name").orNull(), mode, key);
    }

    static ChangeApp change(UUID id, ObjectNode json, Violations violations) {
        var input = input(json, violations);
        return new ChangeApp(id, input.text("uid").orNull(), input.text("name").orNull());
    }

    private static JsonInput input(ObjectNode json, Violations violations) {
        return new JsonInput(json, violations, "uid", "name");
    }
}
