package dev.waybill.feature.retrypolicies;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.command.PlainText;
import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.capture.IdempotencyStore;
import dev.waybill.engine.catalog.CustomPolicy;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.engine.catalog.RoutingStore;
import dev.waybill.infra.db.Database;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Creates, changes, deletes and reads custom retry policies. A change makes a new revision;
/// deliveries that are under way keep theirs.
public final class Policies {

    private static final int NAME_LENGTH_MAX = 64;

    /// Every process holds all of them in memory.
    public static final int COUNT_MAX = 1_000;

    private final Database database;
    private final AuditTrail<CustomPolicy> trail;
    private final InstantSource clock;
    private final PolicyStore store = new PolicyStore();
    private final RoutingStore routing = new RoutingStore();
    private final IdempotencyStore idempotency = new IdempotencyStore();

    public Policies(Database database, AuditTrail<CustomPolicy> trail, InstantSource clock) {
        this.database = database;
        this.trail = trail;
        this.clock = clock;
    }

    /// A policy as it was written, and with all defaults filled in.
    public record Draft(String given, PolicySpec spec) {}

    /// The result of a create, which may repeat an earlier one.
    public sealed interface Creation {

        record Created(CustomPolicy policy) implements Creation {}

        /// The same request created this policy before.
        record Repeated(CustomPolicy policy) implements Creation {}

        /// There is one of this name.
        record Taken() implements Creation {}

        /// There are [#COUNT_MAX] already.
        record TooMany() implements Creation {}

        /// The Idempotency-Key was used for another request.
        record Clash() implements Creation {}
    }

    public Creation create(
            String name,
            Draft draft,
            UUID appId,
            Mode mode,
            @Nullable IdempotencyKey key,
            Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    // First, because it takes the lock: a free name stays free until the commit.
                    long version = routing.bumpCatalogue(tx);
                    var found = store.find(tx, name);
                    if (found.isPresent()) {
                        return isRepeated(tx, name, appId, mode, key)
                                ? new Creation.Repeated(found.get())
                                : new Creation.Taken();
                    }
                    if (store.count(tx) >= COUNT_MAX) {
                        return new Creation.TooMany();
                    }
                    var now = now();
                    if (key != null
                            && !idempotency.insert(
                                    tx, appId, mode, key, IdempotencyKey.idOf(name), now)) {
                        return new Creation.Clash();
                    }
                    var revision = revised(tx, name, version, draft.spec, now);
                    store.insert(tx, name, draft.given, revision, now);
                    var made = new CustomPolicy(draft.spec, draft.given, now, now);
                    trail.created(tx, actor, made);
                    return new Creation.Created(made);
                });
    }

    private boolean isRepeated(
            Handle tx, String name, UUID appId, Mode mode, @Nullable IdempotencyKey key) {
        return key != null
                && idempotency
                        .find(tx, appId, mode, key)
                        .filter(IdempotencyKey.idOf(name)::equals)
                        .isPresent();
    }

    /// The result of a change.
    public sealed interface Change {

        record Changed(CustomPolicy policy) implements Change {}

        /// The change does not fit the policy as it is.
        record Refused() implements Change {}

        record NotFound() implements Change {}
    }

    /// Makes a new revision of a policy.
    ///
    /// @param change returns the policy after the change, or nothing to refuse it
    public Change change(String name, Actor actor, Function<CustomPolicy, Optional<Draft>> change) {
        return database.interactive()
                .inTransaction(tx -> {
                    // First, because it is the lock: two changes must not both start from
                    // the same state.
                    long version = routing.bumpCatalogue(tx);
                    var before = store.find(tx, name).orElse(null);
                    if (before == null) {
                        tx.rollback();
                        return new Change.NotFound();
                    }
                    var draft = change.apply(before).orElse(null);
                    if (draft == null) {
                        tx.rollback();
                        return new Change.Refused();
                    }
                    var now = now();
                    var revision = revised(tx, name, version, draft.spec, now);
                    store.update(tx, name, draft.given, revision, now);
                    var changed =
                            new CustomPolicy(draft.spec, draft.given, before.createdAt(), now);
                    trail.updated(tx, actor, before, changed);
                    return new Change.Changed(changed);
                });
    }

    /// The result of a delete.
    public enum Deletion {
        DELETED,
        UNKNOWN,
        IN_USE
    }

    public Deletion delete(String name, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    routing.bumpCatalogue(tx);
                    var found = store.find(tx, name);
                    if (found.isEmpty()) {
                        return Deletion.UNKNOWN;
                    }
                    if (!store.delete(tx, name)) {
                        return Deletion.IN_USE;
                    }
                    trail.deleted(tx, actor, found.get());
                    return Deletion.DELETED;
                });
    }

    /// A text that no policy can have as its name finds nothing.
    public Optional<CustomPolicy> find(String name) {
        if (name.length() > NAME_LENGTH_MAX || !PlainText.isLine(name)) {
            return Optional.empty();
        }
        return database.interactive().withHandle(handle -> store.find(handle, name));
    }

    /// Policies after this name, by name.
    public List<CustomPolicy> page(String after, int limit) {
        return database.interactive().withHandle(handle -> store.page(handle, after, limit));
    }

    /// Stores an inline policy, so that its deliveries find it after the endpoint is changed or
    /// deleted. Returns the text that the endpoint or event type stores.
    public String keep(PolicySpec inline) {
        var text = PolicyJson.write(inline).toString();
        database.interactive()
                .useHandle(handle ->
                        store.insertRevision(handle, PolicyJson.inlineKey(inline), text, now()));
        return text;
    }

    /// The version makes the key unique among all policies of this name, including deleted ones.
    /// The digest distinguishes it from a policy of the same version that a restored database has
    /// lost: processes cache policies by key.
    private String revised(Handle tx, String name, long version, PolicySpec spec, Instant now) {
        var key = name + "@" + version + "-" + PolicyJson.digest(spec);
        store.insertRevision(tx, key, PolicyJson.write(spec).toString(), now);
        return key;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
