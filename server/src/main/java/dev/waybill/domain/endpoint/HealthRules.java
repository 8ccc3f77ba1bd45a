package dev.waybill.domain.endpoint;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// When an endpoint is taken out of service automatically. Null means never.
///
/// @param disableAfterFailures consecutive deliveries that ended without being delivered
/// @param pauseAfter how long all deliveries may end as dead letters
public record HealthRules(@Nullable Integer disableAfterFailures, @Nullable Duration pauseAfter) {

    public static final HealthRules DEFAULT = new HealthRules(50, Duration.ofHours(24));

    public HealthRules {
        if (disableAfterFailures != null && disableAfterFailures < 1) {
            throw new IllegalArgumentException(
                    "disableAfterFailures must be positive: " + disableAfterFailures);
        }
        if (pauseAfter != null && !pauseAfter.isPositive()) {
            throw new IllegalArgumentException("pauseAfter must be positive: " + pauseAfter);
        }
    }
}
