package dev.waybill.feature.alerts;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.alert.ClientErrors;
import dev.waybill.domain.alert.Group;
import dev.waybill.domain.alert.Reading;
import dev.waybill.domain.alert.Span;
import dev.waybill.domain.alert.Stall;
import dev.waybill.domain.alert.Streak;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.engine.partitions.PartitionKeeper;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.status.ProcessReports;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Continues the histories that rules look at, from the sums of complete five-minute spans.
final class HistoryKeeper {

    /// Sums are written every few seconds. Those that come later than this are not seen.
    static final Duration LATE_MAX = Duration.ofMinutes(1);

    /// Fine sums are kept for six hours. After a longer stop, the time before is not judged.
    private static final Duration CAUGHT_UP_MAX = Duration.ofHours(5);

    /// Endpoints whose oldest due delivery is looked up: those with the most attempts.
    private static final int LOOKED_UP_MAX = 200;

    /// Due for longer, a delivery to a healthy endpoint is work that nobody does.
    private static final Duration DUE_MAX = Duration.ofMinutes(1);

    private final RoutingTable routes;
    private final ServiceProbe probe;
    private final HistoryStore store;
    private final SumStore sums;
    private final ProcessReports reports = new ProcessReports();

    HistoryKeeper(RoutingTable routes, ServiceProbe probe, HistoryStore store, SumStore sums) {
        this.routes = routes;
        this.probe = probe;
        this.store = store;
        this.sums = sums;
    }

    /// The end of the last span whose sums are complete.
    static Instant asOf(Instant now) {
        long length = Span.LENGTH.toSeconds();
        return Instant.ofEpochSecond(now.minus(LATE_MAX).getEpochSecond() / length * length);
    }

    /// Reads the spans since the last evaluation. Returns the open streaks.
    ///
    /// @param until the end of the last span that was read; null if none was
    Map<UUID, Streak> advance(Handle tx, @Nullable Instant until, Instant asOf) {
        var open = new HashMap<>(store.openStreaks(tx));
        var earliest = asOf.minus(until == null ? Span.LENGTH : CAUGHT_UP_MAX);
        var from = until == null || until.isBefore(earliest) ? earliest : until;
        if (from.isBefore(asOf)) {
            sums.spans(tx, from, asOf).forEach((id, spans) -> advance(tx, id, spans, open));
        }
        endWithEndpoints(tx, open);
        return open;
    }

    private void advance(Handle tx, UUID endpointId, List<Span> spans, Map<UUID, Streak> open) {
        for (var span : spans) {
            if (span.clientErrors() >= ClientErrors.COUNTED_MIN) {
                store.putSpike(tx, endpointId, span);
            }
        }
        var before = open.remove(endpointId);
        for (var streak : Streak.after(before, spans)) {
            if (!streak.equals(before)) {
                store.put(tx, endpointId, streak);
            }
            if (streak.isOpen()) {
                open.put(endpointId, streak);
            }
        }
    }

    /// An endpoint that is paused, disabled or deleted gets no attempts, so its streak ends.
    private void endWithEndpoints(Handle tx, Map<UUID, Streak> open) {
        open.entrySet()
                .removeIf(entry -> {
                    var endpoint = routes.current().endpoint(entry.getKey());
                    if (endpoint != null && endpoint.state() == EndpointState.ACTIVE) {
                        return false;
                    }
                    var streak = entry.getValue();
                    var at = endpoint == null ? streak.lastFailedAt() : endpoint.standing().since();
                    var end = at.isBefore(streak.since()) ? streak.since() : at;
                    store.put(tx, entry.getKey(), streak.endedAt(end));
                    return true;
                });
    }

    /// The state of the service now.
    Reading read(Handle tx, Map<UUID, Streak> open, Instant asOf, Instant now) {
        var live =
                routes.current().endpoints().stream()
                        .filter(endpoint -> endpoint.mode() == Mode.LIVE)
                        .filter(endpoint -> endpoint.state() == EndpointState.ACTIVE)
                        .filter(endpoint -> !Apps.isInternal(endpoint.appId()))
                        .toList();
        var totals = sums.totals(tx, asOf.minus(Span.LENGTH));
        var oldestDue = oldestDue(tx, live, open.keySet(), asOf, now);
        var stalls = EnumSet.noneOf(Stall.class);
        stalls.addAll(probe.stalls());
        stalls.addAll(JobStalls.of(reports.list(tx)));
        if (oldestDue != null && oldestDue.compareTo(DUE_MAX) > 0 && totals.attempts() == 0) {
            stalls.add(Stall.DELIVERY);
        }
        if (!sums.exist(tx, PartitionKeeper.tablesOfTomorrow(now))) {
            stalls.add(Stall.PARTITIONS);
        }
        return new Reading(
                now, totals.deadLetters(), live.size(), group(live, open), oldestDue, stalls);
    }

    private static Group group(List<Endpoint> live, Map<UUID, Streak> open) {
        return Group.of(
                live.stream()
                        .filter(endpoint -> open.containsKey(endpoint.id()))
                        .map(endpoint ->
                                new Group.Member(
                                        open.getOrDefault(endpoint.id(), NEVER).since(),
                                        host(endpoint)))
                        .toList());
    }

    private static final Streak NEVER = new Streak(Instant.EPOCH, Instant.EPOCH, null);

    private static String host(Endpoint endpoint) {
        try {
            return Target.parse(endpoint.url()).host();
        } catch (Target.Unusable e) {
            return endpoint.url();
        }
    }

    /// An endpoint that fails, or has a limit of its own, may lag behind.
    private @Nullable Duration oldestDue(
            Handle tx, List<Endpoint> live, Set<UUID> failing, Instant asOf, Instant now) {
        var busy = sums.spans(tx, asOf.minus(Span.LENGTH.multipliedBy(2)), asOf);
        var asked =
                live.stream()
                        .filter(endpoint -> !failing.contains(endpoint.id()))
                        .filter(endpoint -> endpoint.rateLimit() == null)
                        .sorted(
                                Comparator.comparingLong(
                                                (Endpoint endpoint) -> attempts(busy, endpoint))
                                        .reversed())
                        .limit(LOOKED_UP_MAX)
                        .map(Endpoint::id)
                        .toList();
        var due = asked.isEmpty() ? null : sums.oldestDue(tx, asked);
        return due == null || due.isAfter(now) ? null : Duration.between(due, now);
    }

    private static long attempts(Map<UUID, List<Span>> busy, Endpoint endpoint) {
        return busy.getOrDefault(endpoint.id(), List.of()).stream().mapToLong(Span::attempts).sum();
    }
}
