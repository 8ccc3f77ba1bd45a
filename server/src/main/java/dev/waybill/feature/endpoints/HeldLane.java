package dev.waybill.feature.endpoints;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.delivery.Reason;
import java.time.Instant;
import java.util.UUID;

/// A lane that stopped after a dead letter.
///
/// @param deliveryId the dead letter
/// @param waiting how many deliveries stand in it, counted up to [LaneHolds#COUNTED_MAX]
public record HeldLane(
        OrderedLane lane, UUID deliveryId, Reason reason, Instant heldAt, int waiting) {}
