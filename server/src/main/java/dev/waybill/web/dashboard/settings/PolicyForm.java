package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.Schedule;
import dev.waybill.web.http.Form;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.SecondsText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A retry policy as a form has it, and as the API takes it.
final class PolicyForm {

    static final String[] FIELDS = {
        "name",
        "kind",
        "times",
        "base",
        "factor",
        "cap",
        "max_attempts",
        "jitter",
        "jitter_ratio",
        "window"
    };

    /// Where the form asks for what the API has under another name.
    static final Map<String, String> NAMES =
            Map.of(
                    "offsets_seconds", "times",
                    "waits_seconds", "times",
                    "base_seconds", "base",
                    "cap_seconds", "cap",
                    "window_seconds", "window");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private PolicyForm() {}

    /// What is not understood is handed on as it is, to be refused by name.
    static ObjectNode json(Form form) {
        var json = NODES.objectNode();
        put(json, "name", form, "name");
        var kind = form.text("kind");
        json.put("kind", kind.equals("exponential") ? kind : "list");
        if (!kind.equals("exponential") || !form.text("times").isEmpty()) {
            var times = json.putArray(kind.equals("waits") ? "waits_seconds" : "offsets_seconds");
            for (var time : form.text("times").split("[,;\\s]+", -1)) {
                if (!time.isEmpty()) {
                    times.add(seconds(time));
                }
            }
        }
        putSeconds(json, "base_seconds", form.text("base"));
        putNumber(json, "factor", form.text("factor"));
        putSeconds(json, "cap_seconds", form.text("cap"));
        putNumber(json, "max_attempts", form.text("max_attempts"));
        put(json, "jitter", form, "jitter");
        putNumber(json, "jitter_ratio", form.text("jitter_ratio"));
        putSeconds(json, "window_seconds", form.text("window"));
        return json;
    }

    private static void put(ObjectNode json, String name, Form form, String field) {
        var text = form.text(field);
        if (!text.isEmpty()) {
            json.put(name, text);
        }
    }

    private static void putSeconds(ObjectNode json, String name, String text) {
        if (!text.isEmpty()) {
            json.set(name, seconds(text));
        }
    }

    private static JsonNode seconds(String text) {
        return SecondsText.parse(text)
                .<JsonNode>map(PolicyForm::number)
                .orElseGet(() -> NODES.stringNode(text));
    }

    private static void putNumber(ObjectNode json, String name, String text) {
        if (text.matches("[0-9]{1,9}(\\.[0-9]{1,6})?")) {
            json.set(name, number(new BigDecimal(text)));
        } else if (!text.isEmpty()) {
            json.put(name, text);
        }
    }

    private static JsonNode number(BigDecimal value) {
        var plain = value.stripTrailingZeros();
        return plain.scale() <= 0
                ? NODES.numberNode(plain.longValueExact())
                : NODES.numberNode(plain);
    }

    /// A policy that is there, to be changed or copied.
    static FormState of(PolicySpec spec, String name) {
        var values = new HashMap<String, String>();
        values.put("name", name);
        switch (spec.schedule()) {
            case Schedule.Offsets(var offsets) -> {
                values.put("kind", "offsets");
                values.put("times", times(offsets));
            }
            case Schedule.Waits(var waits) -> {
                values.put("kind", "waits");
                values.put("times", times(waits));
            }
            case Schedule.Exponential(var base, double factor, var cap) -> {
                values.put("kind", "exponential");
                values.put("base", SecondsText.format(base));
                values.put("factor", plain(factor));
                values.put("cap", SecondsText.format(cap));
            }
        }
        values.put("max_attempts", Integer.toString(spec.attemptsMax()));
        values.put("jitter", spec.spread().code());
        switch (spec.spread()) {
            case PROPORTIONAL, ADDITIVE -> values.put("jitter_ratio", plain(spec.ratio()));
            case NONE, FULL -> values.put("jitter_ratio", "");
        }
        values.put("window", SecondsText.format(spec.window()));
        return FormState.of(values);
    }

    private static String times(List<Duration> times) {
        return times.stream().map(SecondsText::format).collect(Collectors.joining(" "));
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
