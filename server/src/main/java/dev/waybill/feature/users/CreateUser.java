package dev.waybill.feature.users;

import dev.waybill.domain.access.Role;
import org.jspecify.annotations.Nullable;

/// Asks for a new user, who gets a link to choose a password.
///
/// @param role null if the form names none, which is a violation
public record CreateUser(String name, @Nullable Role role) {}
