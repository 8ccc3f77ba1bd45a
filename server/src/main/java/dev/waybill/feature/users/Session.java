package dev.waybill.feature.users;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import org.jspecify.annotations.Nullable;

/// A session of the dashboard.
///
/// @param name of the user; null if signed in with a key
/// @param mode the mode that is shown
/// @param byLink whether it was opened by a link instead of a password
public record Session(
        Account account, @Nullable String name, Role role, Mode mode, boolean byLink) {}
