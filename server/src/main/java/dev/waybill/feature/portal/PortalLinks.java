package dev.waybill.feature.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.access.KeyHash;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.capture.IdempotencyStore;
import dev.waybill.feature.users.Account;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Mints links, lets customers in by them, and shows them out. Who is in is looked up in the
/// database each time, so that a link that is revoked anywhere ends its session everywhere at once,
/// and so does the key that made it.
public final class PortalLinks {

    /// A page of the platform makes a link when its customer clicks; mail takes longer.
    public static final Duration LIFE_DEFAULT = Duration.ofMinutes(15);

    public static final Duration LIFE_MAX = Duration.ofDays(7);

    /// A working day.
    public static final Duration SESSION_DEFAULT = Duration.ofHours(8);

    public static final Duration SESSION_MAX = Duration.ofDays(7);

    /// For how long a link that is over can still be explained.
    private static final Duration KEPT = Duration.ofDays(30);

    private static final int CODE_BYTES = 32;

    private final Database database;
    private final AuditTrail<PortalLink> trail;
    private final Audit audit;
    private final byte @Nullable [] adminKeyHash;
    private final InstantSource clock;
    private final Ids ids;
    private final RandomGenerator random;
    private final PortalLinkStore store = new PortalLinkStore();
    private final PortalSettingsStore settings = new PortalSettingsStore();
    private final IdempotencyStore idempotency = new IdempotencyStore();

    /// Codes are made of what `random` gives, so nobody must be able to guess it.
    ///
    /// @param adminKeyHash stands for the key of the settings, if there is one
    public PortalLinks(
            Database database,
            AuditTrail<PortalLink> trail,
            Audit audit,
            byte @Nullable [] adminKeyHash,
            InstantSource clock,
            Ids ids,
            RandomGenerator random) {
        this.database = database;
        this.trail = trail;
        this.audit = audit;
        this.adminKeyHash = adminKeyHash;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
    }

    /// What is asked for when a link is made.
    ///
    /// @param maker who asks; the link ends with them
    public record Draft(
            Account maker,
            UUID appId,
            Mode mode,
            Set<Capability> capabilities,
            @Nullable String returnUrl,
            Duration life,
            Duration sessionLife) {}

    /// What came of a wish for a link.
    public sealed interface Minting {

        /// There is a new one, whose code is known only now.
        record Minted(PortalLink link, String code) implements Minting {}

        /// The same request was answered before, with the code; this is what it made.
        record Repeated(PortalLink link) implements Minting {}

        /// The Idempotency-Key was used for another request.
        record Clash() implements Minting {}
    }

    public Minting mint(Draft draft, @Nullable IdempotencyKey key, Actor act) {
        var code = secret();
        var now = now();
        var link =
                new PortalLink(
                        ids.next(),
                        draft.appId,
                        draft.mode,
                        draft.capabilities,
                        draft.returnUrl,
                        now,
                        now.plus(draft.life),
                        draft.sessionLife,
                        null,
                        null,
                        null);
        var mark = draft.maker.isSettings() ? adminKeyHash : null;
        return database.interactive()
                .inTransaction(tx -> {
                    if (key != null
                            && !idempotency.insert(
                                    tx, draft.appId, draft.mode, key, link.id(), now)) {
                        return repeated(tx, draft, key);
                    }
                    store.prune(tx, now.minus(KEPT));
                    store.insert(tx, link, KeyHash.of(code), draft.maker, mark);
                    trail.created(tx, act, link);
                    return new Minting.Minted(link, code);
                });
    }

    private Minting repeated(Handle tx, Draft draft, IdempotencyKey key) {
        return idempotency
                .find(tx, draft.appId, draft.mode, key)
                .flatMap(id -> store.find(tx, id))
                .<Minting>map(Minting.Repeated::new)
                .orElseGet(Minting.Clash::new);
    }

    /// What came of coming with a code.
    public sealed interface Entry {

        /// Let in; the token is what the browser keeps.
        record In(PortalLink link, String token) implements Entry {}

        /// Somebody came with it before.
        record Used() implements Entry {}

        /// Its time is over, it was revoked, or there never was one.
        record Over() implements Entry {}
    }

    /// Lets in whoever comes first with the code of a link.
    ///
    /// @param source where they come from, for the audit log
    public Entry enter(String code, String source, String requestId) {
        var token = secret();
        var now = now();
        return database.interactive()
                .inTransaction(tx -> {
                    var taken =
                            store.take(tx, KeyHash.of(code), KeyHash.of(token), adminKeyHash, now);
                    if (taken.isPresent()) {
                        var link = taken.get();
                        var act =
                                new Actor(IdKind.PORTAL_LINK.format(link.id()), source, requestId);
                        trail.did(tx, act, "used", link, null);
                        return new Entry.In(link, token);
                    }
                    return store.wasUsed(tx, KeyHash.of(code), now)
                            ? new Entry.Used()
                            : new Entry.Over();
                });
    }

    /// Whose token this is, unless the session is over.
    public Optional<PortalSession> session(String token) {
        return database.interactive()
                .withHandle(
                        handle -> store.session(handle, KeyHash.of(token), adminKeyHash, now()));
    }

    /// What is shown to who comes with this link.
    public Branding door(UUID linkId) {
        return database.interactive()
                .withHandle(handle -> store.door(handle, linkId))
                .orElseGet(this::usualDoor);
    }

    /// What is shown to who had this token, however long ago.
    public Branding doorOf(String token) {
        return database.interactive()
                .withHandle(handle -> store.doorOf(handle, KeyHash.of(token)))
                .orElseGet(this::usualDoor);
    }

    /// What is shown to who comes with nothing that we know: in no frame.
    public Branding usualDoor() {
        return new Branding(List.of(), database.interactive().withHandle(settings::look));
    }

    public Optional<PortalLink> find(UUID id, Scope scope) {
        return database.interactive()
                .withHandle(handle -> store.find(handle, id))
                .filter(link -> scope.covers(link.appId(), link.mode()));
    }

    /// Those made before the one with this id, newest first.
    public List<PortalLink> page(Scope scope, UUID before, int limit) {
        return database.interactive()
                .withHandle(handle -> store.page(handle, scope, before, limit));
    }

    /// From now on nobody comes in by it, and who did is out.
    public void revoke(UUID id, Actor act) {
        database.interactive()
                .useTransaction(tx -> {
                    var before = store.find(tx, id);
                    if (before.isPresent() && store.revoke(tx, id, now())) {
                        var after = store.find(tx, id).orElseThrow();
                        trail.changed(tx, act, "revoked", before.get(), after, null);
                    }
                });
    }

    /// A customer goes, and their link with them.
    public void leave(PortalSession session, String source, String requestId) {
        var actor = IdKind.PORTAL_LINK.format(session.linkId());
        revoke(session.linkId(), new Actor(actor, source, requestId));
    }

    /// The same for all links of an app that still let somebody in, in one mode.
    ///
    /// @return how many there were
    public int revokeAll(UUID appId, Mode mode, Actor act) {
        return database.interactive()
                .inTransaction(tx -> {
                    int revoked = store.revokeAll(tx, appId, mode, now());
                    audit.record(
                            tx,
                            act,
                            AuditEntry.with(
                                    "app.portal_expired", IdKind.APP.format(appId), appId, mode));
                    return revoked;
                });
    }

    private String secret() {
        var bytes = new byte[CODE_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
