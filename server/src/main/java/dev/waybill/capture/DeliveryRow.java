package dev.waybill.capture;

import dev.waybill.domain.Event;
import dev.waybill.domain.RetryPolicy;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A delivery about to be inserted: expired if its event is already stale, in flight under this
/// batch's lease if it goes the fast path, else pending.
///
/// @param attemptsMax what its event type allows, if that is less than its policy does
/// @param pauseMark how many milliseconds its endpoint had been paused in all; null for none
record DeliveryRow(
        UUID id,
        Event event,
        UUID endpointId,
        RetryPolicy policy,
        @Nullable Integer attemptsMax,
        Instant giveUpAt,
        @Nullable Long pauseMark,
        boolean leased) {}
