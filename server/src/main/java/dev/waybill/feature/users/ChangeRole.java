package dev.waybill.feature.users;

import dev.waybill.domain.access.Role;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Asks to give a user another role.
///
/// @param role null if the form names none, which is a violation
public record ChangeRole(UUID id, @Nullable Role role) {}
