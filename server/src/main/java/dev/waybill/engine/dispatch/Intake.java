package dev.waybill.engine.dispatch;

import static java.util.Objects.requireNonNull;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.EventRules;
import dev.waybill.domain.event.Ids;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import dev.waybill.engine.catalog.KeptPolicies;
import dev.waybill.engine.dispatch.ClaimStore.Claimed;
import dev.waybill.engine.dispatch.ClaimStore.Room;
import dev.waybill.engine.lease.Leases;
import dev.waybill.infra.log.LogScope;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// Brings claimed deliveries into memory: under one lease, each with its event, into the lane of
/// its endpoint. Their places are reserved before the claim, and unused places are released.
final class Intake implements Measured {

    /// Events fetched in one statement.
    static final int EVENTS_PER_FETCH_MAX = 100;

    private static final List<Claimed> NONE = List.of();

    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    private final Leases leases;
    private final Dispatcher dispatcher;
    private final InstantSource clock;
    private final Ids ids;
    private final ClaimStore store = new ClaimStore();
    private final KeptPolicies keptPolicies = new KeptPolicies();
    private final Histogram durations = StationMetrics.CLAIM_DURATION.histogram();
    private final Counter counts = StationMetrics.CLAIMED.counter();
    private final DistributionDataPoint duration;
    private final CounterDataPoint count;

    /// @param kind of the deliveries that it claims, for metrics
    Intake(Leases leases, Dispatcher dispatcher, InstantSource clock, Ids ids, String kind) {
        this.duration = durations.labelValues(kind);
        this.count = counts.labelValues(kind);
        this.leases = leases;
        this.dispatcher = dispatcher;
        this.clock = clock;
        this.ids = ids;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(StationMetrics.CLAIM_DURATION, durations);
        metrics.add(StationMetrics.CLAIMED, counts);
    }

    /// The statement that claims rows for a process under a lease.
    @FunctionalInterface
    interface Claiming {
        List<Claimed> claim(UUID lease, UUID processId, Instant now) throws SQLException;
    }

    /// Returns how many deliveries were claimed.
    ///
    /// @param onFull receives endpoints whose places were all needed; there may be more deliveries
    ///   for them
    int take(Connection connection, List<Room> rooms, Claiming claiming, Consumer<UUID> onFull)
            throws SQLException, InterruptedException {
        if (rooms.isEmpty()) {
            return 0;
        }
        var lease = ids.next();
        var life = leases.life();
        // Held before the row is written, with a count that cannot reach zero before the real one
        // is known.
        leases.hold(lease, life, Integer.MAX_VALUE);
        List<Claimed> claimed;
        long begunNanos = life.nanoTime();
        try {
            claimed = claiming.claim(lease, life.processId(), clock.instant());
        } catch (SQLException | RuntimeException e) {
            // If the claim was committed all the same, the check of our leases hands the deliveries
            // back.
            leases.forget(lease);
            rooms.forEach(room -> dispatcher.releaseClaimable(room.endpointId(), room.places()));
            throw e;
        }
        duration.observe((life.nanoTime() - begunNanos) / 1e9);
        count.inc(claimed.size());
        if (claimed.isEmpty()) {
            leases.forget(lease);
        } else {
            leases.hold(lease, life, claimed.size());
        }
        releaseSurplus(rooms, claimed, onFull);
        var byEvent = new LinkedHashMap<UUID, List<Claimed>>();
        for (var delivery : claimed) {
            byEvent.computeIfAbsent(delivery.eventId(), _ -> new ArrayList<>()).add(delivery);
        }
        try {
            handOver(connection, byEvent, lease);
        } catch (SQLException | RuntimeException e) {
            // The rest is claimed but not in memory. It is handed back when the database can be
            // written again.
            LOG.warn("claimed events could not be fetched, events={}", byEvent.size(), e);
        }
        for (var rest : byEvent.values()) {
            for (var delivery : rest) {
                dispatcher.refuse(delivery, lease);
            }
        }
        return claimed.size();
    }

    /// Fetches each event once, a few at a time, and gives the deliveries to their lanes.
    /// Deliveries that stay in the map had no room in memory.
    private void handOver(Connection connection, Map<UUID, List<Claimed>> byEvent, UUID lease)
            throws SQLException, InterruptedException {
        var keys = new HashSet<String>();
        byEvent.values().forEach(some -> some.forEach(claimed -> keys.add(claimed.policyKey())));
        var policies = keptPolicies.of(connection, keys);
        var eventIds = List.copyOf(byEvent.keySet());
        for (int from = 0, count; from < eventIds.size(); from += count) {
            long bytesLeft = dispatcher.bytesLeft();
            if (bytesLeft <= 0) {
                return;
            }
            // All of the unknown events may be large.
            int fitting =
                    Math.clamp(bytesLeft / EventRules.DATA_BYTES_MAX, 8, EVENTS_PER_FETCH_MAX);
            count = Math.min(fitting, eventIds.size() - from);
            var some = eventIds.subList(from, from + count);
            var events = store.events(connection, some);
            var unusable = new HashSet<>(events.unreadable());
            var present = HashSet.<UUID>newHashSet(events.read().size());
            for (var event : events.read()) {
                present.add(event.id());
                var deliveries = byEvent.getOrDefault(event.id(), List.of());
                try {
                    // Deliveries that were too large stay in the map.
                    deliveries.removeAll(accepted(event, deliveries, policies, lease));
                } catch (RuntimeException e) {
                    about(event.id()).setCause(e).log("an event cannot be used");
                    unusable.add(event.id());
                }
            }
            setAside(unusable, byEvent, lease);
            for (var eventId : some) {
                if (!present.contains(eventId) && !unusable.contains(eventId)) {
                    end(eventId, byEvent.remove(eventId), lease);
                }
            }
        }
    }

    /// Returns the deliveries that their lanes accepted. If it throws, none was accepted.
    private List<Claimed> accepted(
            Event event, List<Claimed> deliveries, Map<String, RetryPolicy> policies, UUID lease) {
        var claims = new LinkedHashMap<Claimed, Claim>();
        var envelopes = new Envelopes(event);
        for (var delivery : deliveries) {
            var policy = policies.getOrDefault(delivery.policyKey(), RetryPolicies.LIVE);
            var envelope = envelopes.of(delivery.replayed());
            claims.put(delivery, claim(delivery, event, envelope, policy, lease));
        }
        return deliveries.stream()
                .filter(delivery -> dispatcher.acceptClaimed(requireNonNull(claims.get(delivery))))
                .toList();
    }

    /// Hands back the deliveries of events that this version cannot read, due after a pause: a
    /// newer version may read them. Other deliveries of the pass are not affected.
    private void setAside(Set<UUID> unusable, Map<UUID, List<Claimed>> byEvent, UUID lease)
            throws InterruptedException {
        for (var eventId : unusable) {
            about(eventId).log("an event cannot be read and will be retried");
            var deliveries = byEvent.remove(eventId);
            for (var delivery : deliveries == null ? NONE : deliveries) {
                dispatcher.setAside(delivery, lease);
            }
        }
    }

    private static LoggingEventBuilder about(UUID eventId) {
        return LOG.atWarn().addKeyValue(LogScope.EVENT_ID, IdKind.EVENT.format(eventId));
    }

    /// Ends deliveries whose event was deleted: there is nothing to send.
    private void end(UUID eventId, @Nullable List<Claimed> deliveries, UUID lease)
            throws InterruptedException {
        about(eventId).log("deliveries without an event are ended");
        for (var delivery : deliveries == null ? NONE : deliveries) {
            dispatcher.endWithoutEvent(delivery, lease);
        }
    }

    /// The envelopes of one event, each built when it is first needed, and then shared.
    private static final class Envelopes {

        private final Event event;
        private @Nullable Envelope first;
        private @Nullable Envelope again;

        Envelopes(Event event) {
            this.event = event;
        }

        Envelope of(boolean replayed) {
            var known = replayed ? again : first;
            if (known != null) {
                return known;
            }
            var made = Envelope.of(event, replayed);
            if (replayed) {
                again = made;
            } else {
                first = made;
            }
            return made;
        }
    }

    private static Claim claim(
            Claimed delivery, Event event, Envelope envelope, RetryPolicy policy, UUID lease) {
        return new Claim(
                delivery.deliveryId(),
                delivery.endpointId(),
                event.appId(),
                delivery.replayed() ? Ids.timeOf(delivery.deliveryId()) : event.createdAt(),
                lease,
                envelope,
                delivery.progress(),
                policy.capped(delivery.attemptsMax()),
                delivery.place());
    }

    private void releaseSurplus(List<Room> rooms, List<Claimed> claimed, Consumer<UUID> onFull) {
        var surplus = new HashMap<UUID, Integer>();
        rooms.forEach(room -> surplus.put(room.endpointId(), room.places()));
        for (var delivery : claimed) {
            surplus.merge(delivery.endpointId(), -1, Integer::sum);
        }
        surplus.forEach((endpointId, places) -> {
            if (places > 0) {
                dispatcher.releaseClaimable(endpointId, places);
            } else {
                onFull.accept(endpointId);
            }
        });
    }
}
