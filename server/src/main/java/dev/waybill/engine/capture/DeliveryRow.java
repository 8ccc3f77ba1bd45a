package dev.waybill.engine.capture;

import dev.waybill.domain.delivery.LanePlace;
import dev.waybill.domain.event.Event;
import dev.waybill.engine.catalog.Terms;
import dev.waybill.engine.stats.Subject;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A delivery to be inserted: expired if its event has expired, in flight under the lease of this
/// batch if it takes the fast path, otherwise pending, due now or behind others in an ordered lane.
///
/// @param place in its ordered lane; in a strict lane, its place among the rows of this batch
record DeliveryRow(
        UUID id,
        Event event,
        UUID endpointId,
        Terms terms,
        boolean leased,
        @Nullable LanePlace place) {

    /// The subject that it is counted under.
    Subject subject() {
        return new Subject(event.appId(), event.mode(), endpointId, event.type());
    }
}
