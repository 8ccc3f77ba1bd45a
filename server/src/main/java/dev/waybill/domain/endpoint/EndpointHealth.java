package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The failures of an endpoint since its last success.
///
/// @param consecutiveFailures deliveries that became dead letters since then
/// @param failingSince when the first of them did
/// @param lastFailureAt when the last of them did
public record EndpointHealth(int consecutiveFailures, Instant failingSince, Instant lastFailureAt) {

    /// The action that the rules of the endpoint require; null for none. Disabling is the stronger
    /// action and is checked first.
    public @Nullable EndpointAction requiredAction(HealthRules rules) {
        var failuresMax = rules.disableAfterFailures();
        if (failuresMax != null && consecutiveFailures >= failuresMax) {
            return EndpointAction.DISABLE;
        }
        var pauseAfter = rules.pauseAfter();
        // From dead letter to dead letter: an endpoint that failed a day ago and was sent nothing
        // since has not been failing for a day.
        var failingFor = Duration.between(failingSince, lastFailureAt);
        return pauseAfter != null && failingFor.compareTo(pauseAfter) >= 0
                ? EndpointAction.PAUSE
                : null;
    }
}
