package dev.waybill.feature.users;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.users.Users.Creation;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/// Creates and changes users: checks every rule, then makes the change. The forms read their input
/// into the commands and express the results.
public final class UserService {

    private final Users users;
    private final Passwords passwords;

    public UserService(Users users, Passwords passwords) {
        this.users = users;
        this.passwords = passwords;
    }

    /// The result of a create.
    public sealed interface Created {

        /// The user is new.
        ///
        /// @param code lets the user choose a password, once
        record Done(User user, String code) implements Created {

            /// Keeps the code out of logs and messages.
            @Override
            public String toString() {
                return "Done[]";
            }
        }

        record Invalid(List<Violation> violations) implements Created {}

        /// Another user has this name.
        record NameTaken(String name) implements Created {}

        /// There are as many users as there can be.
        record TooMany(int max) implements Created {}
    }

    /// Creates a user who has no password yet.
    ///
    /// @param violations those found when the command was read; with any, nothing is created
    public Created create(CreateUser command, Violations violations, Actor actor) {
        UserRules.checkName(command.name(), violations);
        UserRules.checkRole(command.role(), violations);
        var role = command.role();
        if (role == null || !violations.isEmpty()) {
            return new Created.Invalid(violations.all());
        }
        return switch (users.create(command.name(), role, null, actor)) {
            case Creation.Created(var user, var code) ->
                    new Created.Done(user, Objects.requireNonNull(code));
            case Creation.Taken _ -> new Created.NameTaken(command.name());
            case Creation.TooMany _ -> new Created.TooMany(Users.COUNT_MAX);
        };
    }

    /// The result of creating the first admin.
    public sealed interface FirstAdmin {

        record Done(User user) implements FirstAdmin {}

        record Invalid(List<Violation> violations) implements FirstAdmin {}

        /// There are users already.
        record NotFirst() implements FirstAdmin {}

        /// Too many passwords are being hashed.
        record Busy() implements FirstAdmin {}
    }

    /// Creates the first user, an admin with a password.
    ///
    /// @param violations those found when the command was read; with any, nothing is created
    public FirstAdmin createFirstAdmin(CreateFirstAdmin command, Violations violations, Actor actor)
            throws InterruptedException {
        if (users.any()) {
            return new FirstAdmin.NotFirst();
        }
        UserRules.checkName(command.name(), violations);
        PasswordRules.check(command.password(), command.again(), violations);
        if (!violations.isEmpty()) {
            return new FirstAdmin.Invalid(violations.all());
        }
        var hash = passwords.hash(command.password());
        if (hash == null) {
            return new FirstAdmin.Busy();
        }
        return switch (users.create(command.name(), Role.ADMIN, hash, actor)) {
            case Creation.Created(var user, _) -> new FirstAdmin.Done(user);
            case Creation.Taken _, Creation.TooMany _ -> new FirstAdmin.NotFirst();
        };
    }

    /// The result of a request for a link to choose a password.
    public sealed interface Linked {

        record Done(User user, String code) implements Linked {

            /// Keeps the code out of logs and messages.
            @Override
            public String toString() {
                return "Done[]";
            }
        }

        record NotFound() implements Linked {}

        /// The user is disabled.
        record Disabled() implements Linked {}
    }

    /// Makes a link with which the user signs in once and chooses a password.
    public Linked link(UUID id, Actor actor) {
        var code = users.link(id, actor);
        var user = users.find(id);
        if (user.isEmpty()) {
            return new Linked.NotFound();
        }
        return code.<Linked>map(text -> new Linked.Done(user.get(), text))
                .orElseGet(Linked.Disabled::new);
    }

    /// The result of a change.
    public sealed interface Changed {

        record Done() implements Changed {}

        record Invalid(List<Violation> violations) implements Changed {}

        record NotFound() implements Changed {}

        /// Users cannot take away their own rights.
        record OwnRights() implements Changed {}
    }

    /// Gives a user another role.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed changeRole(ChangeRole command, Violations violations, Actor actor) {
        if (isSelf(command.id(), actor)) {
            return new Changed.OwnRights();
        }
        UserRules.checkRole(command.role(), violations);
        var role = command.role();
        if (role == null || !violations.isEmpty()) {
            return new Changed.Invalid(violations.all());
        }
        return done(users.changeRole(command.id(), role, actor));
    }

    /// Disables a user and ends all of their sessions.
    public Changed disable(UUID id, Actor actor) {
        return isSelf(id, actor) ? new Changed.OwnRights() : done(users.disable(id, actor));
    }

    public Changed enable(UUID id, Actor actor) {
        return done(users.enable(id, actor));
    }

    public Changed delete(UUID id, Actor actor) {
        return isSelf(id, actor) ? new Changed.OwnRights() : done(users.delete(id, actor));
    }

    private static boolean isSelf(UUID id, Actor actor) {
        return IdKind.USER.format(id).equals(actor.id());
    }

    private static Changed done(boolean found) {
        return found ? new Changed.Done() : new Changed.NotFound();
    }
}
