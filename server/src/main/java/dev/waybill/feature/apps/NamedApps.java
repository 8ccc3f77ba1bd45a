package dev.waybill.feature.apps;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.access.AccessCache;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Finds the apps that commands name by uid or id. An app that the caller cannot see does not exist
/// for the caller.
public final class NamedApps {

    private static final String FIELD = "app";

    private final AccessCache apps;

    public NamedApps(AccessCache apps) {
        this.apps = apps;
    }

    public Optional<UUID> find(String name, Caller caller) {
        try {
            return apps.find(name).filter(caller::sees);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The app in the field `app` of a command; the caller's own app if the field is absent or
    /// wrong.
    public UUID owner(@Nullable String name, Caller caller, Violations violations) {
        violations.checkText(FIELD, name, AppRules.UID_LENGTH_MAX);
        if (name == null || violations.has(FIELD)) {
            return caller.homeApp();
        }
        var found = find(name, caller);
        if (found.isEmpty()) {
            violations.add(FIELD, Violation.Code.MISSING, "There is no app " + name + ".");
        }
        return found.orElse(caller.homeApp());
    }
}
