package dev.waybill.endpoint;

import dev.waybill.db.Database;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.Ids;
import dev.waybill.domain.Scope;
import dev.waybill.idempotency.IdempotencyKey;
import dev.waybill.idempotency.IdempotencyStore;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Creates, changes, deletes and reads endpoints. A change is committed together with the routing
/// version that announces it.
public final class Endpoints {

    private final Database database;
    private final InstantSource clock;
    private final Ids ids;
    private final EndpointStore store = new EndpointStore();
    private final HealthStore health = new HealthStore();
    private final LaneHoldStore holds = new LaneHoldStore();
    private final IdempotencyStore idempotency = new IdempotencyStore();

    public Endpoints(Database database, InstantSource clock, Ids ids) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
    }

    /// What came of a create that may have been a repetition.
    public sealed interface Creation {

        record Created(Endpoint endpoint) implements Creation {}

        /// The same request was answered before; this is what it made.
        record Repeated(Endpoint endpoint) implements Creation {}

        /// The app was deleted meanwhile.
        record NoSuchApp() implements Creation {}

        /// The Idempotency-Key was used for another request.
        record Clash() implements Creation {}
    }

    public Creation create(EndpointDraft draft, @Nullable IdempotencyKey key) {
        return database.desk()
                .inTransaction(tx -> {
                    if (!store.shareApp(tx, draft.appId())) {
                        return new Creation.NoSuchApp();
                    }
                    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
                    var endpoint = draft.endpoint(ids.next(), now);
                    if (key != null
                            && !idempotency.insert(
                                    tx, draft.appId(), draft.mode(), key, endpoint.id(), now)) {
                        return repeated(tx, draft, key);
                    }
                    store.insert(tx, endpoint, store.bumpRouting(tx));
                    return new Creation.Created(endpoint);
                });
    }

    private Creation repeated(Handle tx, EndpointDraft draft, IdempotencyKey key) {
        return idempotency
                .find(tx, draft.appId(), draft.mode(), key)
                .flatMap(id -> store.find(tx, id))
                .<Creation>map(Creation.Repeated::new)
                .orElseGet(Creation.Clash::new);
    }

    public Optional<Endpoint> find(UUID id, Scope scope) {
        return database.desk()
                .withHandle(handle -> store.find(handle, id))
                .filter(endpoint -> scope.covers(endpoint.appId(), endpoint.mode()));
    }

    /// The page of endpoints that were created before the one with this id, newest first. All apps
    /// are all customers: the platform's own endpoints are listed only if asked for.
    public List<Endpoint> page(Scope scope, UUID before, int limit) {
        return database.desk().withHandle(handle -> store.page(handle, scope, before, limit));
    }

    /// Applies a change to the endpoint as it stands; empty if there is none.
    public Optional<Endpoint> change(UUID id, Scope scope, UnaryOperator<Endpoint> change) {
        return database.desk()
                .inTransaction(tx -> {
                    // First, because it is the lock: two changes of one endpoint must not
                    // both start from the same state.
                    long version = store.bumpRouting(tx);
                    var changed =
                            store.find(tx, id)
                                    .filter(endpoint ->
                                            scope.covers(endpoint.appId(), endpoint.mode()))
                                    .map(change);
                    changed.ifPresent(endpoint -> store.update(tx, endpoint, version));
                    return changed;
                });
    }

    /// How many deliveries in a row have become dead letters, for those of whom any did.
    public Map<UUID, Integer> failures(List<UUID> ids) {
        return database.desk().withHandle(handle -> health.failures(handle, ids));
    }

    public boolean delete(UUID id, Scope scope) {
        return database.desk()
                .inTransaction(tx -> {
                    long version = store.bumpRouting(tx);
                    boolean covered =
                            store.find(tx, id)
                                    .filter(endpoint ->
                                            scope.covers(endpoint.appId(), endpoint.mode()))
                                    .isPresent();
                    boolean deleted =
                            covered && store.delete(tx, id, scope.mode(), clock.instant(), version);
                    if (deleted) {
                        holds.forget(tx, id);
                    }
                    return deleted;
                });
    }
}
