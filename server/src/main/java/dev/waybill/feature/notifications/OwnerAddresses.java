package dev.waybill.feature.notifications;

import dev.waybill.domain.command.EmailAddress;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.feature.notifications.OwnerAddress.State;
import dev.waybill.infra.db.Database;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Which owners may get mail. An address that a customer entered gets nothing but a confirmation
/// until somebody follows its link, so that a customer cannot make Waybill write to strangers.
public final class OwnerAddresses {

    /// The event of a message that asks for a confirmation.
    static final String CONFIRM = "confirm";

    /// Confirmations to one mailbox for one app, ever: those to addresses that are confirmed do not
    /// count. `a+b@c.example` is the mailbox of `a@c.example`.
    static final int ASKS_MAX = 3;

    /// Confirmations to one mailbox for all apps within a day.
    static final int ASKS_PER_MAILBOX_AND_DAY_MAX = 3;

    /// Confirmations for one app within a day.
    static final int ASKS_PER_APP_AND_DAY_MAX = 50;

    private static final Duration DAY = Duration.ofDays(1);
    private static final int TOKEN_BYTES = 24;

    private final Database database;
    private final Outbox outbox;
    private final Links links;
    private final Audit audit;
    private final InstantSource clock;
    private final SecureRandom random;
    private final OwnerAddressStore store = new OwnerAddressStore();

    OwnerAddresses(
            Database database,
            Outbox outbox,
            Links links,
            Audit audit,
            InstantSource clock,
            SecureRandom random) {
        this.database = database;
        this.outbox = outbox;
        this.links = links;
        this.audit = audit;
        this.clock = clock;
        this.random = random;
    }

    public Optional<OwnerAddress> find(UUID appId, String address) {
        return database.interactive().withHandle(handle -> find(handle, appId, address));
    }

    public Optional<OwnerAddress> find(Handle handle, UUID appId, String address) {
        return store.find(handle, appId, EmailAddress.normal(address));
    }

    /// Somebody set the address as the owner of an endpoint, in this transaction. Operators are
    /// trusted with the addresses that they enter, unless the owner has unsubscribed.
    public void entered(Handle tx, UUID appId, String text, boolean byCustomer) {
        var now = clock.instant();
        var state = byCustomer ? State.UNCONFIRMED : State.CONFIRMED;
        var address = EmailAddress.normal(text);
        store.add(tx, new OwnerAddress(appId, address, state, token(), 0, null), now);
        var owner = store.find(tx, appId, address).orElseThrow();
        if (byCustomer) {
            ask(tx, owner);
        } else if (owner.state() != State.UNSUBSCRIBED) {
            store.setState(tx, owner, State.CONFIRMED, now);
        }
    }

    /// Sends another confirmation. Returns false if a limit is reached, or it needs none.
    public boolean askAgain(UUID appId, String address) {
        return database.interactive()
                .inTransaction(
                        tx -> find(tx, appId, address).map(owner -> ask(tx, owner)).orElse(false));
    }

    private boolean ask(Handle tx, OwnerAddress owner) {
        if (owner.state() != State.UNCONFIRMED) {
            return false;
        }
        var now = clock.instant();
        store.lockAsks(tx);
        boolean asked = store.ask(tx, owner, now.minus(DAY), now);
        if (asked) {
            outbox.toOwner(tx, owner, confirmation(owner), null, now);
        }
        return asked;
    }

    private Message confirmation(OwnerAddress owner) {
        var url = links.confirm(owner.token());
        var unsubscribe = links.unsubscribe(owner.token());
        var body =
                new MailBody()
                        .paragraph(
                                "Somebody entered this address to be notified when a webhook"
                                        + " endpoint fails.")
                        .paragraph("Follow this link to confirm:")
                        .link("Confirm this address", url)
                        .paragraph(
                                "If you do not expect this, ignore this mail. Nothing but"
                                        + " confirmations is sent to an address that is not"
                                        + " confirmed, and after this link not even those:")
                        .link("Unsubscribe", unsubscribe);
        return new Message(
                CONFIRM,
                "Confirm your address for webhook notifications",
                body.text(),
                body.html(),
                null,
                "info",
                url,
                unsubscribe);
    }

    public Optional<OwnerAddress> byToken(String token) {
        return database.interactive().withHandle(handle -> store.byToken(handle, token));
    }

    /// Lets the address get mail, unless it has unsubscribed or bounces: every mail has the token,
    /// and may be forwarded. Empty for a token that confirms nothing.
    public Optional<OwnerAddress> confirm(String token, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    var found = store.byToken(tx, token).filter(OwnerAddress::mayConfirm);
                    found.ifPresent(owner -> {
                        if (store.setState(tx, owner, State.CONFIRMED, clock.instant())) {
                            record(tx, actor, State.CONFIRMED, owner.address(), owner.appId());
                        }
                    });
                    return found;
                });
    }

    /// Ends all mail to the address, about every app: one mail tells of all of them. Empty for an
    /// unknown token.
    public Optional<OwnerAddress> unsubscribe(String token, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    var found = store.byToken(tx, token);
                    found.ifPresent(owner -> {
                        var apps = store.unsubscribe(tx, owner.address(), clock.instant());
                        for (var appId : apps) {
                            record(tx, actor, State.UNSUBSCRIBED, owner.address(), appId);
                        }
                    });
                    return found;
                });
    }

    private void record(Handle tx, Actor actor, State state, String address, UUID appId) {
        var action = "owner_address." + state.code();
        audit.record(tx, actor, AuditEntry.with(action, address, appId, null));
    }

    private String token() {
        var bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
