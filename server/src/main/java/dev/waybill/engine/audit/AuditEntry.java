package dev.waybill.engine.audit;

import dev.waybill.domain.access.Mode;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What was done, as the audit log tells it. Nothing in it may be secret: it is kept in clear, and
/// for long.
///
/// @param action the kind of thing, a dot, and what was done with it: `webhook_endpoint.paused`
/// @param objectId what it was done with, as people write it
/// @param appId whose that is; null for what is everybody's
/// @param mode null for what both modes share
/// @param before what the API showed of it before; null if there was nothing, or nothing changed
/// @param after what the API shows of it now, or what else there is to say of what was done
/// @param note why, in the words of who did it, or what cannot be shown
public record AuditEntry(
        String action,
        String objectId,
        @Nullable UUID appId,
        @Nullable Mode mode,
        @Nullable ObjectNode before,
        @Nullable ObjectNode after,
        @Nullable String note) {

    /// Something done with a thing of an app's.
    public static AuditEntry with(
            String action, String objectId, @Nullable UUID appId, @Nullable Mode mode) {
        return new AuditEntry(action, objectId, appId, mode, null, null, null);
    }

    public AuditEntry from(@Nullable ObjectNode what) {
        return new AuditEntry(action, objectId, appId, mode, what, after, note);
    }

    public AuditEntry to(@Nullable ObjectNode what) {
        return new AuditEntry(action, objectId, appId, mode, before, what, note);
    }

    public AuditEntry because(@Nullable String why) {
        return new AuditEntry(action, objectId, appId, mode, before, after, why);
    }
}
