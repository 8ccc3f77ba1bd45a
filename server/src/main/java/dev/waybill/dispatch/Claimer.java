package dev.waybill.dispatch;

import dev.waybill.catalogue.KeptPolicies;
import dev.waybill.db.Database;
import dev.waybill.dispatch.ClaimStore.Claimed;
import dev.waybill.dispatch.ClaimStore.Found;
import dev.waybill.dispatch.ClaimStore.Room;
import dev.waybill.domain.Claim;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.EndpointState;
import dev.waybill.domain.Envelope;
import dev.waybill.domain.Event;
import dev.waybill.domain.Ids;
import dev.waybill.domain.Reason;
import dev.waybill.domain.RetryPolicies;
import dev.waybill.domain.RetryPolicy;
import dev.waybill.endpoint.Routes;
import dev.waybill.endpoint.WaitingStore;
import dev.waybill.lease.Leases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes due deliveries from the database for lanes that have room: retries, what did not fit the
/// fast path, what was handed back. Everything that is pending is found by this scan; nothing else
/// is needed for it to be right.
public final class Claimer {

    /// Endpoints looked at in one statement. Fewer than places, so that each can get some.
    static final int ENDPOINTS_PER_PASS_MAX = 1_000;

    /// Deliveries taken in one statement.
    static final int CLAIMED_PER_PASS_MAX = 2_000;

    /// For one endpoint in one statement: half its lane, however few others there are.
    static final int CLAIMED_PER_ENDPOINT_MAX = 128;

    /// Events fetched in one statement: at a quarter of a megabyte each, this is what may come over
    /// the wire before anybody looks at the memory again.
    static final int EVENTS_PER_FETCH_MAX = 100;

    private static final List<Event> NONE = List.of();
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private static final Logger LOG = LoggerFactory.getLogger(Claimer.class);

    private final Database database;
    private final Routes routes;
    private final Leases leases;
    private final Dispatcher dispatcher;
    private final InstantSource clock;
    private final Ids ids;
    private final ClaimStore store = new ClaimStore();
    private final KeptPolicies keptPolicies = new KeptPolicies();
    private final WaitingStore waiting = new WaitingStore();

    /// Where the last pass ended, so that a scan longer than one pass goes round.
    private UUID position = BEFORE_ALL;

    public Claimer(
            Database database,
            Routes routes,
            Leases leases,
            Dispatcher dispatcher,
            InstantSource clock,
            Ids ids) {
        this.database = database;
        this.routes = routes;
        this.leases = leases;
        this.dispatcher = dispatcher;
        this.clock = clock;
        this.ids = ids;
    }

    /// What one pass did, and whether another should follow at once.
    public record Pass(int claimed, int ended, boolean mayHaveMore) {}

    public Pass runOnce() throws SQLException, InterruptedException {
        try (var connection = database.engine()) {
            var found =
                    store.endpointsWithWork(
                            connection, position, clock.instant(), ENDPOINTS_PER_PASS_MAX);
            int ended = endForTheGone(connection, found);
            var due = found.stream().filter(Found::due).map(Found::endpointId).toList();
            boolean wholeRound = found.size() < ENDPOINTS_PER_PASS_MAX;
            position = wholeRound ? BEFORE_ALL : found.getLast().endpointId();
            int claimed = claim(connection, rooms(due));
            // A full pass may have left some of what an endpoint had room for.
            boolean full = claimed == CLAIMED_PER_PASS_MAX;
            return new Pass(claimed, ended, !wholeRound || full || ended > 0);
        }
    }

    /// For lanes that have emptied: their endpoints are known to have more.
    public int feedHungry() throws SQLException, InterruptedException {
        var hungry = dispatcher.takeHungry(ENDPOINTS_PER_PASS_MAX);
        if (hungry.isEmpty()) {
            return 0;
        }
        try (var connection = database.engine()) {
            return claim(connection, rooms(hungry));
        }
    }

    private int claim(Connection connection, List<Room> rooms)
            throws SQLException, InterruptedException {
        if (rooms.isEmpty()) {
            return 0;
        }
        var lease = ids.next();
        var life = leases.life();
        // Held before it is written, by a count that cannot run out before the real one is known.
        leases.hold(lease, life, Integer.MAX_VALUE);
        List<Claimed> claimed;
        try {
            claimed =
                    store.claim(
                            connection,
                            rooms,
                            this::pausedMillis,
                            lease,
                            life.processId(),
                            clock.instant());
        } catch (SQLException | RuntimeException e) {
            // If it was committed all the same, the audit of our leases hands it back.
            leases.forget(lease);
            rooms.forEach(room -> dispatcher.releaseClaimable(room.endpointId(), room.places()));
            throw e;
        }
        if (claimed.isEmpty()) {
            leases.forget(lease);
        } else {
            leases.hold(lease, life, claimed.size());
        }
        releaseSurplus(rooms, claimed);
        var byEvent = new LinkedHashMap<UUID, List<Claimed>>();
        for (var delivery : claimed) {
            byEvent.computeIfAbsent(delivery.eventId(), _ -> new ArrayList<>()).add(delivery);
        }
        try {
            handOver(connection, byEvent, lease);
        } catch (SQLException | RuntimeException e) {
            // The rest is claimed, but not in memory: back, once the database can be written again.
            LOG.warn("claimed events could not be fetched, events={}", byEvent.size(), e);
        }
        for (var rest : byEvent.values()) {
            for (var delivery : rest) {
                dispatcher.refuse(delivery, lease);
            }
        }
        return claimed.size();
    }

    /// Fetches the events, each once and a few at a time, and gives the deliveries to their lanes.
    /// What stays in the map could not be handed over: the memory had no room for it.
    private void handOver(Connection connection, Map<UUID, List<Claimed>> byEvent, UUID lease)
            throws SQLException {
        var keys = new HashSet<String>();
        byEvent.values().forEach(some -> some.forEach(claimed -> keys.add(claimed.policyKey())));
        var policies = keptPolicies.of(connection, keys);
        var eventIds = List.copyOf(byEvent.keySet());
        for (int from = 0; from < eventIds.size(); from += EVENTS_PER_FETCH_MAX) {
            var some =
                    eventIds.subList(from, Math.min(from + EVENTS_PER_FETCH_MAX, eventIds.size()));
            var events = dispatcher.hasRoomForBytes() ? store.events(connection, some) : NONE;
            for (var event : events) {
                var envelope = Envelope.of(event);
                for (var delivery : byEvent.getOrDefault(event.id(), List.of())) {
                    var policy = policies.getOrDefault(delivery.policyKey(), RetryPolicies.LIVE);
                    dispatcher.acceptClaimed(claim(delivery, event, envelope, policy, lease));
                }
                byEvent.remove(event.id());
            }
        }
    }

    private static Claim claim(
            Claimed delivery, Event event, Envelope envelope, RetryPolicy policy, UUID lease) {
        return new Claim(
                delivery.deliveryId(),
                delivery.endpointId(),
                event.appId(),
                lease,
                envelope,
                delivery.progress(),
                policy.capped(delivery.attemptsMax()),
                delivery.place());
    }

    private List<Room> rooms(List<UUID> endpoints) {
        var rooms = new ArrayList<Room>();
        for (var room :
                Portions.share(
                        endpoints,
                        CLAIMED_PER_PASS_MAX,
                        CLAIMED_PER_ENDPOINT_MAX,
                        dispatcher::reserveClaimable)) {
            if (room.places() > 0) {
                rooms.add(room);
            } else {
                dispatcher.expectMoreInDatabase(room.endpointId());
            }
        }
        return rooms;
    }

    private void releaseSurplus(List<Room> rooms, List<Claimed> claimed) {
        var surplus = new HashMap<UUID, Integer>();
        rooms.forEach(room -> surplus.put(room.endpointId(), room.places()));
        for (var delivery : claimed) {
            surplus.merge(delivery.endpointId(), -1, Integer::sum);
        }
        surplus.forEach(this::settleSurplus);
    }

    private void settleSurplus(UUID endpointId, int surplus) {
        if (surplus > 0) {
            dispatcher.releaseClaimable(endpointId, surplus);
        } else {
            dispatcher.expectMoreInDatabase(endpointId);
        }
    }

    /// Ends what waits for endpoints that are deleted or disabled.
    private int endForTheGone(Connection connection, List<Found> found) throws SQLException {
        int ended = 0;
        Routes.Table fresh = null;
        for (var candidate : found) {
            var endpoint = routes.current().endpoint(candidate.endpointId());
            if (endpoint != null && endpoint.state() != EndpointState.DISABLED) {
                continue;
            }
            // What is unknown may also be newer than our routes, what is disabled enabled again.
            if (fresh == null) {
                fresh = routes.refresh();
            }
            var reason = goneBecause(fresh.endpoint(candidate.endpointId()));
            if (reason != null) {
                ended +=
                        waiting.end(
                                connection,
                                candidate.endpointId(),
                                reason,
                                CLAIMED_PER_PASS_MAX,
                                clock.instant());
            }
        }
        return ended;
    }

    private static @Nullable Reason goneBecause(@Nullable Endpoint endpoint) {
        if (endpoint == null) {
            return Reason.ENDPOINT_DELETED;
        }
        return endpoint.state() == EndpointState.DISABLED ? Reason.ENDPOINT_DISABLED : null;
    }

    private long pausedMillis(UUID endpointId) {
        var endpoint = routes.current().endpoint(endpointId);
        return endpoint == null ? 0 : endpoint.standing().pausedBefore().toMillis();
    }
}
