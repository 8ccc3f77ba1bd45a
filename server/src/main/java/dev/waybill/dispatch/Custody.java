package dev.waybill.dispatch;

import dev.waybill.db.Database;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.Ramp;
import dev.waybill.endpoint.EndpointDraft;
import dev.waybill.lease.Leases;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// The endpoints that this process alone sends to: what counts for all processes together, a rate
/// or a small number in flight, can be kept by one only. A custody lasts as long as the process by
/// the books. Order needs none: the database lets only heads of lanes be claimed, whoever asks.
public final class Custody {

    /// How long two processes may send to one endpoint after the database has gone back.
    public static final Duration CONFIRM_PERIOD = Duration.ofSeconds(1);

    private record Held(UUID processId, Set<UUID> endpoints) {}

    private static final Held NOTHING = new Held(new UUID(0, 0), Set.of());

    private final Database database;
    private final Leases leases;
    private final InstantSource clock;
    private final CustodyStore store = new CustodyStore();
    private volatile Held held = NOTHING;

    public Custody(Database database, Leases leases, InstantSource clock) {
        this.database = database;
        this.leases = leases;
        this.clock = clock;
    }

    /// Whether this process may send to the endpoint.
    boolean allows(Endpoint endpoint) {
        return !isNeeded(endpoint) || holds(endpoint.id());
    }

    /// Takes what is needed for these endpoints and nobody alive has.
    synchronized void take(List<Endpoint> endpoints) throws SQLException {
        var wanted =
                endpoints.stream().filter(endpoint -> !allows(endpoint)).map(Endpoint::id).toList();
        if (wanted.isEmpty()) {
            return;
        }
        var processId = leases.life().processId();
        try (var connection = database.engine()) {
            var taken = store.take(connection, processId, wanted);
            if (!held.processId.equals(processId)) {
                held = new Held(processId, ConcurrentHashMap.newKeySet());
            }
            held.endpoints.addAll(taken);
        }
    }

    /// Gives up what the books do not confirm: a database that goes back forgets who took what, and
    /// another process may take it then. Returns how many those were.
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

    /// Lets go of everything: another process may be able to send.
    synchronized void giveUp() throws SQLException {
        if (held.endpoints.isEmpty()) {
            return;
        }
        try (var connection = database.engine()) {
            store.giveUp(connection, held.processId);
        }
        held = NOTHING;
    }

    /// What was held in an earlier life may be another's by now.
    private boolean holds(UUID endpointId) {
        var now = held;
        return now.endpoints.contains(endpointId)
                && now.processId.equals(leases.life().processId());
    }

    private boolean isNeeded(Endpoint endpoint) {
        return endpoint.rateLimit() != null
                || endpoint.inFlightMax() < EndpointDraft.IN_FLIGHT_DEFAULT
                || isFreshlyBack(endpoint);
    }

    private boolean isFreshlyBack(Endpoint endpoint) {
        var since = endpoint.standing().since();
        return since.isAfter(endpoint.createdAt())
                && since.plus(Ramp.NEWS_FOR).isAfter(clock.instant());
    }
}
