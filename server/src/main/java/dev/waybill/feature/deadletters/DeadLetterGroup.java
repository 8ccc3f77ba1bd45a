package dev.waybill.feature.deadletters;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.Ids;
import java.time.Instant;
import java.util.UUID;

/// Open dead letters of one endpoint that died of the same cause.
///
/// @param cause what the last attempt came to
/// @param first the oldest of them
/// @param last the newest
public record DeadLetterGroup(
        UUID endpointId, Reason reason, Cause cause, long count, UUID first, UUID last) {

    /// When the oldest of these deliveries was made: what happened since then may be missing.
    public Instant firstAt() {
        return Ids.timeOf(first);
    }

    public Instant lastAt() {
        return Ids.timeOf(last);
    }
}
