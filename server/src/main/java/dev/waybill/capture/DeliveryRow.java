package dev.waybill.capture;

import dev.waybill.domain.Event;
import dev.waybill.domain.LanePlace;
import dev.waybill.domain.RetryPolicy;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A delivery about to be inserted: expired if its event is already stale, in flight under this
/// batch's lease if it goes the fast path, else pending, due now or lined up behind others.
///
/// @param attemptsMax what its event type allows, if that is less than its policy does
/// @param pauseMark how many milliseconds its endpoint had been paused in all; null for none
/// @param place in its ordered lane; in a strict one its place among those of this batch
record DeliveryRow(
        UUID id,
        Event event,
        UUID endpointId,
        RetryPolicy policy,
        @Nullable Integer attemptsMax,
        Instant giveUpAt,
        @Nullable Long pauseMark,
        boolean leased,
        @Nullable LanePlace place) {}
