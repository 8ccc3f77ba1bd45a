package dev.waybill.engine.audit;

import dev.waybill.domain.access.Mode;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The audit log as a register of one kind of thing writes it: what is done with whom, told by what
/// the API shows of it.
public final class AuditTrail<T> {

    /// A field that changes with every change, so it is none of its own.
    private static final String UPDATED_AT = "updated_at";

    /// A thing as the API shows it, without its secrets.
    ///
    /// @param id as people write it
    /// @param appId whose it is; null for what is everybody's
    /// @param mode null for what both modes share
    public record Snapshot(String id, @Nullable UUID appId, @Nullable Mode mode, ObjectNode json) {}

    private final Audit audit;
    private final String kind;
    private final Function<T, Snapshot> portrait;

    /// For things of this kind.
    ///
    /// @param portrait handed in, because how things are shown is not for registers to know
    public AuditTrail(Audit audit, String kind, Function<T, Snapshot> portrait) {
        this.audit = audit;
        this.kind = kind;
        this.portrait = portrait;
    }

    public void created(Handle tx, Actor act, T thing) {
        var made = portrait.apply(thing);
        audit.record(tx, act, deed("created", made).to(made.json));
    }

    public void deleted(Handle tx, Actor act, T thing) {
        var gone = portrait.apply(thing);
        audit.record(tx, act, deed("deleted", gone).from(gone.json));
    }

    /// A change by request. One that leaves everything as it is shown is none.
    public void updated(Handle tx, Actor act, T before, T after) {
        if (!isShownAlike(before, after)) {
            changed(tx, act, "updated", before, after, null);
        }
    }

    private boolean isShownAlike(T one, T other) {
        return withoutTime(one).equals(withoutTime(other));
    }

    private ObjectNode withoutTime(T thing) {
        var json = portrait.apply(thing).json;
        json.remove(UPDATED_AT);
        return json;
    }

    /// A change that has a word of its own.
    ///
    /// @param what `paused`
    public void changed(
            Handle tx, Actor act, String what, T before, T after, @Nullable String note) {
        var now = portrait.apply(after);
        audit.record(
                tx,
                act,
                deed(what, now).from(portrait.apply(before).json).to(now.json).because(note));
    }

    /// Something done with it that leaves it as it is; `detail` says what else there is to say.
    public void did(Handle tx, Actor act, String what, T thing, @Nullable ObjectNode detail) {
        audit.record(tx, act, deed(what, portrait.apply(thing)).to(detail));
    }

    /// The same with nothing to write beside it: see [Audit#record(Act, Deed)].
    public void did(Actor act, String what, T thing, @Nullable ObjectNode detail) {
        audit.record(act, deed(what, portrait.apply(thing)).to(detail));
    }

    private AuditEntry deed(String what, Snapshot of) {
        return AuditEntry.with(kind + "." + what, of.id, of.appId, of.mode);
    }
}
