package dev.waybill.feature.users;

import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import org.jspecify.annotations.Nullable;

/// The rules for the name and the role of a user.
public final class UserRules {

    /// The roles that can see the pages.
    public static final Choice<Role> ROLE =
            new Choice<>(
                    code -> Role.of(code).filter(role -> role.may(Right.READ) && role != Role.APP),
                    "viewer, operator or admin");

    private UserRules() {}

    static void checkName(String name, Violations violations) {
        if (name.isEmpty()
                || name.length() > Users.NAME_LENGTH_MAX
                || name.codePoints().anyMatch(UserRules::isInvisible)) {
            violations.add(
                    "name",
                    Violation.Code.FORMAT,
                    "{} must be one line of at most "
                            + Users.NAME_LENGTH_MAX
                            + " characters, such as an e-mail address.");
        }
    }

    /// Two names that look the same must not differ in invisible characters.
    private static boolean isInvisible(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    static void checkRole(@Nullable Role role, Violations violations) {
        if (role == null) {
            violations.add("role", Violation.Code.REQUIRED, "{} must be " + ROLE.options() + ".");
        }
    }
}
