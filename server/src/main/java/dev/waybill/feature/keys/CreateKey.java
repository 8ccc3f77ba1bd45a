package dev.waybill.feature.keys;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.engine.capture.IdempotencyKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Asks for a new API key.
///
/// @param role null if the request names none, which is a violation
/// @param app the uid or id of the app that a key of the role app is bound to
/// @param mode the mode the key acts in; null for the caller's
/// @param expiresAt null for a key that works until it is revoked
/// @param key makes a repeated request find the key that the first one made
public record CreateKey(
        Caller caller,
        @Nullable Role role,
        @Nullable String app,
        @Nullable Mode mode,
        String name,
        @Nullable Instant expiresAt,
        @Nullable IdempotencyKey key) {}
