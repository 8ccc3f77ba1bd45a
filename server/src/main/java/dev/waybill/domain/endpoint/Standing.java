package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The state an endpoint is in, why and since when, and how long it has been paused in all: the
/// clock of its retries stands still meanwhile.
///
/// @param pausedBefore the sum of the pauses that have ended
public record Standing(
        EndpointState state, @Nullable String reason, Instant since, Duration pausedBefore) {

    /// As every endpoint begins.
    public static Standing active(Instant since) {
        return new Standing(EndpointState.ACTIVE, null, since, Duration.ZERO);
    }

    /// How long the endpoint has been paused until then, a pause under way included.
    public Duration pausedTotalAt(Instant time) {
        if (state != EndpointState.PAUSED || !time.isAfter(since)) {
            return pausedBefore;
        }
        return pausedBefore.plus(Duration.between(since, time));
    }
}
