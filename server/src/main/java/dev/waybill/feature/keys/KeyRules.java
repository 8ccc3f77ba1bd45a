package dev.waybill.feature.keys;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.time.Instant;

/// The rules for new API keys that need nothing but the command and the time.
public final class KeyRules {

    public static final Choice<Role> ROLE =
            new Choice<>(Role::of, "admin, operator, viewer, producer or app");

    public static final Choice<Mode> MODE = new Choice<>(Mode::of, "live or test");

    public static final Choice<Instant> EXPIRES_AT =
            new Choice<>(Timestamps::parse, "a time with an offset, such as 2026-04-28T14:00:00Z");

    private static final int NAME_LENGTH_MAX = 200;

    private KeyRules() {}

    static void check(CreateKey command, Instant now, Violations violations) {
        violations.checkText("name", command.name(), NAME_LENGTH_MAX);
        var role = command.role();
        if (role == null) {
            violations.add("role", Violation.Code.REQUIRED, "{} must be " + ROLE.options() + ".");
        } else if (role == Role.APP && command.app() == null) {
            violations.add("app", Violation.Code.REQUIRED, "A key with the role app needs an app.");
        } else if (role != Role.APP && command.app() != null) {
            violations.add(
                    "app",
                    Violation.Code.CONFLICT,
                    "Only a key with the role app can have an app.");
        }
        if (command.expiresAt() != null && !command.expiresAt().isAfter(now)) {
            violations.add("expires_at", Violation.Code.RANGE, "{} is in the past.");
        }
    }
}
