package dev.waybill.web.api.alerts;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Threshold;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.alerts.ChangeRule;
import dev.waybill.feature.alerts.RuleService;
import dev.waybill.feature.alerts.RuleService.Changed;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.AlertText;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/alert_rules`.
final class AlertRulesApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;

    private final RuleService service;
    private final InstantSource clock;

    AlertRulesApi(RuleService service, InstantSource clock) {
        this.service = service;
        this.clock = clock;
    }

    List<Route> routes(Access access) {
        return List.of(
                access.route(Right.SUPERVISE, "GET", "/v1/alert_rules", this::list),
                access.route(Right.SUPERVISE, "GET", "/v1/alert_rules/{rule}", this::get),
                access.route(
                        Right.SUPERVISE, "GET", "/v1/alert_rules/{rule}/preview", this::preview),
                access.route(
                                Right.ADMINISTER_SHARED,
                                "PATCH",
                                "/v1/alert_rules/{rule}",
                                this::change)
                        .taking(BODY_BYTES_MAX));
    }

    private Response list(Request request, Caller caller) {
        var _ = new Params(request);
        var json = Json.object();
        json.putArray("data").addAll(service.all().values().stream().map(RuleJson::of).toList());
        json.putNull("next_cursor");
        return Json.response(200, json);
    }

    private Response get(Request request, Caller caller) {
        return Json.response(200, RuleJson.of(service.get(rule(request))));
    }

    /// With the thresholds that the query names, and otherwise those of the rule.
    private Response preview(Request request, Caller caller) {
        var rule = rule(request);
        var names = rule.thresholds().stream().map(Threshold::code).toArray(String[]::new);
        var params = new Params(request, names);
        var thresholds = service.get(rule).thresholds();
        for (var threshold : rule.thresholds()) {
            var text = params.text(threshold.code());
            if (text.isPresent()) {
                thresholds = thresholds.with(threshold, number(threshold, text.get()));
            }
        }
        var violations = new Violations();
        thresholds.check(violations);
        if (!violations.isEmpty()) {
            var first = violations.all().getFirst();
            throw Params.malformed(first.field(), first.detail(first.field()));
        }
        var now = clock.instant();
        return Json.response(
                200,
                RuleJson.of(
                        service.preview(thresholds),
                        thresholds,
                        now.minus(RuleService.PREVIEWED),
                        now));
    }

    private static int number(Threshold threshold, String text) {
        if (!text.matches("[0-9]{1,9}")) {
            var violation = threshold.range().violation(threshold.code());
            throw Params.malformed(threshold.code(), violation.detail(threshold.code()));
        }
        return Integer.parseInt(text);
    }

    private Response change(Request request, Caller caller) {
        var rule = rule(request);
        var violations = new Violations();
        var input = new JsonInput(Json.readObject(request), violations, "enabled", "thresholds");
        var command = new ChangeRule(rule, input.flag("enabled"), thresholds(rule, input));
        return switch (service.change(command, violations, Access.actor(caller, request))) {
            case Changed.Done(var setting) -> Json.response(200, RuleJson.of(setting));
            case Changed.Invalid(var all) -> throw Problem.invalid(all);
        };
    }

    private static EnumMap<Threshold, Update<Integer>> thresholds(AlertRule rule, JsonInput input) {
        var updates = new EnumMap<Threshold, Update<Integer>>(Threshold.class);
        var given = input.object("thresholds", "{} must be an object of numbers.");
        if (given instanceof Update.To(ObjectNode inner)) {
            var names = rule.thresholds().stream().map(Threshold::code).toArray(String[]::new);
            var part = input.part("thresholds", inner, names);
            for (var threshold : rule.thresholds()) {
                updates.put(threshold, part.whole(threshold.code(), threshold.range()));
            }
        } else if (given instanceof Update.Reset<ObjectNode>) {
            rule.thresholds().forEach(threshold -> updates.put(threshold, Update.reset()));
        }
        return updates;
    }

    private static AlertRule rule(Request request) {
        var code = request.part("rule");
        return AlertRule.of(code)
                .orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND, AlertText.ruleNotFound(code)));
    }
}
