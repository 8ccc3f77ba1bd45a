package dev.waybill.engine.capture;

import dev.waybill.domain.delivery.LanePlace;
import dev.waybill.domain.event.Event;
import dev.waybill.engine.catalog.Terms;
import dev.waybill.engine.stats.Subject;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A delivery about to be inserted: expired if its event is already stale, in flight under this
/// batch's lease if it goes the fast path, else pending, due now or lined up behind others.
///
/// @param place in its ordered lane; in a strict one its place among those of this batch
record DeliveryRow(
        UUID id,
        Event event,
        UUID endpointId,
        Terms terms,
        boolean leased,
        @Nullable LanePlace place) {

    /// What it is counted under.
    Subject subject() {
        return new Subject(event.appId(), event.mode(), endpointId, event.type());
    }
}
