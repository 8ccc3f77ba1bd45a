package dev.waybill.feature.deadletters;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.Ids;
import java.time.Instant;
import java.util.UUID;

/// The open dead letters of one endpoint with the same cause.
///
/// @param cause the cause of the last attempt's failure
/// @param first the oldest dead letter
/// @param last the newest
public record DeadLetterGroup(
        UUID endpointId, Reason reason, Cause cause, long count, UUID first, UUID last) {

    /// When the oldest of them was created: the receiver may lack events since then.
    public Instant firstAt() {
        return Ids.timeOf(first);
    }

    public Instant lastAt() {
        return Ids.timeOf(last);
    }
}
