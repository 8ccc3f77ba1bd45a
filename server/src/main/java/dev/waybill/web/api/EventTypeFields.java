package dev.waybill.web.api;

import dev.waybill.domain.event.EventType;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.catalog.CatalogType.DeliveryRules;
import dev.waybill.engine.catalog.CatalogType.Documentation;
import dev.waybill.engine.catalog.InvalidField;
import dev.waybill.engine.catalog.PayloadSchema;
import dev.waybill.web.http.Problem;
import dev.waybill.web.json.Json;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Checks what people write about event types. What is not mentioned stays as it was; null takes a
/// field back to its default.
final class EventTypeFields {

    static final int SCHEMA_LENGTH_MAX = 64 * 1024;
    static final int EXAMPLE_LENGTH_MAX = 64 * 1024;

    private static final int DESCRIPTION_LENGTH_MAX = 1_000;
    private static final int GUIDANCE_LENGTH_MAX = 10_000;
    private static final int POINTER_LENGTH_MAX = 500;
    private static final int ATTEMPTS_MAX = 100;

    private static final Pattern POINTER = Pattern.compile("(/([^~/]|~[01])*)+");

    private final Fields fields;
    private final @Nullable String retryPolicy;

    EventTypeFields(ObjectNode json, PolicyChoices policies) {
        this.fields =
                new Fields(
                        json,
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
                        "hidden");
        this.retryPolicy = policies.of(fields).orElse(null);
    }

    Optional<String> name() {
        var name = fields.text("name", EventType.LENGTH_MAX);
        if (name.isPresent() && !EventType.isName(name.get())) {
            throw Problem.invalid(
                    "/name", "name must be letters, digits and _ in segments joined by dots.");
        }
        return name;
    }

    /// The type with these fields, checked as a whole.
    CatalogType appliedTo(CatalogType before, Instant now) {
        var schema = schema(before);
        var example = example(before);
        var type =
                new CatalogType(
                        before.name(),
                        documentation(before, example),
                        rules(before),
                        text(schema),
                        flag("validate", before.validate()),
                        before.createdAt(),
                        now);
        check(type, schema, example);
        return type;
    }

    private Documentation documentation(CatalogType before, @Nullable JsonNode example) {
        return new Documentation(
                prose("description", DESCRIPTION_LENGTH_MAX, before.description()),
                prose("guidance", GUIDANCE_LENGTH_MAX, before.guidance()),
                text(example),
                flag("deprecated", before.deprecated()),
                flag("hidden", before.hidden()));
    }

    private DeliveryRules rules(CatalogType before) {
        return new DeliveryRules(
                integer("ttl_seconds", (int) EventParser.TTL_SECONDS_MAX, before.ttlSeconds()),
                pointer(before.expiresAtPointer()),
                integer("max_attempts", ATTEMPTS_MAX, before.attemptsMax()),
                fields.has("retry_policy") ? retryPolicy : before.retryPolicy());
    }

    private static void check(
            CatalogType type, @Nullable JsonNode schema, @Nullable JsonNode example) {
        if (schema == null) {
            if (type.validate()) {
                throw Problem.invalid("/validate", "validate needs a schema.");
            }
            return;
        }
        PayloadSchema compiled;
        try {
            compiled = PayloadSchema.of(schema);
        } catch (InvalidField e) {
            throw PolicyChoices.problem(e).under("/schema");
        }
        var violations = example == null ? null : compiled.judge(example);
        if (violations != null && !violations.isEmpty()) {
            throw Problem.invalid(
                    "example breaks the schema: " + violations.getFirst().detail(),
                    violations.stream()
                            .map(v -> new Problem.Detail("/example" + v.pointer(), v.detail()))
                            .toList());
        }
    }

    private @Nullable JsonNode schema(CatalogType before) {
        return json("schema", SCHEMA_LENGTH_MAX, before.schema());
    }

    private @Nullable JsonNode example(CatalogType before) {
        return json("example", EXAMPLE_LENGTH_MAX, before.example());
    }

    private @Nullable JsonNode json(String name, int lengthMax, @Nullable String before) {
        if (!fields.has(name)) {
            return before == null ? null : Json.parse(before);
        }
        var node = fields.node(name).orElse(null);
        if (node != null && node.toString().length() > lengthMax) {
            throw Problem.invalid(
                    "/" + name, name + " must not be longer than " + lengthMax + " characters.");
        }
        return node;
    }

    private static @Nullable String text(@Nullable JsonNode node) {
        return node == null ? null : node.toString();
    }

    private String prose(String name, int lengthMax, String before) {
        return fields.has(name) ? fields.prose(name, lengthMax).orElse("") : before;
    }

    private @Nullable Integer integer(String name, int max, @Nullable Integer before) {
        return fields.has(name) ? fields.integer(name, 1, max).orElse(null) : before;
    }

    private boolean flag(String name, boolean before) {
        return fields.has(name) ? fields.flag(name).orElse(false) : before;
    }

    private @Nullable String pointer(@Nullable String before) {
        if (!fields.has("expires_at_pointer")) {
            return before;
        }
        var pointer = fields.text("expires_at_pointer", POINTER_LENGTH_MAX);
        if (pointer.isPresent() && !POINTER.matcher(pointer.get()).matches()) {
            throw Problem.invalid(
                    "/expires_at_pointer",
                    "expires_at_pointer must be a JSON pointer into data, such as /expires_at.");
        }
        return pointer.orElse(null);
    }
}
