package dev.waybill.feature.users;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;

/// A password must be long, and nothing else. Rules about kinds of characters make users choose
/// worse ones.
final class PasswordRules {

    static final int LENGTH_MIN = 12;

    /// More than password managers generate, and little to compute with.
    static final int BYTES_MAX = 256;

    private PasswordRules() {}

    /// Checks a new password.
    ///
    /// @param again the password, repeated
    static void check(String password, String again, Violations violations) {
        if (password.codePointCount(0, password.length()) < LENGTH_MIN) {
            violations.add(
                    "password",
                    Violation.Code.RANGE,
                    "{} must have at least " + LENGTH_MIN + " characters.");
        } else if (PasswordHash.bytes(password) > BYTES_MAX) {
            violations.add(
                    "password",
                    Violation.Code.RANGE,
                    "{} must have at most " + BYTES_MAX + " bytes.");
        }
        if (!password.equals(again)) {
            violations.add("again", Violation.Code.CONFLICT, "The two passwords are not the same.");
        }
    }
}
