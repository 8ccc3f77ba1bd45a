package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How far deliveries to healthy endpoints are behind.
///
/// @param anywhere how long the oldest has been due; null if none is due
/// @param widespread how long the oldest of each of several hosts have been due: one receiver that
///   takes less than it gets is not a problem of the service
public record Lag(@Nullable Duration anywhere, @Nullable Duration widespread) {

    /// Hosts that are behind until the service is. All of them, if there are fewer.
    public static final int HOSTS_MIN = 3;

    /// The oldest delivery of an endpoint.
    public record Due(String host, Instant at) {}

    /// The lag of some endpoints.
    ///
    /// @param all the oldest deliveries, at most one of each endpoint
    /// @param hosts the number of hosts of healthy endpoints, or more than [#HOSTS_MIN]
    public static Lag of(Collection<Due> all, int hosts, Instant now) {
        Map<String, Duration> byHost = new HashMap<>();
        for (var due : all) {
            if (due.at.isBefore(now)) {
                byHost.merge(due.host, Duration.between(due.at, now), Lag::longer);
            }
        }
        List<Duration> ages = byHost.values().stream().sorted(Comparator.reverseOrder()).toList();
        int needed = Math.clamp(hosts, 1, HOSTS_MIN);
        return new Lag(
                ages.isEmpty() ? null : ages.getFirst(),
                ages.size() < needed ? null : ages.get(needed - 1));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
