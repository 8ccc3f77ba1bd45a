package dev.waybill.feature.endpoints;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.Credentials;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.capture.IdempotencyStore;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.engine.routing.EndpointStore;
import dev.waybill.engine.routing.HealthStore;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.secret.EncryptionKeys;
import dev.waybill.infra.secret.Vault;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Creates, changes, deletes and reads endpoints. A change is committed together with the routing
/// version that announces it.
public final class Endpoints {

    /// Limit of endpoints of one app in one mode: an event becomes a row for each endpoint.
    public static final int PER_APP_MAX = 10_000;

    private final Database database;
    private final EndpointSecrets secrets;
    private final EncryptionKeys keys;
    private final AuditTrail<Endpoint> trail;
    private final InstantSource clock;
    private final Ids ids;
    private final OwnerNote owners;
    private final EndpointStore store = new EndpointStore();
    private final HealthStore health = new HealthStore();
    private final LaneHoldStore holds = new LaneHoldStore();
    private final IdempotencyStore idempotency = new IdempotencyStore();

    public Endpoints(
            Database database,
            Vault vault,
            AuditTrail<Endpoint> trail,
            InstantSource clock,
            Ids ids) {
        this(database, vault, trail, clock, ids, (_, _, _, _) -> {});
    }

    /// With a listener for the addresses of owners.
    Endpoints(
            Database database,
            Vault vault,
            AuditTrail<Endpoint> trail,
            InstantSource clock,
            Ids ids,
            OwnerNote owners) {
        this.database = database;
        this.secrets = new EndpointSecrets(vault);
        this.keys = new EncryptionKeys(vault);
        this.trail = trail;
        this.clock = clock;
        this.ids = ids;
        this.owners = owners;
    }

    /// Learns of the address of an owner in the transaction that sets it.
    @FunctionalInterface
    interface OwnerNote {
        void entered(Handle tx, UUID appId, String address, boolean byCustomer);
    }

    private void noteOwner(
            Handle tx, @Nullable Endpoint before, Endpoint after, boolean byCustomer) {
        var address = after.ownerEmail();
        if (address != null && (before == null || !address.equals(before.ownerEmail()))) {
            owners.entered(tx, after.appId(), address, byCustomer);
        }
    }

    /// The result of a create, which may repeat an earlier one.
    public sealed interface Creation {

        record Created(Endpoint endpoint) implements Creation {}

        /// The same request created this endpoint before.
        record Repeated(Endpoint endpoint) implements Creation {}

        /// The app has reached its limit of endpoints.
        record TooMany() implements Creation {}

        /// The app was deleted meanwhile.
        record NoSuchApp() implements Creation {}

        /// The Idempotency-Key was used for another request.
        record Clash() implements Creation {}
    }

    /// Makes an endpoint, unless its app has [#PER_APP_MAX] in its mode already.
    public Creation create(EndpointDraft draft, @Nullable IdempotencyKey key, Actor actor) {
        return create(draft, PER_APP_MAX, key, actor, false);
    }

    /// The same with another bound.
    ///
    /// @param byCustomer whether the owner's address must be confirmed
    public Creation create(
            EndpointDraft draft,
            int max,
            @Nullable IdempotencyKey key,
            Actor actor,
            boolean byCustomer) {
        return database.interactive()
                .inTransaction(tx -> {
                    var creation = create(tx, draft, max, key, actor);
                    if (creation instanceof Creation.Created(var endpoint)) {
                        noteOwner(tx, null, endpoint, byCustomer);
                    }
                    if (creation instanceof Creation.TooMany) {
                        // With the key, which can be used again.
                        tx.rollback();
                    }
                    return creation;
                });
    }

    private Creation create(
            Handle tx, EndpointDraft draft, int max, @Nullable IdempotencyKey key, Actor actor) {
        if (!store.shareApp(tx, draft.appId())) {
            return new Creation.NoSuchApp();
        }
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var id = ids.next();
        var endpoint = draft.endpoint(id, credentials(id, draft), now);
        if (key != null
                && !idempotency.insert(tx, draft.appId(), draft.mode(), key, endpoint.id(), now)) {
            return repeated(tx, draft, key);
        }
        // Before the lock, so that a caller above the limit does not delay other changes, and
        // again under it, because two requests may arrive at once.
        if (isFull(tx, draft, max)) {
            return new Creation.TooMany();
        }
        long version = store.bumpRouting(tx);
        if (isFull(tx, draft, max)) {
            return new Creation.TooMany();
        }
        keys.hold(tx);
        store.insert(tx, endpoint, version);
        trail.created(tx, actor, endpoint);
        return new Creation.Created(endpoint);
    }

    private boolean isFull(Handle tx, EndpointDraft draft, int max) {
        return store.hasAsMany(tx, draft.appId(), draft.mode(), max);
    }

    private Credentials credentials(UUID id, EndpointDraft draft) {
        return new Credentials(
                secrets.seal(id, draft.scheme(), draft.secret()),
                null,
                secrets.seal(id, draft.headers()));
    }

    private Creation repeated(Handle tx, EndpointDraft draft, IdempotencyKey key) {
        return idempotency
                .find(tx, draft.appId(), draft.mode(), key)
                .flatMap(id -> store.find(tx, id))
                .<Creation>map(Creation.Repeated::new)
                .orElseGet(Creation.Clash::new);
    }

    public Optional<Endpoint> find(UUID id, Scope scope) {
        return database.interactive()
                .withHandle(handle -> store.find(handle, id))
                .filter(endpoint -> scope.covers(endpoint.appId(), endpoint.mode()));
    }

    /// The page of endpoints that were created before the one with this id, newest first. Endpoints
    /// of internal apps are listed only if the app is requested.
    public List<Endpoint> page(Scope scope, UUID before, int limit) {
        return database.interactive()
                .withHandle(handle -> store.page(handle, scope, before, limit));
    }

    /// The result of a change.
    public sealed interface Change {

        record Changed(Endpoint endpoint) implements Change {}

        /// The change does not fit the endpoint as it is.
        record Refused() implements Change {}

        record NotFound() implements Change {}
    }

    /// Changes an endpoint.
    ///
    /// @param change returns the endpoint after the change, or nothing to refuse it
    public Change change(
            UUID id, Scope scope, Actor actor, Function<Endpoint, Optional<Endpoint>> change) {
        return change(id, scope, change, (tx, before, after) -> record(tx, actor, before, after));
    }

    /// The audit log shows headers without values, so a changed value is recorded as a note.
    private void record(Handle tx, Actor actor, Endpoint before, Endpoint after) {
        var headers = secrets.headersWithAnotherValue(before, after);
        if (!headers.isEmpty()) {
            var note = "another value for " + String.join(", ", headers);
            trail.changed(tx, actor, "updated", before, after, note);
        } else {
            trail.updated(tx, actor, before, after);
        }
    }

    /// Records a change in its transaction.
    private interface Scribe {
        void record(Handle tx, Endpoint before, Endpoint after);
    }

    private Change change(
            UUID id, Scope scope, Function<Endpoint, Optional<Endpoint>> change, Scribe scribe) {
        return database.interactive()
                .inTransaction(tx -> {
                    // First, because it is the lock: two changes of one endpoint must not
                    // both start from the same state.
                    long version = store.bumpRouting(tx);
                    var found = findIn(tx, id, scope);
                    if (found.isEmpty()) {
                        return new Change.NotFound();
                    }
                    var before = found.get();
                    var changed = change.apply(before).orElse(null);
                    if (changed == null) {
                        tx.rollback();
                        return new Change.Refused();
                    }
                    store.update(tx, changed, version);
                    if (!changed.credentials().equals(before.credentials())) {
                        keys.hold(tx);
                        store.updateCredentials(tx, changed, version);
                    }
                    noteOwner(tx, before, changed, scope.appId() != null);
                    scribe.record(tx, before, changed);
                    return new Change.Changed(changed);
                });
    }

    private Optional<Endpoint> findIn(Handle tx, UUID id, Scope scope) {
        return store.find(tx, id)
                .filter(endpoint -> scope.covers(endpoint.appId(), endpoint.mode()));
    }

    /// Encrypts and decrypts the secrets of endpoints.
    public EndpointSecrets secrets() {
        return secrets;
    }

    /// Gives an endpoint a new secret. Requests are signed with the old one too for the overlap.
    public Optional<Endpoint> rotate(
            UUID id,
            Scope scope,
            Actor actor,
            SignatureScheme scheme,
            String secret,
            Duration overlap) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var change =
                change(
                        id,
                        scope,
                        before -> {
                            var next = secrets.seal(id, scheme, secret);
                            var credentials =
                                    overlap.isZero()
                                            ? before.credentials().replaced(next)
                                            : before.credentials().rotated(next, now.plus(overlap));
                            return Optional.of(before.with(credentials, now));
                        },
                        (tx, before, after) ->
                                trail.changed(tx, actor, "secret_rotated", before, after, null));
        return change instanceof Change.Changed(var rotated)
                ? Optional.of(rotated)
                : Optional.empty();
    }

    /// The number of consecutive dead letters, for endpoints that have any.
    public Map<UUID, Integer> failures(List<UUID> ids) {
        return database.interactive().withHandle(handle -> health.failures(handle, ids));
    }

    public boolean delete(UUID id, Scope scope, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    long version = store.bumpRouting(tx);
                    var found = findIn(tx, id, scope);
                    found.ifPresent(endpoint -> {
                        store.delete(tx, id, clock.instant(), version);
                        holds.forget(tx, id);
                        trail.deleted(tx, actor, endpoint);
                    });
                    return found.isPresent();
                });
    }
}
