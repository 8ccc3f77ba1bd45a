package dev.waybill.feature.notifications;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.alert.Severity;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.IdempotencyStore;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.secret.EncryptionKeys;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Creates, changes, deletes and tests channels: checks every rule, then makes the change.
public final class Channels {

    /// The event of a test message.
    static final String TEST = "test";

    private final Database database;
    private final Sealing sealing;
    private final Outbox outbox;
    private final Links links;
    private final AuditTrail<Channel> trail;
    private final InstantSource clock;
    private final Ids ids;
    private final ChannelStore store = new ChannelStore();
    private final IdempotencyStore idempotency = new IdempotencyStore();

    /// How secrets are checked and stored.
    record Sealing(ChannelSecrets secrets, EncryptionKeys keys, EgressGuard guard) {}

    Channels(
            Database database,
            Sealing sealing,
            Outbox outbox,
            Links links,
            AuditTrail<Channel> trail,
            InstantSource clock,
            Ids ids) {
        this.database = database;
        this.sealing = sealing;
        this.outbox = outbox;
        this.links = links;
        this.trail = trail;
        this.clock = clock;
        this.ids = ids;
    }

    /// The result of a create.
    public sealed interface Created {

        record Done(Channel channel) implements Created {}

        /// The same request created it before.
        record Repeated(Channel channel) implements Created {}

        record Invalid(List<Violation> violations) implements Created {}

        /// There are as many channels as there can be.
        record TooMany(int max) implements Created {}

        /// The Idempotency-Key was used for another request.
        record KeyReused() implements Created {}
    }

    /// The result of a change.
    public sealed interface Changed {

        record Done(Channel channel) implements Changed {}

        record Invalid(List<Violation> violations) implements Changed {}

        record NotFound() implements Changed {}
    }

    /// All channels, oldest first.
    public List<Channel> list() {
        return database.interactive().withHandle(store::list);
    }

    public Optional<Channel> find(UUID id) {
        return list().stream().filter(channel -> channel.id().equals(id)).findFirst();
    }

    /// Creates a channel, or finds the one that the same request created before.
    ///
    /// @param violations those found when the command was read; with any, nothing is created
    public Created create(CreateChannel command, Violations violations, Actor actor) {
        ChannelRules.check(command, violations);
        var kind = command.kind();
        var host = violations.isEmpty() ? host(command, violations) : null;
        if (kind == null || !violations.isEmpty()) {
            return new Created.Invalid(violations.all());
        }
        var now = now();
        var id = ids.next();
        var sealed = kind.hasSecret() ? sealing.secrets.seal(id, ChannelSecrets.of(command)) : null;
        var channel =
                new Channel(
                        id,
                        kind,
                        Objects.requireNonNullElse(command.name(), kind.code()),
                        command.severity().value().orElse(Severity.WARNING),
                        new Channel.Target(command.addresses(), host, sealed),
                        false,
                        Channel.Health.NEW,
                        now,
                        now);
        return database.interactive().inTransaction(tx -> create(tx, command, channel, actor));
    }

    private Created create(Handle tx, CreateChannel command, Channel channel, Actor actor) {
        store.lockAll(tx);
        var key = command.key();
        if (key != null
                && !idempotency.insert(
                        tx, Apps.DEFAULT, Mode.LIVE, key, channel.id(), channel.createdAt())) {
            return idempotency
                    .find(tx, Apps.DEFAULT, Mode.LIVE, key)
                    .flatMap(made -> store.lock(tx, made))
                    .<Created>map(Created.Repeated::new)
                    .orElseGet(Created.KeyReused::new);
        }
        if (store.list(tx).size() >= ChannelRules.COUNT_MAX) {
            tx.rollback();
            return new Created.TooMany(ChannelRules.COUNT_MAX);
        }
        if (channel.target().sealed() != null) {
            sealing.keys.hold(tx);
        }
        store.insert(tx, channel);
        trail.created(tx, actor, channel);
        return new Created.Done(channel);
    }

    /// The part of the URL that may be shown.
    private @Nullable String host(CreateChannel command, Violations violations) {
        if (command.kind() == null || !command.kind().hasSecret()) {
            return null;
        }
        try {
            var target = Target.parse(ChannelSecrets.of(command).url());
            sealing.guard.check(target);
            return target.host();
        } catch (Target.Unusable e) {
            violations.add("url", Violation.Code.REFUSED, "{} is refused: " + e.getMessage() + ".");
            return null;
        }
    }

    /// Changes what the command mentions.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed change(ChangeChannel command, Violations violations, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    var before = store.lock(tx, command.id()).orElse(null);
                    if (before == null) {
                        return new Changed.NotFound();
                    }
                    ChannelRules.check(command, before.kind(), violations);
                    if (!violations.isEmpty()) {
                        return new Changed.Invalid(violations.all());
                    }
                    var target = before.target();
                    var after =
                            new Channel(
                                    before.id(),
                                    before.kind(),
                                    command.name().onto(before.name(), before.kind().code()),
                                    command.severity().onto(before.severity(), Severity.WARNING),
                                    new Channel.Target(
                                            command.addresses().onto(target.addresses(), List.of()),
                                            target.host(),
                                            target.sealed()),
                                    command.paused().onto(before.paused(), false),
                                    before.health(),
                                    before.createdAt(),
                                    now());
                    store.update(tx, after);
                    trail.updated(tx, actor, before, after);
                    return new Changed.Done(after);
                });
    }

    /// Returns false if there is no such channel.
    public boolean delete(UUID id, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    var found = store.lock(tx, id);
                    found.ifPresent(channel -> {
                        store.delete(tx, id);
                        trail.deleted(tx, actor, channel);
                    });
                    return found.isPresent();
                });
    }

    /// Sends a test message through the channel, also while it is paused. Returns false if there is
    /// no such channel.
    public boolean test(UUID id, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    var found = store.lock(tx, id);
                    found.ifPresent(channel -> {
                        outbox.toChannel(tx, channel, testMessage(channel), null, now());
                        trail.did(tx, actor, "tested", channel, null);
                    });
                    return found.isPresent();
                });
    }

    private Message testMessage(Channel channel) {
        var body =
                new MailBody()
                        .paragraph(
                                "This is a test of the notification channel \""
                                        + channel.name()
                                        + "\". Nothing is wrong.")
                        .link("Notification settings", links.notifications());
        return new Message(
                TEST,
                "Test notification from Waybill",
                body.text(),
                body.html(),
                null,
                "info",
                links.notifications(),
                null);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
