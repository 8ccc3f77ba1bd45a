package dev.waybill.feature.users;

import java.util.Optional;

/// What a password must be: long. Rules about kinds of characters make people choose worse ones.
public final class PasswordRules {

    public static final int LENGTH_MIN = 12;

    /// More than any password manager makes, and little to compute with.
    static final int BYTES_MAX = 256;

    private PasswordRules() {}

    /// What is wrong with it, in a sentence; empty if nothing is.
    public static Optional<String> problem(String password) {
        if (password.codePointCount(0, password.length()) < LENGTH_MIN) {
            return Optional.of("A password has at least " + LENGTH_MIN + " characters.");
        }
        if (PasswordHash.bytes(password) > BYTES_MAX) {
            return Optional.of("A password has at most " + BYTES_MAX + " bytes.");
        }
        return Optional.empty();
    }
}
