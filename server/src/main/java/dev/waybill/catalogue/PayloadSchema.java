package dev.waybill.catalogue;

import com.networknt.schema.Error;
import com.networknt.schema.InvalidSchemaRefException;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A JSON Schema (2020-12) that is ready to judge values. It never fetches anything: a reference
/// must lie within the schema itself.
public final class PayloadSchema {

    /// Enough to see what is wrong; a large value may break a schema in a hundred thousand places.
    private static final int VIOLATIONS_MAX = 20;

    private static final String META_SCHEMA = "https://json-schema.org/draft/2020-12/schema";

    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");

    /// What is below these is a value and no schema.
    private static final Set<String> VALUES = Set.of("const", "enum", "default", "examples");

    private static final JsonMapper MAPPER = new JsonMapper();

    /// One value of each kind: what cannot judge these without end will not judge an event either.
    private static final List<String> PROBES =
            List.of("{}", "[]", "\"\"", "0", "true", "null", "{\"a\":[{}]}");

    private static final SchemaRegistryConfig CONFIG =
            SchemaRegistryConfig.builder()
                    .pathType(PathType.JSON_POINTER)
                    .locale(Locale.ROOT)
                    .build();

    private final Schema schema;

    private PayloadSchema(Schema schema) {
        this.schema = schema;
    }

    /// Reads a schema that somebody wrote.
    ///
    /// @throws InvalidField at its place in the schema
    public static PayloadSchema of(JsonNode json) {
        if (!json.isObject() && !json.isBoolean()) {
            throw InvalidField.at("", "A schema must be a JSON object, true or false.");
        }
        requireDialect(json);
        refuseForeignReferences(json, "");
        var registry = registry();
        var wrong = judged(registry.getSchema(SchemaLocation.of(META_SCHEMA)), json);
        if (!wrong.isEmpty()) {
            var first = wrong.getFirst();
            throw InvalidField.at(
                    first.pointer(), "This is no JSON Schema (2020-12): " + first.detail());
        }
        return compiled(registry, json);
    }

    private static PayloadSchema compiled(SchemaRegistry registry, JsonNode json) {
        try {
            var schema = registry.getSchema(json);
            schema.initializeValidators();
            for (var probe : PROBES) {
                schema.validate(MAPPER.readTree(probe));
            }
            return new PayloadSchema(schema);
        } catch (InvalidSchemaRefException e) {
            throw InvalidField.at("", "A $ref of the schema points to nothing in it.");
        } catch (SchemaException e) {
            throw InvalidField.at("", "The schema cannot be used: a keyword has no valid value.");
        } catch (StackOverflowError e) {
            throw InvalidField.at("", "The schema refers to itself without end.");
        }
    }

    /// What breaks the schema, the first few; empty if nothing does.
    public List<Violation> judge(JsonNode value) {
        try {
            return judged(schema, value);
        } catch (StackOverflowError e) {
            return List.of(new Violation("", "The value is too deep for its schema."));
        }
    }

    private static List<Violation> judged(Schema schema, JsonNode value) {
        return schema.validate(value).stream()
                .limit(VIOLATIONS_MAX)
                .map(PayloadSchema::violation)
                .toList();
    }

    private static Violation violation(Error error) {
        var pointer = error.getInstanceLocation().toString();
        var property = error.getProperty();
        // Of a property that is missing, or should be: its own place says more than its parent's.
        var place =
                property == null
                        ? pointer
                        : pointer + "/" + property.replace("~", "~0").replace("/", "~1");
        return new Violation(place, error.getMessage() + ".");
    }

    /// A registry of its own for each schema: what one of them defines is not another's.
    private static SchemaRegistry registry() {
        return SchemaRegistry.withDialect(
                Dialects.getDraft202012(),
                builder ->
                        builder.schemaRegistryConfig(CONFIG)
                                .schemaLoader(loader -> loader.fetchRemoteResources(false)));
    }

    private static void requireDialect(JsonNode json) {
        var dialect = json.get("$schema");
        if (dialect != null
                && !(dialect.isString()
                        && dialect.stringValue().replaceFirst("#$", "").equals(META_SCHEMA))) {
            throw InvalidField.at("/$schema", "$schema must be " + META_SCHEMA + ", or left out.");
        }
    }

    private static void refuseForeignReferences(JsonNode json, String pointer) {
        if (json.isArray()) {
            for (int i = 0; i < json.size(); i++) {
                refuseForeignReferences(json.get(i), pointer + "/" + i);
            }
        }
        for (var property : json.properties()) {
            var name = property.getKey();
            var place = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
            var value = property.getValue();
            if (REFERENCES.contains(name)
                    && value.isString()
                    && !value.stringValue().startsWith("#")) {
                throw InvalidField.at(
                        place,
                        "A reference must lie within the schema (#/…): Waybill fetches none.");
            }
            if (!VALUES.contains(name)) {
                refuseForeignReferences(value, place);
            }
        }
    }
}
