package dev.waybill.feature.eventtypes;

import dev.waybill.domain.access.Caller;
import dev.waybill.engine.capture.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/// Asks for a new event type.
///
/// @param key makes a repeated request find the type that the first one made
public record CreateEventType(
        Caller caller,
        @Nullable String name,
        EventTypeUpdate settings,
        @Nullable IdempotencyKey key) {}
