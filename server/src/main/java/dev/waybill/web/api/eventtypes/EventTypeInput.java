package dev.waybill.web.api.eventtypes;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.feature.eventtypes.ChangeEventType;
import dev.waybill.feature.eventtypes.CreateEventType;
import dev.waybill.feature.eventtypes.EventTypeRules;
import dev.waybill.feature.eventtypes.EventTypeUpdate;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.retrypolicies.PolicyInput;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads commands about event types from JSON.
final class EventTypeInput {

    private static final String[] FIELDS = {
        "name",
        "description",
        "guidance",
        "ttl_seconds",
        "expires_at_pointer",
        "max_attempts",
        "retry_policy",
        "schema",
        "validate",
        "example",
        "deprecated",
        "hidden"
    };

    private EventTypeInput() {}

    static CreateEventType create(
            ObjectNode json, Caller caller, @Nullable IdempotencyKey key, Violations violations) {
        var input = new JsonInput(json, violations, FIELDS);
        return new CreateEventType(caller, input.text("name").orNull(), settings(input), key);
    }

    static ChangeEventType change(String type, ObjectNode json, Violations violations) {
        var input = new JsonInput(json, violations, FIELDS);
        return new ChangeEventType(type, input.text("name").orNull(), settings(input));
    }

    private static EventTypeUpdate settings(JsonInput input) {
        return new EventTypeUpdate(
                input.text("description"),
                input.text("guidance"),
                new EventTypeUpdate.DeliveryRules(
                        input.whole("ttl_seconds", EventTypeRules.TTL_SECONDS),
                        input.text("expires_at_pointer"),
                        input.whole("max_attempts", EventTypeRules.ATTEMPTS),
                        PolicyInput.choice(input)),
                new EventTypeUpdate.Payload(
                        input.node("schema"), input.flag("validate"), input.node("example")),
                input.flag("deprecated"),
                input.flag("hidden"));
    }
}
