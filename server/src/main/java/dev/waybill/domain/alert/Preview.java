package dev.waybill.domain.alert;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The alerts that a rule would have fired with some thresholds.
///
/// @param firings in the order of time
public record Preview(List<Firing> firings) {

    /// One alert.
    ///
    /// @param endpointId null for a rule of the service
    public record Firing(Instant at, @Nullable UUID endpointId) {}

    public Preview {
        firings = firings.stream().sorted(Comparator.comparing(Firing::at)).toList();
    }

    /// Without alerts that had fired before. Histories begin earlier, because an alert may continue
    /// another one.
    public Preview since(Instant from) {
        return new Preview(firings.stream().filter(one -> !one.at.isBefore(from)).toList());
    }

    /// The rule `endpoint.failing`. A streak that continues an earlier alert fires none.
    ///
    /// @param streaks those of each endpoint, in the order of time
    /// @param outages those that concern an endpoint
    public static Preview failing(
            Map<UUID, List<Streak>> streaks,
            Instant asOf,
            Thresholds thresholds,
            Function<UUID, List<Outage>> outages) {
        var firings = new ArrayList<Firing>();
        streaks.forEach((endpointId, all) -> {
            var own = outages.apply(endpointId);
            var episodes =
                    all.stream()
                            .map(streak -> Failing.episode(streak, asOf, thresholds, own))
                            .toList();
            Recurrence.firings(episodes).forEach(at -> firings.add(new Firing(at, endpointId)));
        });
        return new Preview(firings);
    }

    /// The rule `endpoint.client_errors`.
    ///
    /// @param spans those of each endpoint, in the order of time
    public static Preview clientErrors(Map<UUID, List<Span>> spans, Thresholds thresholds) {
        var firings = new ArrayList<Firing>();
        spans.forEach((endpointId, all) ->
                ClientErrors.firings(all, thresholds)
                        .forEach(at -> firings.add(new Firing(at, endpointId))));
        return new Preview(firings);
    }

    /// A rule of the service.
    public static Preview service(List<Reading> readings, Thresholds thresholds) {
        return new Preview(
                ServiceRules.firings(readings, thresholds).stream()
                        .map(at -> new Firing(at, null))
                        .toList());
    }
}
