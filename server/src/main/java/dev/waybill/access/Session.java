package dev.waybill.access;

import dev.waybill.domain.Mode;
import dev.waybill.domain.Role;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Somebody who is signed in to the pages, with the rights of a key.
///
/// @param keyId null for the key of the settings
/// @param mode what they look at
public record Session(@Nullable UUID keyId, Role role, Mode mode) {}
