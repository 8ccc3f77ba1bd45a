package dev.waybill.web.dashboard.eventtypes;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.engine.catalog.PolicyReader;
import dev.waybill.feature.eventtypes.EventTypeRules;
import dev.waybill.feature.eventtypes.EventTypeUpdate;
import dev.waybill.feature.retrypolicies.PolicyChoice;
import dev.waybill.web.http.Form;
import dev.waybill.web.json.Json;
import dev.waybill.web.json.TypedJson;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.SecondsText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The form of an event type. It shows every setting but the deprecation, so that a field that was
/// not sent counts as empty.
final class TypeForm {

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
        "hidden"
    };

    private static final Map<String, String> TITLES =
            Map.of(
                    "name", "The name",
                    "description", "The description",
                    "guidance", "The guidance",
                    "ttl_seconds", "The TTL",
                    "expires_at_pointer", "The expiry in the data",
                    "max_attempts", "The number of attempts",
                    "retry_policy", "The retry policy",
                    "schema", "The schema",
                    "validate", "The validation",
                    "example", "The example");

    private TypeForm() {}

    /// The command of the form.
    static EventTypeUpdate update(FormInput input) {
        return new EventTypeUpdate(
                lines(input, "description"),
                lines(input, "guidance"),
                new EventTypeUpdate.DeliveryRules(
                        ttl(input),
                        lines(input, "expires_at_pointer"),
                        stated(input.whole("max_attempts", EventTypeRules.ATTEMPTS)),
                        policy(input)),
                new EventTypeUpdate.Payload(
                        json(input, "schema"),
                        Update.to(input.form().has("validate")),
                        json(input, "example")),
                Update.keep(),
                Update.to(input.form().has("hidden")));
    }

    /// A field that was not sent counts as empty.
    private static <T> Update<T> stated(Update<T> update) {
        return update.isGiven() ? update : Update.reset();
    }

    /// Text with the line ends of the API: browsers send CR LF.
    private static Update<String> lines(FormInput input, String name) {
        return stated(input.text(name).map(text -> text.replace("\r\n", "\n")));
    }

    private static Update<Integer> ttl(FormInput input) {
        var text = input.form().text("ttl_seconds");
        if (text.isEmpty()) {
            return Update.reset();
        }
        var seconds = SecondsText.parse(text).map(BigDecimal::stripTrailingZeros);
        if (seconds.isEmpty()) {
            input.violations()
                    .add(
                            "ttl_seconds",
                            Violation.Code.FORMAT,
                            "{} must be a time such as 90, 15m, 6h or 3d.");
        } else if (seconds.get().scale() > 0 || !isInt(seconds.get())) {
            input.violations().add(EventTypeRules.TTL_SECONDS.violation("ttl_seconds"));
        } else {
            return Update.to(seconds.get().intValueExact());
        }
        return Update.keep();
    }

    private static boolean isInt(BigDecimal value) {
        return value.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
    }

    private static Update<PolicyChoice> policy(FormInput input) {
        var text = input.form().text(PolicyChoice.FIELD);
        if (!text.startsWith("{")) {
            return stated(input.text(PolicyChoice.FIELD)).map(PolicyChoice.Named::new);
        }
        return TypedJson.read(PolicyChoice.FIELD, text, input.violations())
                .filter(ObjectNode.class::isInstance)
                .flatMap(json -> inline((ObjectNode) json, input.violations()))
                .map(Update::to)
                .orElseGet(Update::keep);
    }

    private static Optional<PolicyChoice> inline(ObjectNode json, Violations violations) {
        var wrong = new Violations();
        var spec = PolicyReader.read(json, wrong);
        violations.addUnder(PolicyChoice.FIELD, wrong);
        return spec.map(PolicyChoice.Inline::new);
    }

    private static Update<JsonNode> json(FormInput input, String name) {
        var text = input.form().text(name);
        if (text.isEmpty()) {
            return Update.reset();
        }
        var json = TypedJson.read(name, text, input.violations());
        if (json.isEmpty()) {
            return Update.keep();
        }
        return json.get().isNull() ? Update.reset() : Update.to(json.get());
    }

    /// The form as it was filled in, with the violations of each field. In JSON a violation names
    /// the line.
    static FormState refused(Form form, List<Violation> violations) {
        return filled(form)
                .refused(
                        violations.stream().map(violation -> byLine(form, violation)).toList(),
                        TITLES);
    }

    /// The form as it was filled in.
    static FormState filled(Form form) {
        return FormState.of(form, FIELDS);
    }

    private static Violation byLine(Form form, Violation violation) {
        var path = violation.path();
        boolean isJson = violation.field().equals("schema") || violation.field().equals("example");
        if (!isJson || path.size() < 2) {
            return violation;
        }
        int line = TypedJson.lineOf(form.text(violation.field()), path.subList(1, path.size()));
        return new Violation(path, violation.code(), "Line " + line + ": " + violation.text());
    }

    /// The form of a type as it is.
    static FormState of(CatalogType type) {
        var values = new HashMap<String, String>();
        values.put("name", type.name());
        values.put("description", type.description());
        values.put("guidance", type.guidance());
        var ttl = type.ttlSeconds();
        values.put("ttl_seconds", ttl == null ? "" : SecondsText.format(Duration.ofSeconds(ttl)));
        values.put("expires_at_pointer", orEmpty(type.expiresAtPointer()));
        var attempts = type.attemptsMax();
        values.put("max_attempts", attempts == null ? "" : attempts.toString());
        values.put("retry_policy", policy(type.retryPolicy()));
        values.put("schema", pretty(type.schema()));
        values.put("validate", type.validate() ? "on" : "");
        values.put("example", pretty(type.example()));
        values.put("hidden", type.hidden() ? "on" : "");
        return FormState.of(values);
    }

    private static String policy(@Nullable String stored) {
        var choice = PolicyJson.choice(stored);
        if (choice == null) {
            return "";
        }
        return choice.isString() ? choice.stringValue() : choice.toString();
    }

    static String pretty(@Nullable String json) {
        return json == null ? "" : Json.parse(json).toPrettyString();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
