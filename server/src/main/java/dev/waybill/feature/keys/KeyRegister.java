package dev.waybill.feature.keys;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.access.AccessStore;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.engine.access.ApiKeyStore;
import dev.waybill.engine.access.AppStore;
import dev.waybill.engine.access.KeyHash;
import dev.waybill.engine.access.KeyText;
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
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Makes, revokes and reads keys. A revocation holds in this process when it returns.
public final class KeyRegister {

    /// Every process holds all that are of use in memory.
    public static final int COUNT_MAX = 100_000;

    private final Database database;
    private final AccessCache accessCache;
    private final AuditTrail<ApiKey> trail;
    private final InstantSource clock;
    private final Ids ids;
    private final RandomGenerator random;
    private final AccessStore access = new AccessStore();
    private final AppStore apps = new AppStore();
    private final ApiKeyStore store = new ApiKeyStore();
    private final IdempotencyStore idempotency = new IdempotencyStore();

    /// Keys are made of what `random` gives, so nobody must be able to guess it.
    public KeyRegister(
            Database database,
            AccessCache accessCache,
            AuditTrail<ApiKey> trail,
            InstantSource clock,
            Ids ids,
            RandomGenerator random) {
        this.database = database;
        this.accessCache = accessCache;
        this.trail = trail;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
    }

    /// What is asked for when a key is made.
    ///
    /// @param appId the app it is bound to, of a key of the role app
    public record Draft(
            Role role, @Nullable UUID appId, Mode mode, String name, @Nullable Instant expiresAt) {

        public Draft {
            if ((role == Role.APP) != (appId != null)) {
                throw new IllegalArgumentException("role " + role + " and app " + appId);
            }
        }
    }

    /// What came of a create that may have been a repetition.
    public sealed interface Creation {

        /// The only time that the text of the key is known.
        record Created(ApiKey key, String text) implements Creation {}

        /// The same request was answered before; this is what it made.
        record Repeated(ApiKey key) implements Creation {}

        /// The app was deleted meanwhile.
        record NoSuchApp() implements Creation {}

        /// There are [#COUNT_MAX] already.
        record TooMany() implements Creation {}

        /// The Idempotency-Key was used for another request.
        record Clash() implements Creation {}
    }

    /// Makes a key.
    ///
    /// @param requestMode the mode the request was made in, which its Idempotency-Key belongs to
    public Creation create(Draft draft, Mode requestMode, @Nullable IdempotencyKey key, Actor actor)
            throws SQLException {
        var text = KeyText.make(draft.mode(), random);
        var creation =
                database.interactive()
                        .inTransaction(tx -> {
                            long version = access.bump(tx);
                            var made = key(draft);
                            if (key != null
                                    && !idempotency.insert(
                                            tx,
                                            Apps.DEFAULT,
                                            requestMode,
                                            key,
                                            made.id(),
                                            made.createdAt())) {
                                return idempotency
                                        .find(tx, Apps.DEFAULT, requestMode, key)
                                        .flatMap(id -> store.find(tx, id))
                                        .<Creation>map(Creation.Repeated::new)
                                        .orElseGet(Creation.Clash::new);
                            }
                            if (draft.appId() != null && !apps.share(tx, draft.appId())) {
                                tx.rollback();
                                return new Creation.NoSuchApp();
                            }
                            if (store.count(tx, made.createdAt()) >= COUNT_MAX) {
                                tx.rollback();
                                return new Creation.TooMany();
                            }
                            store.insert(tx, made, KeyHash.of(text), version);
                            trail.created(tx, actor, made);
                            return new Creation.Created(made, text);
                        });
        accessCache.refresh();
        return creation;
    }

    /// Makes the first admin's key if there never was one; returns it for the one time it can be
    /// shown.
    public Optional<String> makeFirst() throws SQLException {
        var text = KeyText.make(Mode.LIVE, random);
        var made =
                database.interactive()
                        .inTransaction(tx -> {
                            // Two processes may start at once on a new database: only one of
                            // them makes the key, for this is a lock.
                            long version = access.bump(tx);
                            if (store.anyAdmin(tx)) {
                                return Optional.<String>empty();
                            }
                            var draft = new Draft(Role.ADMIN, null, Mode.LIVE, "first", null);
                            var first = key(draft);
                            store.insert(tx, first, KeyHash.of(text), version);
                            trail.created(tx, Actor.ITSELF, first);
                            return Optional.of(text);
                        });
        accessCache.refresh();
        return made;
    }

    private ApiKey key(Draft draft) {
        return new ApiKey(
                ids.next(),
                draft.role(),
                draft.appId(),
                draft.mode(),
                draft.name(),
                now(),
                draft.expiresAt(),
                null,
                null);
    }

    public Optional<ApiKey> find(UUID id) {
        return database.interactive().withHandle(handle -> store.find(handle, id));
    }

    /// Those made before the one with this id, newest first; what is null does not narrow the list.
    public List<ApiKey> page(@Nullable UUID appId, @Nullable Mode mode, UUID before, int limit) {
        return database.interactive()
                .withHandle(handle -> store.page(handle, appId, mode, before, limit));
    }

    /// From now on nobody is let in with it. What is revoked stays revoked.
    public void revoke(UUID id, Actor actor) throws SQLException {
        database.interactive()
                .useTransaction(tx ->
                        store.revoke(tx, id, now(), access.bump(tx))
                                .ifPresent(key ->
                                        trail.changed(
                                                tx, actor, "revoked", key.unrevoked(), key, null)));
        accessCache.refresh();
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
