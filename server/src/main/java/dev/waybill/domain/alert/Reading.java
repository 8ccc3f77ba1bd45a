package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The state of the service at one minute. Readings are kept for a week, so that a preview judges
/// the same values as the evaluation did.
///
/// @param deadLetters of all apps within the last complete five minutes
/// @param endpoints the number of active endpoints
/// @param failing the endpoints that fail together
/// @param oldestDue how long the oldest delivery to a healthy endpoint has been due; null for none
/// @param stalls the parts that do no work
public record Reading(
        Instant at,
        long deadLetters,
        int endpoints,
        Group failing,
        @Nullable Duration oldestDue,
        Set<Stall> stalls) {

    /// The time between two readings.
    public static final Duration PERIOD = Duration.ofMinutes(1);

    public Reading {
        stalls = Set.copyOf(stalls);
    }
}
