package dev.waybill.feature.deliveries;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.ExpiryRule;
import dev.waybill.domain.event.Ids;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A delivery as people see it, with the last of its attempts.
///
/// @param lastAnswer of its receiver, whichever attempt got it; null if none did
public record DeliveryView(
        UUID id,
        UUID eventId,
        @Nullable String eventOwnId,
        String eventType,
        UUID endpointId,
        DeliveryState state,
        @Nullable Reason reason,
        int attempts,
        @Nullable Instant nextAttemptAt,
        Instant giveUpAt,
        @Nullable Instant expiresAt,
        @Nullable ExpiryRule expiresBy,
        Instant updatedAt,
        @Nullable String lane,
        @Nullable UUID replayOf,
        boolean replayed,
        @Nullable Cause cause,
        @Nullable Instant deadLetterResolvedAt,
        @Nullable AttemptView lastAttempt,
        @Nullable LastAnswer lastAnswer) {

    DeliveryView with(LastAnswer answer) {
        return new DeliveryView(
                id,
                eventId,
                eventOwnId,
                eventType,
                endpointId,
                state,
                reason,
                attempts,
                nextAttemptAt,
                giveUpAt,
                expiresAt,
                expiresBy,
                updatedAt,
                lane,
                replayOf,
                replayed,
                cause,
                deadLetterResolvedAt,
                lastAttempt,
                answer);
    }

    /// Whether it is one of those that stay listed until somebody settles them.
    public boolean isDeadLetter() {
        return reason != null && reason.isDeadLetter();
    }

    /// A delivery is made when its id is.
    public Instant createdAt() {
        return Ids.timeOf(id);
    }
}
