package dev.waybill.feature.apps;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.access.App;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.apps.AppRegister.Change;
import dev.waybill.feature.apps.AppRegister.Creation;
import dev.waybill.feature.apps.AppRegister.Deletion;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Creates, changes and deletes apps: checks every rule, then makes the change. The API and the
/// forms read their input into the commands and express the results.
public final class AppService {

    private final AppRegister register;
    private final NamedApps apps;

    public AppService(AppRegister register, NamedApps apps) {
        this.register = register;
        this.apps = apps;
    }

    /// The result of a create.
    public sealed interface Created {

        record Done(App app) implements Created {}

        /// The same request created it before.
        record Repeated(App app) implements Created {}

        record Invalid(List<Violation> violations) implements Created {}

        /// Another app has this uid.
        record UidTaken(String uid) implements Created {}

        /// There are as many apps as there can be.
        record TooMany(int max) implements Created {}

        /// The Idempotency-Key was used for another request.
        record KeyReused() implements Created {}
    }

    /// The result of a change.
    public sealed interface Changed {

        record Done(App app) implements Changed {}

        record Invalid(List<Violation> violations) implements Changed {}

        record NotFound() implements Changed {}

        /// Another app has this uid.
        record UidTaken(String uid) implements Changed {}

        /// A built-in app keeps its uid.
        record BuiltIn() implements Changed {}
    }

    /// The app with this uid or id, if the caller can see it.
    public Optional<App> find(String name, Caller caller) {
        return apps.find(name, caller).flatMap(register::find);
    }

    /// Creates an app, or finds the one that the same request created before.
    ///
    /// @param violations those found when the command was read; with any, nothing is created
    public Created create(CreateApp command, Violations violations, Actor actor)
            throws SQLException {
        AppRules.check(command, violations);
        var uid = command.uid();
        var name = command.name() == null ? uid : command.name();
        if (name == null || !violations.isEmpty()) {
            return new Created.Invalid(violations.all());
        }
        return switch (register.create(uid, name, command.mode(), command.key(), actor)) {
            case Creation.Created(var app) -> new Created.Done(app);
            case Creation.Repeated(var app) -> new Created.Repeated(app);
            case Creation.Taken _ -> new Created.UidTaken(String.valueOf(uid));
            case Creation.TooMany _ -> new Created.TooMany(AppRegister.COUNT_MAX);
            case Creation.Clash _ -> new Created.KeyReused();
        };
    }

    /// Changes the uid or the name if the command mentions it.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed change(ChangeApp command, Violations violations, Actor actor)
            throws SQLException {
        AppRules.check(command, violations);
        if (!violations.isEmpty()) {
            return new Changed.Invalid(violations.all());
        }
        return switch (register.change(command.id(), command.uid(), command.name(), actor)) {
            case Change.Changed(var app) -> new Changed.Done(app);
            case Change.NoSuchApp _ -> new Changed.NotFound();
            case Change.Taken _ -> new Changed.UidTaken(String.valueOf(command.uid()));
            case Change.BuiltIn _ -> new Changed.BuiltIn();
        };
    }

    /// Deletes an app that has no endpoints, and revokes its keys.
    public Deletion delete(UUID id, Actor actor) throws SQLException {
        return register.delete(id, actor);
    }
}
