package dev.waybill.feature.events;

import dev.waybill.domain.event.EventStatus;
import dev.waybill.feature.deliveries.LastAnswer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The summary of the deliveries of one event.
///
/// @param attempts of all of them together
/// @param nextAttemptAt the earliest that is due; null if none is
/// @param lastAnswer the newest answer of any receiver; null if none has answered
public record EventProgress(
        EventStatus status,
        int attempts,
        @Nullable Instant nextAttemptAt,
        @Nullable LastAnswer lastAnswer) {

    /// For an event without a delivery.
    static final EventProgress NONE = new EventProgress(EventStatus.NO_DELIVERIES, 0, null, null);

    /// The same without the receiver's answer, for callers who publish but may not read.
    public EventProgress withoutAnswer() {
        return new EventProgress(status, attempts, nextAttemptAt, null);
    }
}
