package dev.waybill.feature.eventtypes;

import dev.waybill.domain.access.Mode;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.capture.IdempotencyStore;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.catalog.RoutingStore;
import dev.waybill.infra.db.Database;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Creates, changes, deletes and reads event types. A change is committed together with the routing
/// version that announces it, so no event is captured by rules that were changed before.
public final class EventTypes {

    /// Every process holds all of them in memory, including the schemas that events are checked by.
    public static final int COUNT_MAX = 5_000;

    /// Limit of schemas and examples on one page in bytes; the type that reaches it is the last
    /// one.
    private static final int PAGE_BYTES_MAX = 512 * 1024;

    private final Database database;
    private final AuditTrail<CatalogType> trail;
    private final EventTypeStore store = new EventTypeStore();
    private final RoutingStore routing = new RoutingStore();
    private final IdempotencyStore idempotency = new IdempotencyStore();

    public EventTypes(Database database, AuditTrail<CatalogType> trail) {
        this.database = database;
        this.trail = trail;
    }

    /// The result of a create, which may repeat an earlier one.
    public sealed interface Creation {

        record Created(CatalogType type) implements Creation {}

        /// The same request created this type before.
        record Repeated(CatalogType type) implements Creation {}

        /// There is one of this name.
        record Taken() implements Creation {}

        /// There are [#COUNT_MAX] already.
        record TooMany() implements Creation {}

        /// The Idempotency-Key was used for another request.
        record Clash() implements Creation {}
    }

    public Creation create(
            CatalogType type, UUID appId, Mode mode, @Nullable IdempotencyKey key, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    // First, because it takes the lock: a free name stays free until the commit.
                    routing.bumpCatalogue(tx);
                    var id = IdempotencyKey.idOf(type.name());
                    var found = store.find(tx, type.name());
                    if (found.isPresent()) {
                        boolean repeated =
                                key != null
                                        && idempotency
                                                .find(tx, appId, mode, key)
                                                .filter(id::equals)
                                                .isPresent();
                        return repeated ? new Creation.Repeated(found.get()) : new Creation.Taken();
                    }
                    if (store.count(tx) >= COUNT_MAX) {
                        return new Creation.TooMany();
                    }
                    if (key != null
                            && !idempotency.insert(tx, appId, mode, key, id, type.createdAt())) {
                        return new Creation.Clash();
                    }
                    store.insert(tx, type);
                    trail.created(tx, actor, type);
                    return new Creation.Created(type);
                });
    }

    /// The result of a change.
    public sealed interface Change {

        record Changed(CatalogType type) implements Change {}

        /// The change does not fit the type as it is.
        record Refused() implements Change {}

        record NotFound() implements Change {}
    }

    /// Changes an event type.
    ///
    /// @param change returns the type after the change, or nothing to refuse it
    public Change change(
            String name, Actor actor, Function<CatalogType, Optional<CatalogType>> change) {
        return database.interactive()
                .inTransaction(tx -> {
                    // First, because it takes the lock: two changes must not both start from the
                    // same state.
                    routing.bumpCatalogue(tx);
                    var before = store.find(tx, name).orElse(null);
                    if (before == null) {
                        tx.rollback();
                        return new Change.NotFound();
                    }
                    var changed = change.apply(before).orElse(null);
                    if (changed == null) {
                        tx.rollback();
                        return new Change.Refused();
                    }
                    store.update(tx, changed);
                    trail.updated(tx, actor, before, changed);
                    return new Change.Changed(changed);
                });
    }

    public boolean delete(String name, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    routing.bumpCatalogue(tx);
                    var found = store.find(tx, name);
                    found.ifPresent(type -> {
                        store.delete(tx, name);
                        trail.deleted(tx, actor, type);
                    });
                    return found.isPresent();
                });
    }

    public Optional<CatalogType> find(String name) {
        return database.interactive().withHandle(handle -> store.find(handle, name));
    }

    /// Some types, by name.
    ///
    /// @param more whether others follow
    public record Page(List<CatalogType> types, boolean more) {}

    /// Types after this name; those hidden from customers only if `hiddenToo`. A page may hold
    /// fewer than requested: schemas and examples may be large.
    public Page page(String after, int limit, boolean hiddenToo) {
        return database.interactive()
                .withHandle(handle -> store.page(handle, after, limit, hiddenToo, PAGE_BYTES_MAX));
    }

    /// The first types by name, without schema and example.
    public List<CatalogType> heads(int limit, boolean hiddenToo) {
        return database.interactive().withHandle(handle -> store.heads(handle, limit, hiddenToo));
    }

    /// The names of the first types that have an example.
    public List<String> withExample(int limit, boolean hiddenToo) {
        return database.interactive()
                .withHandle(handle -> store.withExample(handle, limit, hiddenToo));
    }
}
