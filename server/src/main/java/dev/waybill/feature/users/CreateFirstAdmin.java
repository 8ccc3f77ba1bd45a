package dev.waybill.feature.users;

/// Asks for the first user, an admin with a password.
///
/// @param again the password, repeated
public record CreateFirstAdmin(String name, String password, String again) {

    /// Keeps passwords out of logs and messages.
    @Override
    public String toString() {
        return "CreateFirstAdmin[]";
    }
}
