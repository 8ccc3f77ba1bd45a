package dev.waybill.engine.audit;

import dev.waybill.domain.access.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Which lines of the audit log are asked for; what is null does not narrow the list.
///
/// @param mode of this mode, and of what both modes share
/// @param action whole, or its beginning followed by `.*`
/// @param since at this time or later
/// @param until before this time
public record AuditFilter(
        Mode mode,
        @Nullable UUID appId,
        @Nullable String actor,
        @Nullable String action,
        @Nullable String objectId,
        @Nullable Instant since,
        @Nullable Instant until) {

    private static final String ANY = ".*";

    /// The action that is meant, if it is one.
    @Nullable String exactly() {
        return action == null || action.endsWith(ANY) ? null : action;
    }

    /// How the actions that are meant begin, if it is many.
    @Nullable String beginning() {
        return action == null || !action.endsWith(ANY)
                ? null
                : action.substring(0, action.length() - 1);
    }
}
