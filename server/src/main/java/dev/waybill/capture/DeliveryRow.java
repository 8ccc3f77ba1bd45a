package dev.waybill.capture;

import dev.waybill.domain.Event;
import dev.waybill.domain.RetryPolicy;
import java.time.Instant;
import java.util.UUID;

/// A delivery about to be inserted: in flight under this batch's lease if it goes the fast path,
/// else pending.
record DeliveryRow(
        UUID id,
        Event event,
        UUID endpointId,
        RetryPolicy policy,
        Instant giveUpAt,
        boolean leased) {}
