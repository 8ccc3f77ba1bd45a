package dev.waybill.engine.audit;

import dev.waybill.domain.access.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A filter for the audit log; a null component does not filter.
///
/// @param mode this mode, and objects that both modes share
/// @param action the whole name, or a prefix followed by `.*`
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

    /// The action, if the filter names one.
    @Nullable String exactly() {
        return action == null || action.endsWith(ANY) ? null : action;
    }

    /// The prefix of the actions, if the filter names several.
    @Nullable String beginning() {
        return action == null || !action.endsWith(ANY)
                ? null
                : action.substring(0, action.length() - 1);
    }
}
