package dev.waybill.feature.apps;

import dev.waybill.domain.access.Mode;
import dev.waybill.engine.capture.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/// Asks for a new app.
///
/// @param uid the platform's own name for the app; null to use the id as the uid
/// @param name the name that users see; null to use the uid
/// @param mode the mode of the request, which its idempotency key belongs to
/// @param key makes a repeated request find the app that the first one made
public record CreateApp(
        @Nullable String uid, @Nullable String name, Mode mode, @Nullable IdempotencyKey key) {}
