package dev.waybill.feature.users;

import org.jspecify.annotations.Nullable;

/// Asks to give a user another password. All other sessions of the user end.
///
/// @param current the present password; null if the user signed in by a link and need not know it
/// @param again the new password, repeated
/// @param token of the session that stays
/// @param source the client's address, by which failures are counted
public record ChangePassword(
        User user,
        @Nullable String current,
        String password,
        String again,
        String token,
        String source) {

    /// Keeps passwords out of logs and messages.
    @Override
    public String toString() {
        return "ChangePassword[]";
    }
}
