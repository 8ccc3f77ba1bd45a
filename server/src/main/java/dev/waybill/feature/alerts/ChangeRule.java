package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Threshold;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.domain.command.Update;
import java.util.Map;

/// Asks to change a rule.
///
/// @param thresholds those that are mentioned
public record ChangeRule(
        AlertRule rule, Update<Boolean> enabled, Map<Threshold, Update<Integer>> thresholds) {

    public ChangeRule {
        thresholds = Map.copyOf(thresholds);
    }

    Thresholds onto(Thresholds before) {
        var after = before;
        for (var update : thresholds.entrySet()) {
            var threshold = update.getKey();
            int value = update.getValue().onto(before.get(threshold), threshold.byDefault());
            after = after.with(threshold, value);
        }
        return after;
    }
}
