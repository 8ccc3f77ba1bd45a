package dev.waybill.web.api.alerts;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.alert.Preview;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.feature.alerts.RuleSetting;
import dev.waybill.web.json.Json;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// Writes rules and previews as JSON.
public final class RuleJson {

    /// Firings that a preview lists.
    private static final int LISTED_MAX = 100;

    private RuleJson() {}

    public static ObjectNode of(RuleSetting setting) {
        var rule = setting.rule();
        var json = Json.object();
        json.put("object", "alert_rule");
        json.put("rule", rule.code());
        json.put("description", rule.description());
        json.put("severity", rule.severity().code());
        json.put("enabled", setting.enabled());
        json.set("thresholds", thresholds(setting.thresholds()));
        Json.put(json, "updated_at", setting.updatedAt());
        return json;
    }

    private static ObjectNode thresholds(Thresholds thresholds) {
        var json = Json.object();
        thresholds
                .rule()
                .thresholds()
                .forEach(threshold -> json.put(threshold.code(), thresholds.get(threshold)));
        return json;
    }

    static ObjectNode of(Preview preview, Thresholds thresholds, Instant since, Instant until) {
        var json = Json.object();
        json.put("object", "alert_rule_preview");
        json.put("rule", thresholds.rule().code());
        json.set("thresholds", thresholds(thresholds));
        Json.put(json, "since", since);
        Json.put(json, "until", until);
        json.put("fired", preview.firings().size());
        var list = json.putArray("firings");
        preview.firings().reversed().stream()
                .limit(LISTED_MAX)
                .forEach(firing -> {
                    var one = list.addObject();
                    Json.put(one, "at", firing.at());
                    one.put(
                            "endpoint_id",
                            firing.endpointId() == null
                                    ? null
                                    : IdKind.ENDPOINT.format(firing.endpointId()));
                });
        return json;
    }
}
