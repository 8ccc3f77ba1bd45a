package dev.waybill.engine.access;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The scope of a filter: everything that the caller sees, or one app that the filter names.
public record AppScopes(AccessCache apps) {

    private static final String FIELD = "app";
    private static final int NAME_LENGTH_MAX = 200;

    /// The scope of a filter. For an app that the caller does not see there is a violation.
    ///
    /// @param app the uid or id of an app; null for all that the caller sees
    public Scope of(@Nullable String app, Caller caller, Violations violations) {
        violations.checkText(FIELD, app, NAME_LENGTH_MAX);
        if (app == null || violations.has(FIELD)) {
            return caller.scope();
        }
        var found = find(app).filter(caller::sees);
        if (found.isEmpty()) {
            violations.add(FIELD, Violation.Code.MISSING, "There is no app " + app + ".");
        }
        return found.map(id -> new Scope(id, caller.mode())).orElseGet(caller::scope);
    }

    private Optional<UUID> find(String app) {
        try {
            return apps.find(app);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
