package dev.waybill.engine.dispatch;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.Ramp;
import dev.waybill.engine.lease.Leases;
import dev.waybill.infra.db.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The endpoints that only this process sends to. A rate, or a small number of attempts in flight,
/// is a limit for all processes together, so one process has to keep it. Ownership lasts as long as
/// the process is alive in the database; a process with more than its part gives idle endpoints
/// away. A larger number in flight is divided among all processes. Ordered delivery needs no owner:
/// the database lets only heads of lanes be claimed.
public final class EndpointOwnership {

    /// How long two processes may send to one endpoint after the database has gone back to an
    /// earlier state.
    public static final Duration CONFIRM_PERIOD = Duration.ofSeconds(1);

    public static final Duration BALANCE_PERIOD = Duration.ofSeconds(2);

    /// Endpoints given away in one pass.
    static final int GIVEN_PER_PASS_MAX = 100;

    /// A process does not take back an endpoint within this time after it gave it away.
    private static final Duration LEFT_TO_OTHERS = Duration.ofSeconds(10);

    private record Held(UUID processId, Set<UUID> endpoints) {}

    private static final Held NOTHING = new Held(new UUID(0, 0), Set.of());

    private final Database database;
    private final Leases leases;
    private final InstantSource clock;
    private final EndpointOwnershipStore store = new EndpointOwnershipStore();
    private final Map<UUID, Long> givenNanos = new HashMap<>();
    private volatile Peers peers = Peers.NONE;
    private volatile Held held = NOTHING;

    public EndpointOwnership(Database database, Leases leases, InstantSource clock) {
        this.database = database;
        this.leases = leases;
        this.clock = clock;
    }

    /// Whether this process may send to the endpoint.
    boolean allows(Endpoint endpoint) {
        return !isNeeded(endpoint) || holds(endpoint.id());
    }

    /// Takes ownership of the endpoints that need an owner and have none alive.
    synchronized void take(List<Endpoint> endpoints) throws SQLException {
        var wanted =
                endpoints.stream()
                        .filter(endpoint -> !allows(endpoint))
                        .map(Endpoint::id)
                        .filter(id -> !givenNanos.containsKey(id))
                        .toList();
        if (wanted.isEmpty()) {
            return;
        }
        var processId = leases.life().processId();
        try (var connection = database.engine()) {
            // Read first: another process owns most of them, and a write would lock every row.
            var free = store.free(connection, processId, wanted);
            if (free.isEmpty()) {
                return;
            }
            var taken = store.take(connection, processId, free);
            if (!held.processId.equals(processId)) {
                held = new Held(processId, ConcurrentHashMap.newKeySet());
            }
            held.endpoints.addAll(taken);
        }
    }

    /// Drops endpoints whose ownership the database does not confirm: a database that goes back
    /// loses ownership, and another process may have taken it since. Returns how many.
    public synchronized int confirm() throws SQLException {
        var before = held;
        if (before.endpoints.isEmpty()) {
            return 0;
        }
        try (var connection = database.engine()) {
            var confirmed = store.held(connection, before.processId);
            int count = before.endpoints.size();
            before.endpoints.retainAll(confirmed);
            return count - before.endpoints.size();
        }
    }

    /// Gives up all endpoints: another process may be able to send.
    synchronized void giveUp() throws SQLException {
        if (held.endpoints.isEmpty()) {
            return;
        }
        try (var connection = database.engine()) {
            store.giveUp(connection, held.processId);
        }
        held = NOTHING;
    }

    /// How many attempts of this process may run to the endpoint: its whole limit if this process
    /// owns it, otherwise our part of it.
    int inFlightMax(Endpoint endpoint) {
        return isNeeded(endpoint) ? endpoint.inFlightMax() : peers.share(endpoint.inFlightMax());
    }

    /// The rank of this process among those that are alive.
    int rank() {
        return peers.rank();
    }

    /// Counts the processes that are alive, and gives away endpoints beyond this process's part, so
    /// that a new process gets some. Returns how many it gave away.
    ///
    /// @param idle whether this process holds no delivery of an endpoint
    public synchronized int balance(Predicate<UUID> idle) throws SQLException {
        var life = leases.life();
        givenNanos.values().removeIf(nanos -> life.nanoTime() - nanos >= LEFT_TO_OTHERS.toNanos());
        try (var connection = database.engine()) {
            peers = Peers.of(store.alive(connection), life.processId());
            var ours = held;
            if (peers.count() == 1 || !ours.processId.equals(life.processId())) {
                return 0;
            }
            int part = Math.ceilDiv(store.heldByAll(connection), peers.count());
            int surplus = ours.endpoints.size() - part;
            if (surplus <= part / 10) {
                return 0;
            }
            var given =
                    ours.endpoints.stream()
                            .filter(idle)
                            .limit(Math.min(surplus, GIVEN_PER_PASS_MAX))
                            .toList();
            // From here on no attempt starts; an endpoint with an attempt that has just started
            // stays.
            ours.endpoints.removeAll(given);
            var busy = given.stream().filter(idle.negate()).toList();
            ours.endpoints.addAll(busy);
            var gone = given.stream().filter(id -> !busy.contains(id)).toList();
            gone.forEach(id -> givenNanos.put(id, life.nanoTime()));
            store.give(connection, life.processId(), gone);
            return gone.size();
        }
    }

    /// Endpoints held in an earlier life may have another owner by now.
    private boolean holds(UUID endpointId) {
        var now = held;
        return now.endpoints.contains(endpointId)
                && now.processId.equals(leases.life().processId());
    }

    private boolean isNeeded(Endpoint endpoint) {
        return endpoint.rateLimit() != null
                || endpoint.inFlightMax() < Endpoint.IN_FLIGHT_DEFAULT
                || isFreshlyBack(endpoint);
    }

    private boolean isFreshlyBack(Endpoint endpoint) {
        var since = endpoint.standing().since();
        return since.isAfter(endpoint.createdAt())
                && since.plus(Ramp.NEWS_FOR).isAfter(clock.instant());
    }
}
