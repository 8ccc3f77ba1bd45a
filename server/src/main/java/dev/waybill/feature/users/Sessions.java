package dev.waybill.feature.users;

import dev.waybill.domain.access.Mode;
import dev.waybill.engine.access.KeyHash;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.feature.users.SessionStore.Holder;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Signs people in to the pages and out again. A session is looked up in the database each time, so
/// that a key that is revoked anywhere ends its sessions everywhere at once.
public final class Sessions {

    /// However busy somebody is: a machine that was stolen must lose its session at some time.
    public static final Duration LIFE_MAX = Duration.ofDays(7);

    /// A working day.
    static final Duration IDLE_MAX = Duration.ofHours(12);

    /// Long enough to walk over from the terminal; a link lies about in its scroll-back.
    static final Duration LINK_LIFE = Duration.ofHours(1);

    /// A colleague need not be at their desk.
    public static final Duration PERSON_LINK_LIFE = Duration.ofDays(1);

    private static final Duration USE_GRAIN = Duration.ofMinutes(1);
    private static final int TOKEN_BYTES = 32;

    private final Database database;
    private final byte @Nullable [] adminKeyHash;
    private final Audit audit;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final SessionStore store = new SessionStore();
    private final UserStore users = new UserStore();

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
        this.adminKeyHash = adminKey == null ? null : KeyHash.of("session of " + adminKey).bytes();
        this.audit = audit;
        this.clock = clock;
        this.random = random;
    }

    /// Stands for the key of the settings in rows that end with it; null if there is none.
    public byte @Nullable [] adminKeyHash() {
        return adminKeyHash;
    }

    /// Signs in the holder of an account; returns the token that the browser keeps.
    public String open(Account account, Mode mode, Actor actor) {
        return database.interactive().inTransaction(tx -> open(tx, account, mode, actor));
    }

    String open(Handle tx, Account account, Mode mode, Actor actor) {
        return open(tx, holder(account), mode, false, actor);
    }

    private String open(Handle tx, Holder holder, Mode mode, boolean byLink, Actor actor) {
        var now = now();
        var token = token();
        store.prune(tx, now.minus(LIFE_MAX), now.minus(IDLE_MAX));
        store.insert(tx, KeyHash.of(token), holder, mode, byLink, now);
        audit.record(
                tx,
                actor,
                AuditEntry.with("session.created", actor.id(), null, mode).to(who(tx, holder)));
        return token;
    }

    /// An id says nothing to who reads the audit log after the person has gone.
    private @Nullable ObjectNode who(Handle tx, Holder holder) {
        return Optional.ofNullable(holder.userId())
                .flatMap(id -> users.find(tx, id))
                .map(user -> JsonNodeFactory.instance.objectNode().put("name", user.name()))
                .orElse(null);
    }

    /// Whose token this is, unless the session is over.
    public Optional<Session> find(String token) {
        var now = now();
        var hash = KeyHash.of(token);
        return database.interactive()
                .withHandle(handle -> {
                    var found =
                            store.find(
                                    handle,
                                    hash,
                                    adminKeyHash,
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

    /// Looks at the other mode, which who came with a key of one mode cannot.
    public void switchMode(String token, Mode mode) {
        database.interactive()
                .useHandle(handle -> store.switchMode(handle, KeyHash.of(token), mode));
    }

    public void end(String token, Actor actor) {
        database.interactive()
                .useTransaction(tx -> {
                    if (store.delete(tx, KeyHash.of(token))) {
                        audit.record(
                                tx,
                                actor,
                                AuditEntry.with("session.ended", actor.id(), null, null));
                    }
                });
    }

    /// A person has no sessions and no links any more.
    void endAll(Handle tx, UUID userId) {
        store.deleteOf(tx, userId);
        store.deleteLinksOf(tx, userId);
    }

    /// A person has only this session, and no link any more.
    void endOthers(Handle tx, UUID userId, String token) {
        store.deleteOthers(tx, userId, KeyHash.of(token));
        store.deleteLinksOf(tx, userId);
        store.known(tx, KeyHash.of(token));
    }

    /// A code that signs in once, within [#LINK_LIFE].
    ///
    /// @param keyId whose rights it gives; null for the key of the settings
    public String link(@Nullable UUID keyId) {
        return database.interactive()
                .withHandle(handle -> link(handle, holder(Account.ofKey(keyId)), LINK_LIFE));
    }

    /// A code that signs a person in once, within [#PERSON_LINK_LIFE]. Those made before are void.
    String linkOf(Handle tx, UUID userId) {
        store.deleteLinksOf(tx, userId);
        return link(tx, new Holder(null, userId, null), PERSON_LINK_LIFE);
    }

    private String link(Handle handle, Holder holder, Duration life) {
        var code = token();
        store.insertLink(handle, KeyHash.of(code), holder, now().plus(life));
        return code;
    }

    /// Somebody whom a link has let in.
    public record Arrival(String token, Account account) {}

    /// Signs in who has the code; empty if it was used, or its time is over.
    ///
    /// @param acts what they do, once it is known whose link it was
    public Optional<Arrival> redeem(String code, Function<Account, Actor> acts) {
        return database.interactive()
                .inTransaction(tx ->
                        store.takeLink(tx, KeyHash.of(code), now())
                                .map(holder -> {
                                    var account = holder.account();
                                    var actor = acts.apply(account);
                                    return new Arrival(
                                            open(tx, holder, Mode.LIVE, true, actor), account);
                                }));
    }

    private Holder holder(Account account) {
        if (account.isSettings() && adminKeyHash == null) {
            throw new IllegalStateException("the settings have no key");
        }
        return new Holder(
                account.keyId(), account.userId(), account.isSettings() ? adminKeyHash : null);
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
