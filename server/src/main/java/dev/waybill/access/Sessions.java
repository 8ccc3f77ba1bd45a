package dev.waybill.access;

import dev.waybill.access.SessionStore.Holder;
import dev.waybill.audit.Act;
import dev.waybill.audit.Audit;
import dev.waybill.audit.Deed;
import dev.waybill.db.Database;
import dev.waybill.domain.Mode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Signs people in to the pages and out again. A session is looked up in the database each time, so
/// that a key that is revoked anywhere ends its sessions everywhere at once.
public final class Sessions {

    /// However busy somebody is: a machine that was stolen must lose its session at some time.
    public static final Duration LIFE_MAX = Duration.ofDays(7);

    /// A working day.
    static final Duration IDLE_MAX = Duration.ofHours(12);

    /// Long enough to walk over from the terminal; a link lies about in its scroll-back.
    static final Duration LINK_LIFE = Duration.ofHours(1);

    private static final Duration USE_GRAIN = Duration.ofMinutes(1);
    private static final int TOKEN_BYTES = 32;

    private final Database database;
    private final byte @Nullable [] adminMark;
    private final Audit audit;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final SessionStore store = new SessionStore();

    /// Tokens are made of what `random` gives, so nobody must be able to guess it.
    ///
    /// @param adminKey the key of the settings, if there is one
    public Sessions(
            Database database,
            @Nullable String adminKey,
            Audit audit,
            InstantSource clock,
            RandomGenerator random) {
        this.database = database;
        // Not the hash by which the key itself is known: the row must be of no other use.
        this.adminMark = adminKey == null ? null : KeyHash.of("session of " + adminKey).bytes();
        this.audit = audit;
        this.clock = clock;
        this.random = random;
    }

    /// Signs in the holder of a key; returns the token that the browser keeps.
    ///
    /// @param keyId null for the key of the settings
    public String open(@Nullable UUID keyId, Mode mode, Act act) {
        return database.desk().inTransaction(tx -> open(tx, holder(keyId), mode, act));
    }

    private String open(Handle tx, Holder holder, Mode mode, Act act) {
        var now = now();
        var token = token();
        store.prune(tx, now.minus(LIFE_MAX), now.minus(IDLE_MAX));
        store.insert(tx, KeyHash.of(token), holder, mode, now);
        audit.record(tx, act, Deed.with("session.created", act.actor(), null, mode));
        return token;
    }

    /// Whose token this is, unless the session is over.
    public Optional<Session> find(String token) {
        var now = now();
        var hash = KeyHash.of(token);
        return database.desk()
                .withHandle(handle -> {
                    var found =
                            store.find(
                                    handle,
                                    hash,
                                    adminMark,
                                    now.minus(LIFE_MAX),
                                    now.minus(IDLE_MAX),
                                    now);
                    if (found.isPresent()
                            && found.get().lastUsedAt().isBefore(now.minus(USE_GRAIN))) {
                        store.used(handle, hash, now);
                    }
                    return found.map(SessionStore.Found::session);
                });
    }

    /// Looks at the other mode, which only the key of the settings can.
    public void switchMode(String token, Mode mode) {
        database.desk().useHandle(handle -> store.switchMode(handle, KeyHash.of(token), mode));
    }

    public void end(String token, Act act) {
        database.desk()
                .useTransaction(tx -> {
                    if (store.delete(tx, KeyHash.of(token))) {
                        audit.record(tx, act, Deed.with("session.ended", act.actor(), null, null));
                    }
                });
    }

    /// A code that signs in once, within [#LINK_LIFE].
    ///
    /// @param keyId whose rights it gives; null for the key of the settings
    public String link(@Nullable UUID keyId) {
        var code = token();
        database.desk()
                .useHandle(handle ->
                        store.insertLink(
                                handle, KeyHash.of(code), holder(keyId), now().plus(LINK_LIFE)));
        return code;
    }

    /// Signs in who has the code; empty if it was used, or its time is over.
    ///
    /// @param acts what they do, once it is known whose link it was
    public Optional<String> redeem(String code, ActOf acts) {
        return database.desk()
                .inTransaction(tx ->
                        store.takeLink(tx, KeyHash.of(code), now())
                                .map(holder ->
                                        open(tx, holder, Mode.LIVE, acts.of(holder.keyId()))));
    }

    /// What the holder of a key does; null stands for the key of the settings.
    @FunctionalInterface
    public interface ActOf {
        Act of(@Nullable UUID keyId);
    }

    private Holder holder(@Nullable UUID keyId) {
        if (keyId == null && adminMark == null) {
            throw new IllegalStateException("the settings have no key");
        }
        return new Holder(keyId, keyId == null ? adminMark : null);
    }

    private String token() {
        var bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
