package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How an endpoint has been doing since its last success.
///
/// @param consecutiveFailures deliveries that became dead letters since then
/// @param failingSince when the first of them did
/// @param lastFailureAt when the last of them did
public record EndpointHealth(int consecutiveFailures, Instant failingSince, Instant lastFailureAt) {

    /// What is to be done about it, by the endpoint's own rules; null for nothing. Being disabled
    /// is the stronger of the two, so it is judged first.
    public @Nullable EndpointAction judged(HealthRules rules) {
        var failuresMax = rules.disableAfterFailures();
        if (failuresMax != null && consecutiveFailures >= failuresMax) {
            return EndpointAction.DISABLE;
        }
        var pauseAfter = rules.pauseAfter();
        // From dead letter to dead letter: one that failed a day ago and was sent nothing since
        // has not been failing for a day.
        var failingFor = Duration.between(failingSince, lastFailureAt);
        return pauseAfter != null && failingFor.compareTo(pauseAfter) >= 0
                ? EndpointAction.PAUSE
                : null;
    }
}
