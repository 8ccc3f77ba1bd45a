package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Thresholds;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A rule as operators have set it.
///
/// @param updatedAt null if nobody has changed it
public record RuleSetting(boolean enabled, Thresholds thresholds, @Nullable Instant updatedAt) {

    static RuleSetting byDefault(AlertRule rule) {
        return new RuleSetting(true, Thresholds.defaults(rule), null);
    }

    public AlertRule rule() {
        return thresholds.rule();
    }
}
