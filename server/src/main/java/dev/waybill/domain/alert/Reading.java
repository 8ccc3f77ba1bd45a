package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The state of the service at one minute. Readings are kept for a week, so that a preview judges
/// the same values as the evaluation did.
///
/// @param deadLetters of all apps within the last complete five minutes
/// @param endpoints the number of active endpoints
/// @param failing the endpoints that fail together
/// @param onHosts the endpoints of single hosts that fail together, the largest group first
/// @param oldestDue how long deliveries to healthy endpoints of several hosts have been due; null
///   for not at all
/// @param stalls the parts that do no work
public record Reading(
        Instant at,
        long deadLetters,
        int endpoints,
        Group failing,
        List<Group.OnHost> onHosts,
        @Nullable Duration oldestDue,
        Set<Stall> stalls) {

    /// The time between two readings.
    public static final Duration PERIOD = Duration.ofMinutes(1);

    public Reading {
        onHosts = List.copyOf(onHosts);
        stalls = Set.copyOf(stalls);
    }

    /// The endpoints of a host that fail together, if there are enough to be kept.
    public Optional<Group.OnHost> on(String host) {
        return onHosts.stream().filter(group -> group.host().equals(host)).findFirst();
    }
}
