package dev.waybill.domain.alert;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/// The thresholds of one rule. A threshold that nobody changed has its default.
///
/// @param changed those that differ from their defaults
public record Thresholds(AlertRule rule, Map<Threshold, Integer> changed) {

    public Thresholds {
        for (var threshold : changed.keySet()) {
            if (threshold.rule() != rule) {
                throw new IllegalArgumentException(threshold + " is not a threshold of " + rule);
            }
        }
        changed = Map.copyOf(changed);
    }

    public static Thresholds defaults(AlertRule rule) {
        return new Thresholds(rule, Map.of());
    }

    public int get(Threshold threshold) {
        return changed.getOrDefault(threshold, threshold.byDefault());
    }

    Duration minutes(Threshold threshold) {
        return Duration.ofMinutes(get(threshold));
    }

    /// The same with another value. The default is not stored, so that it can change later.
    public Thresholds with(Threshold threshold, int value) {
        var others = new EnumMap<Threshold, Integer>(Threshold.class);
        others.putAll(changed);
        if (value == threshold.byDefault()) {
            others.remove(threshold);
        } else {
            others.put(threshold, value);
        }
        return new Thresholds(rule, others);
    }

    /// Adds what is wrong with these values, each under the name of its threshold.
    public void check(Violations violations) {
        for (var threshold : rule.thresholds()) {
            violations.check(threshold.code(), get(threshold), threshold.range());
        }
        if (rule == AlertRule.ENDPOINT_FAILING
                && get(Threshold.SECOND_MINUTES) <= get(Threshold.FIRST_MINUTES)) {
            violations.add(
                    Threshold.SECOND_MINUTES.code(),
                    Violation.Code.CONFLICT,
                    "{} must be more than " + Threshold.FIRST_MINUTES.code() + ".");
        }
    }
}
