package dev.waybill.feature.redelivery;

import dev.waybill.domain.access.Mode;
import dev.waybill.engine.stats.Subject;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An event that is to be delivered to an endpoint, again or for the first time.
///
/// @param expiresAt when the event expires; null for never
/// @param replayOf the delivery that is repeated; null if there never was one
/// @param notBefore when it may be attempted first
/// @param position its position in a replay; null for a resend or a requeue
public record RedeliveryRequest(
        UUID eventId,
        String eventType,
        UUID appId,
        Mode mode,
        @Nullable Instant expiresAt,
        UUID endpointId,
        @Nullable UUID replayOf,
        Instant notBefore,
        @Nullable ReplayPosition position) {

    /// The subject of the statistics.
    Subject subject() {
        return new Subject(appId, mode, endpointId, eventType);
    }
}
