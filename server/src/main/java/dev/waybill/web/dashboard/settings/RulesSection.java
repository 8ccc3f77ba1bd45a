package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.access.Right;
import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Preview;
import dev.waybill.domain.alert.Threshold;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.alerts.ChangeRule;
import dev.waybill.feature.alerts.RuleService;
import dev.waybill.feature.alerts.RuleService.Changed;
import dev.waybill.feature.alerts.RuleSetting;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.settings.JteRuleGenerated;
import dev.waybill.web.text.AlertText;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/ui/settings/notifications/rules/{rule}`: the thresholds of a rule, and how often it would have
/// fired with them.
public final class RulesSection {

    private static final String PATH = ChannelsSection.PATH + "/rules/{rule}";
    private static final String ENABLED = "enabled";
    private static final int LISTED_MAX = 20;

    private final RuleService rules;

    RulesSection(RuleService rules) {
        this.rules = rules;
    }

    /// What the template shows.
    ///
    /// @param preview of the values in the form; null if they are not valid
    public record Shown(RuleSetting setting, FormState form, @Nullable Preview preview) {

        public AlertRule rule() {
            return setting.rule();
        }

        public String href() {
            return ChannelsSection.PATH + "/rules/" + rule().code();
        }

        /// The last times at which it would have fired, newest first.
        public List<Preview.Firing> latest() {
            return preview == null
                    ? List.of()
                    : preview.firings().reversed().stream().limit(LISTED_MAX).toList();
        }

        public String fired() {
            if (preview == null) {
                return "";
            }
            int count = preview.firings().size();
            return "With these values it would have fired "
                    + (count == 1 ? "once" : count + " times")
                    + " in the last 7 days.";
        }
    }

    List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.SUPERVISE, PATH, this::show),
                pages.action(Right.ADMINISTER_SHARED, PATH, this::save));
    }

    /// The values of the address, if it has some, are previewed and not saved.
    private Response show(Visit visit) {
        var setting = rules.get(rule(visit));
        var thresholds = setting.thresholds();
        var violations = new Violations();
        for (var threshold : setting.rule().thresholds()) {
            var text = visit.plain(threshold.code()).orElse("");
            if (text.matches("[0-9]{1,9}")) {
                thresholds = thresholds.with(threshold, Integer.parseInt(text));
            } else if (!text.isEmpty()) {
                violations.add(threshold.range().violation(threshold.code()));
            }
        }
        thresholds.check(violations);
        var form =
                filled(thresholds, setting.enabled())
                        .refused(violations.all(), titles(setting.rule()));
        var preview = violations.isEmpty() ? rules.preview(thresholds) : null;
        return page(visit, violations.isEmpty() ? 200 : 422, new Shown(setting, form, preview));
    }

    private static FormState filled(Thresholds thresholds, boolean enabled) {
        var values = new HashMap<String, String>();
        values.put(ENABLED, Boolean.toString(enabled));
        for (var threshold : thresholds.rule().thresholds()) {
            values.put(threshold.code(), Integer.toString(thresholds.get(threshold)));
        }
        return FormState.of(values);
    }

    private static Map<String, String> titles(AlertRule rule) {
        var titles = new HashMap<String, String>();
        rule.thresholds().forEach(threshold -> titles.put(threshold.code(), "The number"));
        return titles;
    }

    private static Response page(Visit visit, int status, Shown shown) {
        var layout = SettingsTab.NOTIFICATIONS.layout(visit, shown.rule().code());
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteRuleGenerated.render(out, null, layout, shown)));
    }

    private Response save(Visit visit, Form form) {
        var rule = rule(visit);
        var input = new FormInput(form, new Violations());
        var updates = new EnumMap<Threshold, Update<Integer>>(Threshold.class);
        for (var threshold : rule.thresholds()) {
            updates.put(threshold, input.whole(threshold.code(), threshold.range()));
        }
        var enabled = Update.to(form.text(ENABLED).equals("true"));
        var command = new ChangeRule(rule, enabled, updates);
        return switch (rules.change(command, input.violations(), visit.actor())) {
            case Changed.Done _ -> Pages.done(Link.to(visit.request().path()), Notice.RULE_SAVED);
            case Changed.Invalid(var all) -> {
                var names = rule.thresholds().stream().map(Threshold::code).toArray(String[]::new);
                var refused =
                        FormState.of(form, names)
                                .and(ENABLED, form.text(ENABLED))
                                .refused(all, titles(rule));
                yield page(visit, 422, new Shown(rules.get(rule), refused, null));
            }
        };
    }

    private static AlertRule rule(Visit visit) {
        var code = visit.request().part("rule");
        return AlertRule.of(code)
                .orElseThrow(() ->
                        Problem.of(
                                ProblemType.NOT_FOUND,
                                AlertText.ruleNotFound(SafeText.text(code))));
    }
}
