package dev.waybill.feature.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.infra.db.Database;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// How the portal looks, and where it may be shown.
public final class PortalSettings {

    private final Database database;
    private final Audit audit;
    private final Function<PortalLook, ObjectNode> portrait;
    private final InstantSource clock;
    private final PortalSettingsStore store = new PortalSettingsStore();

    /// Tells the audit log of changes.
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

    /// Applies a change to the look as it stands.
    public PortalLook changeLook(UnaryOperator<PortalLook> change, Actor act) {
        return database.interactive()
                .inTransaction(tx -> {
                    var before = store.lockLook(tx);
                    var after = change.apply(before);
                    if (!after.equals(before)) {
                        store.setLook(tx, after, clock.instant());
                        audit.record(
                                tx,
                                act,
                                AuditEntry.with("portal.updated", "portal", null, null)
                                        .from(portrait.apply(before))
                                        .to(portrait.apply(after)));
                    }
                    return after;
                });
    }

    /// The pages that may show an app's portal in a frame.
    public List<String> origins(UUID appId) {
        return database.interactive().withHandle(handle -> store.origins(handle, appId));
    }

    public void setOrigins(UUID appId, List<String> origins, Actor act) {
        database.interactive()
                .useTransaction(tx -> {
                    var before = store.origins(tx, appId);
                    if (before.equals(origins)) {
                        return;
                    }
                    store.setOrigins(tx, appId, origins, clock.instant());
                    audit.record(
                            tx,
                            act,
                            AuditEntry.with(
                                            "app.portal_updated",
                                            IdKind.APP.format(appId),
                                            appId,
                                            null)
                                    .from(EmbedOrigins.json(before))
                                    .to(EmbedOrigins.json(origins)));
                });
    }
}
