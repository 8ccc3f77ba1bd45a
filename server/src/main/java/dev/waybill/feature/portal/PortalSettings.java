package dev.waybill.feature.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.infra.db.Database;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.node.ObjectNode;

/// How the portal looks, and where it may be shown.
public final class PortalSettings {

    private final Database database;
    private final Audit audit;
    private final Function<PortalLook, ObjectNode> portrait;
    private final InstantSource clock;
    private final PortalSettingsStore store = new PortalSettingsStore();

    /// Changes are recorded in the audit log.
    ///
    /// @param portrait how the API shows a look
    public PortalSettings(
            Database database,
            Audit audit,
            Function<PortalLook, ObjectNode> portrait,
            InstantSource clock) {
        this.database = database;
        this.audit = audit;
        this.portrait = portrait;
        this.clock = clock;
    }

    public PortalLook look() {
        return database.interactive().withHandle(store::look);
    }

    /// The result of a change of the look.
    public sealed interface LookChanged {

        record Done(PortalLook look) implements LookChanged {}

        record Invalid(List<Violation> violations) implements LookChanged {}
    }

    /// Changes the settings that the command mentions.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public LookChanged changeLook(ChangePortalLook command, Violations violations, Actor actor) {
        PortalRules.check(command, violations);
        if (!violations.isEmpty()) {
            return new LookChanged.Invalid(violations.all());
        }
        return database.interactive()
                .inTransaction(tx -> {
                    var before = store.lockLook(tx);
                    var after = command.onto(before);
                    if (!after.equals(before)) {
                        store.setLook(tx, after, clock.instant());
                        audit.record(
                                tx,
                                actor,
                                AuditEntry.with("portal.updated", "portal", null, null)
                                        .from(portrait.apply(before))
                                        .to(portrait.apply(after)));
                    }
                    return new LookChanged.Done(after);
                });
    }

    /// The pages that may show an app's portal in a frame.
    public List<String> origins(UUID appId) {
        return database.interactive().withHandle(handle -> store.origins(handle, appId));
    }

    /// The result of a change of the origins.
    public sealed interface OriginsSet {

        record Done(List<String> origins) implements OriginsSet {}

        record Invalid(List<Violation> violations) implements OriginsSet {}
    }

    /// Sets the pages that may show an app's portal in a frame.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public OriginsSet setOrigins(SetEmbedOrigins command, Violations violations, Actor actor) {
        var origins = PortalRules.origins(command.origins(), violations);
        if (!violations.isEmpty()) {
            return new OriginsSet.Invalid(violations.all());
        }
        database.interactive()
                .useTransaction(tx -> setOrigins(tx, command.appId(), origins, actor));
        return new OriginsSet.Done(origins);
    }

    private void setOrigins(Handle tx, UUID appId, List<String> origins, Actor actor) {
        var before = store.origins(tx, appId);
        if (before.equals(origins)) {
            return;
        }
        store.setOrigins(tx, appId, origins, clock.instant());
        audit.record(
                tx,
                actor,
                AuditEntry.with("app.portal_updated", IdKind.APP.format(appId), appId, null)
                        .from(EmbedOrigins.json(before))
                        .to(EmbedOrigins.json(origins)));
    }
}
