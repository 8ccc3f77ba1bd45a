package dev.waybill.feature.eventtypes;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.command.WholeRange;
import dev.waybill.domain.event.EventRules;
import dev.waybill.domain.event.EventType;
import dev.waybill.domain.retry.PolicyRules;
import dev.waybill.engine.catalog.PayloadSchema;
import dev.waybill.engine.catalog.SchemaViolation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The rules for settings of event types. The rule that a named policy exists is in
/// [EventTypeService].
public final class EventTypeRules {

    public static final WholeRange TTL_SECONDS = EventRules.TTL_SECONDS;

    public static final WholeRange ATTEMPTS = PolicyRules.ATTEMPTS;

    private static final int DESCRIPTION_LENGTH_MAX = 1_000;
    private static final int GUIDANCE_LENGTH_MAX = 10_000;
    private static final int POINTER_LENGTH_MAX = 500;
    private static final int SCHEMA_LENGTH_MAX = 64 * 1024;
    private static final int EXAMPLE_LENGTH_MAX = 64 * 1024;

    private static final Pattern POINTER = Pattern.compile("(/([^~/]|~[01])*)+");

    private static final JsonMapper JSON = new JsonMapper();

    private EventTypeRules() {}

    static void checkName(@Nullable String name, Violations violations) {
        violations.checkText("name", name, EventType.LENGTH_MAX);
        if (name != null && !EventType.isName(name)) {
            violations.add(
                    "name",
                    Violation.Code.FORMAT,
                    "{} must be letters, digits and _ in segments joined by dots.");
        }
    }

    /// The rules for all settings that an update mentions. Returns its schema, ready for use; null
    /// if it has none or an invalid one.
    static @Nullable PayloadSchema check(EventTypeUpdate update, Violations violations) {
        violations.checkProse("description", update.description().orNull(), DESCRIPTION_LENGTH_MAX);
        violations.checkProse("guidance", update.guidance().orNull(), GUIDANCE_LENGTH_MAX);
        var delivery = update.delivery();
        violations.check("ttl_seconds", delivery.ttlSeconds().orNull(), TTL_SECONDS);
        checkPointer(delivery.expiresAtPointer().orNull(), violations);
        violations.check("max_attempts", delivery.attemptsMax().orNull(), ATTEMPTS);
        checkLength("example", update.payload().example(), EXAMPLE_LENGTH_MAX, violations);
        checkLength("schema", update.payload().schema(), SCHEMA_LENGTH_MAX, violations);
        var schema = update.payload().schema().orNull();
        return schema == null || violations.has("schema") ? null : compile(schema, violations);
    }

    private static void checkPointer(@Nullable String pointer, Violations violations) {
        violations.checkText("expires_at_pointer", pointer, POINTER_LENGTH_MAX);
        if (pointer != null
                && !violations.has("expires_at_pointer")
                && !POINTER.matcher(pointer).matches()) {
            violations.add(
                    "expires_at_pointer",
                    Violation.Code.FORMAT,
                    "{} must be a JSON pointer into data, such as /expires_at.");
        }
    }

    private static void checkLength(
            String field, Update<JsonNode> json, int lengthMax, Violations violations) {
        if (json.value().filter(node -> node.toString().length() > lengthMax).isPresent()) {
            violations.add(
                    field,
                    Violation.Code.RANGE,
                    "{} must not be longer than " + lengthMax + " characters.");
        }
    }

    private static @Nullable PayloadSchema compile(JsonNode schema, Violations violations) {
        var wrong = new Violations();
        var compiled = PayloadSchema.read(schema, wrong);
        violations.addUnder("schema", wrong);
        return compiled.orElse(null);
    }

    /// The rules for schema and example together, after the update.
    ///
    /// @param compiled the schema of the update, if it has one
    static void checkPayload(
            EventTypeUpdate.Payload update,
            StoredPayload before,
            @Nullable PayloadSchema compiled,
            Violations violations) {
        if (violations.has("schema")) {
            return;
        }
        var after = update.onto(before);
        if (after.schema() == null) {
            if (after.validate()) {
                violations.add("validate", Violation.Code.CONFLICT, "{} needs a schema.");
            }
            return;
        }
        boolean isNew = update.schema().isGiven() || update.example().isGiven();
        if (after.example() == null || !isNew || violations.has("example")) {
            return;
        }
        var schema =
                compiled == null ? compile(JSON.readTree(after.schema()), violations) : compiled;
        if (schema != null) {
            schema.judge(JSON.readTree(after.example()))
                    .forEach(wrong -> violations.add(inExample(wrong)));
        }
    }

    private static Violation inExample(SchemaViolation wrong) {
        List<String> path = new ArrayList<>(List.of("example"));
        path.addAll(wrong.path());
        return new Violation(
                path, Violation.Code.SCHEMA, "{} violates the schema: " + wrong.text());
    }
}
