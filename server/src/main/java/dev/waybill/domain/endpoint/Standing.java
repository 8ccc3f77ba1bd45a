package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The state of an endpoint, its reason and start, and the total of its pauses, during which the
/// clock of its retries stops.
///
/// @param pausedBefore the sum of the pauses that have ended
public record Standing(
        EndpointState state, @Nullable String reason, Instant since, Duration pausedBefore) {

    /// The state of a new endpoint.
    public static Standing active(Instant since) {
        return new Standing(EndpointState.ACTIVE, null, since, Duration.ZERO);
    }

    /// The total of the pauses until then, including one under way.
    public Duration pausedTotalAt(Instant time) {
        if (state != EndpointState.PAUSED || !time.isAfter(since)) {
            return pausedBefore;
        }
        return pausedBefore.plus(Duration.between(since, time));
    }
}
