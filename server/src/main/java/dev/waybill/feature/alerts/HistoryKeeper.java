package dev.waybill.feature.alerts;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.alert.ClientErrors;
import dev.waybill.domain.alert.Group;
import dev.waybill.domain.alert.Lag;
import dev.waybill.domain.alert.Reading;
import dev.waybill.domain.alert.Span;
import dev.waybill.domain.alert.Stall;
import dev.waybill.domain.alert.Streak;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.partitions.PartitionKeeper;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.status.ProcessReports;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Continues the histories that rules look at, from the sums of complete five-minute spans.
final class HistoryKeeper {

    /// Sums are written every few seconds. Those that come later than this are not seen.
    static final Duration LATE_MAX = Duration.ofMinutes(1);

    /// Fine sums are kept for six hours. After a longer stop, the time before is not judged.
    private static final Duration CAUGHT_UP_MAX = Duration.ofHours(5);

    /// Endpoints whose oldest due delivery is looked up: as many of those with the most work, and
    /// of those whose deliveries are late.
    private static final int LOOKED_UP_MAX = 200;

    /// Endpoints of which these are chosen, because some are not healthy.
    private static final int CHOSEN_FROM_MAX = 1_000;

    /// Late deliveries that are looked at to find their endpoints: a few milliseconds.
    private static final int LATE_DELIVERIES_MAX = 10_000;

    /// Due for longer, a delivery to a healthy endpoint is work that nobody does.
    private static final Duration DUE_MAX = Duration.ofMinutes(1);

    /// After a longer gap between two readings it is not known when the last attempt was.
    private static final Duration COUNTED_FOR = Duration.ofMinutes(5);

    private final RoutingTable routes;
    private final ServiceProbe probe;
    private final HistoryStore store;
    private final SumStore sums;
    private final ReadingStore readings = new ReadingStore();
    private final ProcessReports reports = new ProcessReports();

    HistoryKeeper(RoutingTable routes, ServiceProbe probe, HistoryStore store, SumStore sums) {
        this.routes = routes;
        this.probe = probe;
        this.store = store;
        this.sums = sums;
    }

    /// The end of the last span whose sums are complete.
    static Instant asOf(Instant now) {
        return spanOf(now.minus(LATE_MAX));
    }

    /// The beginning of the span that contains a time.
    private static Instant spanOf(Instant time) {
        long length = Span.LENGTH.toSeconds();
        return Instant.ofEpochSecond(Math.floorDiv(time.getEpochSecond(), length) * length);
    }

    /// Reads the spans since the last evaluation. Returns the open streaks.
    ///
    /// @param until the end of the last span that was read; null if none was
    Map<UUID, Streak> advance(Handle tx, @Nullable Instant until, Instant asOf) {
        var open = new HashMap<>(store.openStreaks(tx));
        var earliest = asOf.minus(until == null ? Span.LENGTH : CAUGHT_UP_MAX);
        var from = until == null || until.isBefore(earliest) ? earliest : until;
        if (from.isBefore(asOf)) {
            sums.spans(tx, from, asOf, this::retriedFor)
                    .forEach((id, spans) -> advance(tx, id, spans, open));
        }
        endWithEndpoints(tx, open, asOf);
        return open;
    }

    /// How long deliveries of these types to an endpoint are retried: the shortest time of all.
    private Duration retriedFor(UUID endpointId, List<String> types) {
        var endpoint = routes.current().endpoint(endpointId);
        var catalog = routes.current().catalog();
        return endpoint == null
                ? RetryPolicies.LIVE.window()
                : types.stream()
                        .map(type ->
                                catalog.terms(type, null, endpoint, Instant.EPOCH, Instant.EPOCH))
                        .map(terms -> terms.policy().retriedFor())
                        .min(Comparator.naturalOrder())
                        .orElse(RetryPolicies.LIVE.window());
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

    /// An endpoint that is paused, disabled or deleted gets no attempts, so its streak ends: when
    /// the dead letters of the change have been counted.
    private void endWithEndpoints(Handle tx, Map<UUID, Streak> open, Instant asOf) {
        open.entrySet()
                .removeIf(entry -> {
                    var endpoint = routes.current().endpoint(entry.getKey());
                    var streak = entry.getValue();
                    var at = streak.lastFailedAt();
                    if (endpoint != null) {
                        at = endpoint.standing().since();
                        if (endpoint.state() == EndpointState.ACTIVE
                                || asOf.isBefore(at.plus(Span.LENGTH))) {
                            return false;
                        }
                    }
                    var end = at.isBefore(streak.since()) ? streak.since() : at;
                    store.put(tx, entry.getKey(), streak.endedAt(end));
                    return true;
                });
    }

    /// Writes the state of the service now.
    void read(Handle tx, Map<UUID, Streak> open, Instant asOf, Instant now) {
        var live =
                routes.current().endpoints().stream()
                        .filter(endpoint -> endpoint.mode() == Mode.LIVE)
                        .filter(endpoint -> endpoint.state() == EndpointState.ACTIVE)
                        .filter(endpoint -> !Apps.isInternal(endpoint.appId()))
                        .toList();
        var limited = sums.limited(tx, now);
        var lag = lag(tx, healthy(live, open, limited), now);
        var stalls = EnumSet.noneOf(Stall.class);
        stalls.addAll(probe.stalls());
        stalls.addAll(JobStalls.of(reports.list(tx)));
        var oldest = lag.anywhere();
        if (oldest != null && oldest.compareTo(DUE_MAX) > 0 && isIdle(tx, now)) {
            stalls.add(Stall.DELIVERY);
        }
        if (!sums.exist(tx, PartitionKeeper.tablesOfTomorrow(now))) {
            stalls.add(Stall.PARTITIONS);
        }
        var failing = failing(live, open, limited, readings.firstAt(tx).orElse(now), now);
        var reading =
                new Reading(
                        now,
                        sums.deadLetters(tx, asOf.minus(Span.LENGTH)),
                        live.size(),
                        Group.of(failing),
                        Group.onHosts(failing),
                        lag.widespread(),
                        stalls);
        readings.put(tx, reading, sums.attempts(tx, spanOf(now)));
    }

    /// Whether no attempt has ended since the last reading.
    private boolean isIdle(Handle tx, Instant now) {
        var last = readings.lastCounted(tx).orElse(null);
        return last != null
                && !last.at().isBefore(now.minus(COUNTED_FOR))
                && sums.attempts(tx, spanOf(last.at())) <= last.attempts();
    }

    /// The endpoints that began to fail, as far as that says something about others.
    ///
    /// @param watchedSince the time of the first evaluation
    private static List<Group.Member> failing(
            List<Endpoint> live,
            Map<UUID, Streak> open,
            Map<UUID, Boolean> limited,
            Instant watchedSince,
            Instant now) {
        var members = new ArrayList<Group.Member>();
        for (var endpoint : live) {
            var streak = open.get(endpoint.id());
            var activeSince = endpoint.standing().since();
            var watched = activeSince.isAfter(watchedSince) ? activeSince : watchedSince;
            if (streak != null
                    && limited.getOrDefault(endpoint.id(), false)
                    && Group.counts(streak.since(), watched, now)) {
                members.add(new Group.Member(streak.since(), Hosts.of(endpoint)));
            }
        }
        return members;
    }

    /// An endpoint that fails, or is limited by itself or by its settings, may lag behind.
    private static Map<UUID, Endpoint> healthy(
            List<Endpoint> live, Map<UUID, Streak> open, Map<UUID, Boolean> limited) {
        return live.stream()
                .filter(endpoint -> !open.containsKey(endpoint.id()))
                .filter(endpoint -> !limited.containsKey(endpoint.id()))
                .filter(endpoint -> endpoint.rateLimit() == null)
                .collect(Collectors.toMap(Endpoint::id, Function.identity()));
    }

    /// Endpoints with much work are looked up all the time. If nothing is done any more, they are
    /// found by their late deliveries.
    private Lag lag(Handle tx, Map<UUID, Endpoint> healthy, Instant now) {
        var busy = sums.busy(tx, spanOf(now).minus(Span.LENGTH), CHOSEN_FROM_MAX);
        var late = sums.late(tx, now.minus(DUE_MAX), LATE_DELIVERIES_MAX);
        var asked = new LinkedHashSet<UUID>();
        for (var some : List.of(busy, late)) {
            some.stream().filter(healthy::containsKey).limit(LOOKED_UP_MAX).forEach(asked::add);
        }
        var due = new ArrayList<Lag.Due>();
        sums.oldestDue(tx, asked)
                .forEach((id, at) -> {
                    var endpoint = healthy.get(id);
                    if (endpoint != null) {
                        due.add(new Lag.Due(Hosts.of(endpoint), at));
                    }
                });
        return Lag.of(due, hosts(healthy.values()), now);
    }

    /// The number of different hosts, as far as it matters.
    private static int hosts(Collection<Endpoint> endpoints) {
        return (int) endpoints.stream().map(Hosts::of).distinct().limit(Lag.HOSTS_MIN).count();
    }
}
