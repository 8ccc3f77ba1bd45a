package dev.waybill.feature.deliveries;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.ExpiryRule;
import dev.waybill.domain.event.Ids;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A delivery as the API and the pages show it, with its last attempt.
///
/// @param lane null if the endpoint is not ordered or the delivery has left its lane
/// @param replayOf the delivery that a resend, requeue or replay repeated, if it is still known
/// @param replayed whether it is a redelivery
/// @param lastAnswer the last HTTP response of the receiver, of any attempt; null if there was none
public record DeliveryView(
        UUID id,
        EventRef event,
        UUID endpointId,
        @Nullable String lane,
        Progress progress,
        @Nullable UUID replayOf,
        boolean replayed,
        @Nullable AttemptView lastAttempt,
        @Nullable LastAnswer lastAnswer) {

    /// The event that is delivered.
    ///
    /// @param ownId the id that the producer chose; null if it chose none, or if the query does not
    ///   read it
    /// @param expiresBy the rule that set the expiry
    public record EventRef(
            UUID id,
            @Nullable String ownId,
            String type,
            @Nullable Instant expiresAt,
            @Nullable ExpiryRule expiresBy) {

        public String publicId() {
            return Event.publicId(id, ownId);
        }
    }

    /// Where the delivery is in its life.
    ///
    /// @param attempts the number of attempts that were made
    /// @param cause the outcome of the last failed attempt
    public record Progress(
            DeliveryState state,
            @Nullable Reason reason,
            @Nullable Cause cause,
            int attempts,
            @Nullable Instant nextAttemptAt,
            Instant giveUpAt,
            Instant updatedAt,
            @Nullable Instant deadLetterResolvedAt) {}

    DeliveryView with(LastAnswer answer) {
        return new DeliveryView(
                id, event, endpointId, lane, progress, replayOf, replayed, lastAttempt, answer);
    }

    public boolean isDeadLetter() {
        return progress.reason != null && progress.reason.isDeadLetter();
    }

    /// The time of its id, which is created with it.
    public Instant createdAt() {
        return Ids.timeOf(id);
    }
}
