package dev.waybill.engine.audit;

import dev.waybill.domain.access.Mode;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An action in the audit log. It must contain no secret: it is stored in plain text, and for a
/// long time.
///
/// @param action the kind of object, a dot, and the action: `webhook_endpoint.paused`
/// @param objectId the id of the object, as the API shows it
/// @param appId the owner; null for objects of the whole installation
/// @param mode null for objects that both modes share
/// @param before the object as the API showed it before; null if it did not exist or nothing
///   changed
/// @param after the object as the API shows it now, or further details
/// @param note the reason that the actor gave, or a description of a change that cannot be shown
public record AuditEntry(
        String action,
        String objectId,
        @Nullable UUID appId,
        @Nullable Mode mode,
        @Nullable ObjectNode before,
        @Nullable ObjectNode after,
        @Nullable String note) {

    /// An action on an object of an app.
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
