package dev.waybill.engine.audit;

import dev.waybill.domain.access.Mode;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Writes audit entries for one kind of object, with the object as the API shows it.
public final class AuditTrail<T> {

    /// A field that changes with every update and does not count as a change.
    private static final String UPDATED_AT = "updated_at";

    /// An object as the API shows it, without its secrets.
    ///
    /// @param id as the API shows it
    /// @param appId the owner; null for objects of the whole installation
    /// @param mode null for objects that both modes share
    public record Snapshot(String id, @Nullable UUID appId, @Nullable Mode mode, ObjectNode json) {}

    private final Audit audit;
    private final String kind;
    private final Function<T, Snapshot> snapshot;

    /// @param snapshot converts an object; it is passed in because the engine does not know the API
    public AuditTrail(Audit audit, String kind, Function<T, Snapshot> snapshot) {
        this.audit = audit;
        this.kind = kind;
        this.snapshot = snapshot;
    }

    public void created(Handle tx, Actor actor, T thing) {
        var made = snapshot.apply(thing);
        audit.record(tx, actor, entry("created", made).to(made.json));
    }

    public void deleted(Handle tx, Actor actor, T thing) {
        var gone = snapshot.apply(thing);
        audit.record(tx, actor, entry("deleted", gone).from(gone.json));
    }

    /// Records an update. An update that changes nothing that is shown is not recorded.
    public void updated(Handle tx, Actor actor, T before, T after) {
        if (!isShownAlike(before, after)) {
            changed(tx, actor, "updated", before, after, null);
        }
    }

    private boolean isShownAlike(T one, T other) {
        return withoutTime(one).equals(withoutTime(other));
    }

    private ObjectNode withoutTime(T thing) {
        var json = snapshot.apply(thing).json;
        json.remove(UPDATED_AT);
        return json;
    }

    /// Records a change under a given action name.
    ///
    /// @param what for example `paused`
    public void changed(
            Handle tx, Actor actor, String what, T before, T after, @Nullable String note) {
        var now = snapshot.apply(after);
        audit.record(
                tx,
                actor,
                entry(what, now).from(snapshot.apply(before).json).to(now.json).because(note));
    }

    /// Records an action that does not change the object.
    ///
    /// @param detail further details
    public void did(Handle tx, Actor actor, String what, T thing, @Nullable ObjectNode detail) {
        audit.record(tx, actor, entry(what, snapshot.apply(thing)).to(detail));
    }

    /// The same without a transaction: see [Audit#record(Actor, AuditEntry)].
    public void did(Actor actor, String what, T thing, @Nullable ObjectNode detail) {
        audit.record(actor, entry(what, snapshot.apply(thing)).to(detail));
    }

    private AuditEntry entry(String what, Snapshot of) {
        return AuditEntry.with(kind + "." + what, of.id, of.appId, of.mode);
    }
}
