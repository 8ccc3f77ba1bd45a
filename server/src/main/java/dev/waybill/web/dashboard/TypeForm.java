package dev.waybill.web.dashboard;

import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.json.TypedJson;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.SecondsText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// An event type as a form has it, and as the API takes it.
final class TypeForm {

    static final String[] FIELDS = {
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

    private TypeForm() {}

    /// Everything, what was left empty as null; what is not understood is handed on as it is, to be
    /// refused by name.
    static ObjectNode json(Form form) {
        var json = JsonNodeFactory.instance.objectNode();
        for (var name : new String[] {"description", "guidance", "expires_at_pointer"}) {
            put(json, name, lines(form.text(name)));
        }
        var ttl = form.text("ttl_seconds");
        SecondsText.parse(ttl)
                .map(BigDecimal::stripTrailingZeros)
                .filter(seconds -> seconds.scale() <= 0)
                .ifPresentOrElse(
                        seconds -> json.put("ttl_seconds", seconds.longValueExact()),
                        () -> put(json, "ttl_seconds", ttl));
        var attempts = form.text("max_attempts");
        if (attempts.matches("[0-9]{1,9}")) {
            json.put("max_attempts", Integer.parseInt(attempts));
        } else {
            put(json, "max_attempts", attempts);
        }
        var policy = form.text("retry_policy");
        if (policy.startsWith("{")) {
            json.set("retry_policy", TypedJson.parse("retry_policy", policy));
        } else {
            put(json, "retry_policy", policy);
        }
        putJson(json, "schema", form.text("schema"));
        putJson(json, "example", form.text("example"));
        json.put("validate", form.has("validate"));
        json.put("hidden", form.has("hidden"));
        return json;
    }

    private static void put(ObjectNode json, String name, String text) {
        json.put(name, text.isEmpty() ? null : text);
    }

    private static void putJson(ObjectNode json, String name, String text) {
        if (text.isEmpty()) {
            json.putNull(name);
        } else {
            json.set(name, TypedJson.parse(name, text));
        }
    }

    /// Browsers end lines as in old times.
    private static String lines(String text) {
        return text.replace("\r\n", "\n");
    }

    /// What was sent, and what was wrong with it: in JSON by the line.
    static FormState refused(Form form, Problem refusal) {
        var filled = FormState.of(form, FIELDS);
        var field = refusal.field();
        for (var name : new String[] {"schema", "example"}) {
            if (field != null && field.startsWith("/" + name + "/")) {
                int line = TypedJson.lineOf(form.text(name), field.substring(name.length() + 1));
                return filled.refused(name, "Line " + line + ": " + refusal.detail());
            }
        }
        return filled.refused(refusal);
    }

    /// One that is there, to be changed.
    static FormState of(CatalogType type) {
        var values = new HashMap<String, String>();
        values.put("name", type.name());
        values.put("description", type.description());
        values.put("guidance", type.guidance());
        var ttl = type.ttlSeconds();
        values.put("ttl_seconds", ttl == null ? "" : SecondsText.format(Duration.ofSeconds(ttl)));
        values.put("expires_at_pointer", orEmpty(type.expiresAtPointer()));
        values.put("max_attempts", type.attemptsMax() == null ? "" : type.attemptsMax().toString());
        values.put("retry_policy", policy(type));
        values.put("schema", pretty(type.schema()));
        values.put("validate", type.validate() ? "on" : "");
        values.put("example", pretty(type.example()));
        values.put("hidden", type.hidden() ? "on" : "");
        return FormState.of(values);
    }

    static FormState blank() {
        return FormState.of(Map.of());
    }

    private static String policy(CatalogType type) {
        var choice = PolicyJson.choice(type.retryPolicy());
        if (choice == null) {
            return "";
        }
        return choice.isString() ? choice.stringValue() : choice.toString();
    }

    static String pretty(@Nullable String json) {
        return json == null ? "" : TypedJson.parse("schema", json).toPrettyString();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
