package dev.waybill.engine.catalog;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.InvalidSchemaRefException;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A compiled JSON Schema (2020-12). It never fetches anything: references must stay within the
/// schema.
public final class PayloadSchema {

    /// Enough to find the mistake. A large value may violate a schema in a hundred thousand places.
    private static final int VIOLATIONS_MAX = 20;

    private static final String META_SCHEMA = "https://json-schema.org/draft/2020-12/schema";

    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");

    /// The content of these keywords is a value, not a schema.
    private static final Set<String> VALUES = Set.of("const", "enum", "default", "examples");

    private static final JsonMapper MAPPER = new JsonMapper();

    /// One value of each kind. A schema that cannot check these within the limit cannot check an
    /// event either.
    private static final List<String> PROBES =
            List.of("{}", "[]", "\"\"", "0", "true", "null", "{\"a\":[{}]}");

    /// One evaluated keyword is a step, about a tenth of a microsecond. An ordinary schema needs a
    /// small part of these for the largest event.
    private static final long STEPS_MAX = 1_000_000;

    /// For all values of [#PROBES], which are as small as values can be.
    private static final long PROBE_STEPS_MAX = 20_000;

    private static final String TOO_COSTLY =
            "The value takes too long to check against its schema.";

    private static final SchemaRegistryConfig CONFIG =
            SchemaRegistryConfig.builder()
                    .regularExpressionFactory(LinearPattern::of)
                    .pathType(PathType.JSON_POINTER)
                    .locale(Locale.ROOT)
                    .build();

    private final Schema schema;

    private PayloadSchema(Schema schema) {
        this.schema = schema;
    }

    /// Compiles a stored schema.
    ///
    /// @throws IllegalArgumentException if it cannot be used
    public static PayloadSchema of(JsonNode json) {
        var violations = new Violations();
        return read(json, violations)
                .orElseThrow(() -> {
                    var first = violations.all().getFirst();
                    return new IllegalArgumentException(first.path() + ": " + first.text());
                });
    }

    /// Compiles a schema from a request; empty if it cannot be used.
    ///
    /// @param violations collects everything that is wrong with this schema; it must be empty
    public static Optional<PayloadSchema> read(JsonNode json, Violations violations) {
        if (!json.isObject() && !json.isBoolean()) {
            violations.add(whole("A schema must be a JSON object, true or false."));
            return Optional.empty();
        }
        if (!isKnownDialect(json)) {
            violations.add(
                    "$schema",
                    Violation.Code.REFUSED,
                    "$schema must be " + META_SCHEMA + ", or absent.");
            return Optional.empty();
        }
        try {
            return read(json, registry(), violations);
        } catch (Steps.UsedUp e) {
            violations.add(
                    whole(
                            "The schema is too costly: even the smallest values take too many"
                                    + " steps."));
        } catch (InvalidSchemaRefException e) {
            violations.add(whole("A $ref points to nothing in the schema."));
        } catch (SchemaException e) {
            violations.add(whole("The schema cannot be used: a keyword has no valid value."));
        } catch (StackOverflowError e) {
            violations.add(whole("The schema refers to itself endlessly."));
        }
        return Optional.empty();
    }

    private static Optional<PayloadSchema> read(
            JsonNode json, SchemaRegistry registry, Violations violations) {
        refuseUnusable(json, List.of(), violations);
        var metaSchema = registry.getSchema(SchemaLocation.of(META_SCHEMA));
        for (var wrong : evaluate(metaSchema, json, STEPS_MAX)) {
            violations.add(
                    new Violation(
                            wrong.path(),
                            Violation.Code.FORMAT,
                            "This is not a valid JSON Schema (2020-12): " + wrong.text()));
        }
        if (!violations.isEmpty()) {
            return Optional.empty();
        }
        var schema = registry.getSchema(json);
        schema.initializeValidators();
        for (var probe : PROBES) {
            evaluate(schema, MAPPER.readTree(probe), PROBE_STEPS_MAX);
        }
        return Optional.of(new PayloadSchema(schema));
    }

    /// A violation that concerns the schema as a whole.
    private static Violation whole(String text) {
        return new Violation(List.of(), Violation.Code.REFUSED, text);
    }

    /// The first violations of the schema; empty if there are none.
    public List<SchemaViolation> judge(JsonNode value) {
        try {
            return evaluate(schema, value, STEPS_MAX);
        } catch (Steps.UsedUp e) {
            return List.of(new SchemaViolation("", TOO_COSTLY));
        } catch (StackOverflowError e) {
            return List.of(new SchemaViolation("", "The value is too deep for its schema."));
        } catch (JacksonException e) {
            // A number that a keyword cannot compute with. The message quotes the value, which must
            // not be logged.
            return List.of(
                    new SchemaViolation("", "A value cannot be checked against its schema."));
        }
    }

    private static List<SchemaViolation> evaluate(Schema schema, JsonNode value, long stepsMax) {
        var found = new ArrayList<Error>();
        Steps.within(
                stepsMax,
                steps -> {
                    var counting = new CountingContext(steps);
                    schema.validate(counting, value);
                    found.addAll(counting.getErrors());
                });
        return found.stream().limit(VIOLATIONS_MAX).map(PayloadSchema::violation).toList();
    }

    /// Counts every evaluated keyword.
    private static final class CountingContext extends ExecutionContext {

        private final Steps steps;

        CountingContext(Steps steps) {
            this.steps = steps;
        }

        @Override
        public void evaluationPathAddLast(String keyword) {
            steps.take(1);
            super.evaluationPathAddLast(keyword);
        }
    }

    private static SchemaViolation violation(Error error) {
        var pointer = error.getInstanceLocation().toString();
        var property = error.getProperty();
        // For a property that is missing, or must not exist, its own place is more precise than
        // that of its parent.
        var place =
                property == null
                        ? pointer
                        : pointer + "/" + property.replace("~", "~0").replace("/", "~1");
        return new SchemaViolation(place, error.getMessage() + ".");
    }

    /// Each schema has its own registry, so that definitions are not shared.
    private static SchemaRegistry registry() {
        return SchemaRegistry.withDialect(
                Dialects.getDraft202012(),
                builder ->
                        builder.schemaRegistryConfig(CONFIG)
                                .schemaLoader(loader -> loader.fetchRemoteResources(false)));
    }

    private static boolean isKnownDialect(JsonNode json) {
        var dialect = json.get("$schema");
        return dialect == null
                || (dialect.isString()
                        && dialect.stringValue().replaceFirst("#$", "").equals(META_SCHEMA));
    }

    private static void refuseUnusable(JsonNode json, List<String> path, Violations violations) {
        if (json.isArray()) {
            for (int i = 0; i < json.size(); i++) {
                refuseUnusable(json.get(i), in(path, Integer.toString(i)), violations);
            }
        }
        for (var property : json.properties()) {
            var name = property.getKey();
            var place = in(path, name);
            var value = property.getValue();
            if (REFERENCES.contains(name)
                    && value.isString()
                    && !value.stringValue().startsWith("#")) {
                violations.add(
                        new Violation(
                                place,
                                Violation.Code.REFUSED,
                                "A reference must point into the schema (#/…): Waybill fetches no"
                                        + " other schemas."));
            }
            if (name.equals("pattern") && value.isString()) {
                checkPattern(value.stringValue(), place, violations);
            }
            if (name.equals("patternProperties")) {
                value.propertyNames().forEach(pattern -> checkPattern(pattern, place, violations));
            }
            if (!VALUES.contains(name)) {
                refuseUnusable(value, place, violations);
            }
        }
    }

    private static List<String> in(List<String> path, String name) {
        var deeper = new ArrayList<>(path);
        deeper.add(name);
        return deeper;
    }

    private static void checkPattern(String pattern, List<String> place, Violations violations) {
        try {
            LinearPattern.of(pattern);
        } catch (IllegalArgumentException e) {
            violations.add(
                    new Violation(place, Violation.Code.REFUSED, String.valueOf(e.getMessage())));
        }
    }
}
