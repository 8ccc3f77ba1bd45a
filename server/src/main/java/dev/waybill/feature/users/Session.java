package dev.waybill.feature.users;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import org.jspecify.annotations.Nullable;

/// Somebody who is signed in to the pages.
///
/// @param name of the person; null for who came with a key
/// @param mode what they look at
/// @param byLink whether a link brought them, and no password
public record Session(
        Account account, @Nullable String name, Role role, Mode mode, boolean byLink) {}
