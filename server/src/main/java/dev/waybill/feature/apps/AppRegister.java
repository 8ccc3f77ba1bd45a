package dev.waybill.feature.apps;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.access.AccessStore;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.engine.access.ApiKeyStore;
import dev.waybill.engine.access.App;
import dev.waybill.engine.access.AppStore;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.capture.IdempotencyStore;
import dev.waybill.infra.db.Database;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Creates, changes, deletes and reads apps. A change is known in this process when it returns.
public final class AppRegister {

    /// Every process holds all of them in memory.
    public static final int COUNT_MAX = 100_000;

    private final Database database;
    private final AccessCache accessCache;
    private final AuditTrail<App> trail;
    private final AuditTrail<ApiKey> keyTrail;
    private final InstantSource clock;
    private final Ids ids;
    private final AccessStore access = new AccessStore();
    private final AppStore store = new AppStore();
    private final ApiKeyStore keys = new ApiKeyStore();
    private final IdempotencyStore idempotency = new IdempotencyStore();

    public AppRegister(
            Database database,
            AccessCache accessCache,
            AuditTrail<App> trail,
            AuditTrail<ApiKey> keyTrail,
            InstantSource clock,
            Ids ids) {
        this.database = database;
        this.accessCache = accessCache;
        this.trail = trail;
        this.keyTrail = keyTrail;
        this.clock = clock;
        this.ids = ids;
    }

    /// The result of a create, which may repeat an earlier one.
    public sealed interface Creation {

        record Created(App app) implements Creation {}

        /// The same request created this app before.
        record Repeated(App app) implements Creation {}

        /// Another app has this uid.
        record Taken() implements Creation {}

        /// There are [#COUNT_MAX] apps already.
        record TooMany() implements Creation {}

        /// The Idempotency-Key was used for another request.
        record Clash() implements Creation {}
    }

    /// Creates an app.
    ///
    /// @param uid the platform's name for the app; null to use the id
    public Creation create(
            @Nullable String uid, String name, Mode mode, @Nullable IdempotencyKey key, Actor actor)
            throws SQLException {
        var creation =
                database.interactive()
                        .inTransaction(tx -> {
                            // First, because it takes the lock: a free uid stays free until the
                            // commit.
                            long version = access.bump(tx);
                            var now = now();
                            var id = ids.next();
                            if (key != null
                                    && !idempotency.insert(tx, Apps.DEFAULT, mode, key, id, now)) {
                                return idempotency
                                        .find(tx, Apps.DEFAULT, mode, key)
                                        .flatMap(made -> store.find(tx, made))
                                        .<Creation>map(Creation.Repeated::new)
                                        .orElseGet(Creation.Clash::new);
                            }
                            if (uid != null && store.findUid(tx, uid).isPresent()) {
                                tx.rollback();
                                return new Creation.Taken();
                            }
                            if (store.count(tx) >= COUNT_MAX) {
                                tx.rollback();
                                return new Creation.TooMany();
                            }
                            var app =
                                    new App(
                                            id,
                                            uid == null ? IdKind.APP.format(id) : uid,
                                            name,
                                            now,
                                            now,
                                            false);
                            store.insert(tx, app, version);
                            trail.created(tx, actor, app);
                            return new Creation.Created(app);
                        });
        accessCache.refresh();
        return creation;
    }

    public Optional<App> find(UUID id) {
        return database.interactive().withHandle(handle -> store.find(handle, id));
    }

    /// Apps created before the one with this id, newest first.
    public List<App> page(UUID before, int limit) {
        return database.interactive().withHandle(handle -> store.page(handle, before, limit));
    }

    /// The result of a change.
    public sealed interface Change {

        record Changed(App app) implements Change {}

        record NoSuchApp() implements Change {}

        /// Another app has this uid.
        record Taken() implements Change {}

        /// A built-in app, which programs know by its uid.
        record BuiltIn() implements Change {}
    }

    /// Changes the uid or the name; null keeps the current value.
    public Change change(UUID id, @Nullable String uid, @Nullable String name, Actor actor)
            throws SQLException {
        var change =
                database.interactive()
                        .inTransaction(tx -> {
                            long version = access.bump(tx);
                            var found = store.find(tx, id);
                            if (found.isEmpty()) {
                                return new Change.NoSuchApp();
                            }
                            var before = found.get();
                            if (uid != null && !uid.equals(before.uid())) {
                                if (Apps.isBuiltIn(id)) {
                                    return new Change.BuiltIn();
                                }
                                if (store.findUid(tx, uid).isPresent()) {
                                    return new Change.Taken();
                                }
                            }
                            var app =
                                    new App(
                                            id,
                                            uid == null ? before.uid() : uid,
                                            name == null ? before.name() : name,
                                            before.createdAt(),
                                            now(),
                                            false);
                            store.update(tx, app, version);
                            trail.updated(tx, actor, before, app);
                            return new Change.Changed(app);
                        });
        accessCache.refresh();
        return change;
    }

    /// The result of a deletion.
    public enum Deletion {
        DELETED,
        UNKNOWN,
        /// It still has endpoints, live or test.
        IN_USE,
        /// A built-in app.
        BUILT_IN
    }

    /// Deletes an app that has no endpoints, and revokes its keys.
    public Deletion delete(UUID id, Actor actor) throws SQLException {
        if (Apps.isBuiltIn(id)) {
            return Deletion.BUILT_IN;
        }
        var deletion =
                database.interactive()
                        .inTransaction(tx -> {
                            long version = access.bump(tx);
                            var found = store.lock(tx, id);
                            if (found.isEmpty()) {
                                return Deletion.UNKNOWN;
                            }
                            if (store.hasEndpoints(tx, id)) {
                                return Deletion.IN_USE;
                            }
                            var now = now();
                            store.delete(tx, id, now, version);
                            trail.deleted(tx, actor, found.get());
                            for (var key : keys.revokeOfApp(tx, id, now, version)) {
                                keyTrail.changed(
                                        tx, actor, "revoked", key.unrevoked(), key, "app deleted");
                            }
                            return Deletion.DELETED;
                        });
        accessCache.refresh();
        return deletion;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
