package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.retry.PolicyDraft;
import dev.waybill.domain.retry.PolicyDraft.Kind;
import dev.waybill.domain.retry.PolicyRules;
import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.Schedule;
import dev.waybill.web.http.Form;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.SecondsText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The form of a retry policy.
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

    /// The fields that have other names in a policy.
    static final Map<String, String> NAMES =
            Map.of(
                    "offsets_seconds", "times",
                    "waits_seconds", "times",
                    "base_seconds", "base",
                    "cap_seconds", "cap",
                    "window_seconds", "window");

    private static final Map<String, String> TITLES =
            Map.of(
                    "name", "The name",
                    "kind", "The schedule",
                    "times", "Times or waits",
                    "base", "The first wait",
                    "factor", "The factor",
                    "cap", "The longest wait",
                    "max_attempts", "The number of attempts",
                    "jitter", "The jitter",
                    "jitter_ratio", "The jitter ratio",
                    "window", "The time to give up");

    private PolicyForm() {}

    /// The command of the form.
    static PolicyDraft draft(FormInput input) {
        var kind = input.form().text("kind");
        boolean isList = !kind.equals(Kind.EXPONENTIAL.code());
        boolean hasTimes = isList || !input.form().text("times").isEmpty();
        boolean areWaits = kind.equals("waits");
        return new PolicyDraft(
                input.text("name"),
                Update.to(isList ? Kind.LIST : Kind.EXPONENTIAL),
                hasTimes && !areWaits ? times(input, "offsets_seconds") : Update.keep(),
                hasTimes && areWaits ? times(input, "waits_seconds") : Update.keep(),
                new PolicyDraft.Backoff(
                        seconds(input, "base", "base_seconds"),
                        input.decimal("factor", PolicyRules.FACTOR),
                        seconds(input, "cap", "cap_seconds")),
                input.whole("max_attempts", PolicyRules.ATTEMPTS),
                input.choice("jitter", PolicyRules.JITTER),
                input.decimal("jitter_ratio", PolicyRules.JITTER_RATIO),
                seconds(input, "window", "window_seconds"));
    }

    private static Update<List<BigDecimal>> times(FormInput input, String field) {
        var times = new ArrayList<BigDecimal>();
        for (var text : input.form().text("times").split("[,;\\s]+", -1)) {
            if (text.isEmpty()) {
                continue;
            }
            var seconds = SecondsText.parse(text);
            if (seconds.isEmpty()) {
                input.violations()
                        .add(
                                Violation.in(
                                        field,
                                        Integer.toString(times.size()),
                                        Violation.Code.FORMAT,
                                        "Item "
                                                + (times.size() + 1)
                                                + " in {} must be a time such as 90, 15m, 2h"
                                                + " or 3d."));
            }
            times.add(seconds.orElse(BigDecimal.ZERO));
        }
        return Update.to(times);
    }

    private static Update<BigDecimal> seconds(FormInput input, String name, String field) {
        var text = input.form().text(name);
        if (text.isEmpty()) {
            return Update.reset();
        }
        var seconds = SecondsText.parse(text);
        if (seconds.isEmpty()) {
            input.violations()
                    .add(
                            field,
                            Violation.Code.FORMAT,
                            "{} must be a time such as 90, 15m, 2h or 3d.");
        }
        return seconds.map(Update::to).orElseGet(Update::keep);
    }

    /// The form as it was filled in, with the violations of each field.
    static FormState refused(Form form, List<Violation> violations) {
        return filled(form).refused(violations.stream().map(PolicyForm::renamed).toList(), TITLES);
    }

    /// The form as it was filled in.
    static FormState filled(Form form) {
        return FormState.of(form, FIELDS);
    }

    private static Violation renamed(Violation violation) {
        var name = NAMES.get(violation.field());
        if (name == null) {
            return violation;
        }
        var path = new ArrayList<>(violation.path());
        path.set(0, name);
        return new Violation(path, violation.code(), violation.text());
    }

    /// The form of a policy as it is, to be changed or copied.
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
