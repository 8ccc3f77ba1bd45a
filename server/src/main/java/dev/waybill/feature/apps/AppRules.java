package dev.waybill.feature.apps;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The rules for the uid and the name of an app.
final class AppRules {

    static final int UID_LENGTH_MAX = 64;

    private static final int NAME_LENGTH_MAX = 200;
    private static final Pattern UID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private AppRules() {}

    static void check(CreateApp command, Violations violations) {
        checkUid(command.uid(), violations);
        checkName(command.name(), violations);
        if (command.uid() == null && command.name() == null && !violations.has("uid")) {
            violations.add("name", Violation.Code.REQUIRED, "An app needs a name or a uid.");
        }
    }

    static void check(ChangeApp command, Violations violations) {
        checkUid(command.uid(), violations);
        checkName(command.name(), violations);
    }

    private static void checkUid(@Nullable String uid, Violations violations) {
        violations.checkText("uid", uid, UID_LENGTH_MAX);
        // A uid with the prefix of ids could be mistaken for the id of another app.
        if (uid != null && (!UID.matcher(uid).matches() || uid.startsWith(IdKind.APP.prefix()))) {
            violations.add(
                    "uid",
                    Violation.Code.FORMAT,
                    "{} must be 1 to 64 letters, digits, hyphens or underscores, and must not"
                            + " begin with "
                            + IdKind.APP.prefix()
                            + ".");
        }
    }

    private static void checkName(@Nullable String name, Violations violations) {
        violations.checkText("name", name, NAME_LENGTH_MAX);
        if (name != null && name.isBlank()) {
            violations.add("name", Violation.Code.REQUIRED, "{} must not be empty.");
        }
    }
}
