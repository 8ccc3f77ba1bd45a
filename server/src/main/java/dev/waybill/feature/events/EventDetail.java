package dev.waybill.feature.events;

import dev.waybill.domain.event.Event;
import dev.waybill.feature.deliveries.DeliveryView;
import java.util.List;

/// An event with its data, its progress and its deliveries, oldest first.
///
/// @param more whether it has more deliveries than are listed here
public record EventDetail(
        Event event, EventProgress progress, List<DeliveryView> deliveries, boolean more) {

    /// Beyond this only the newest are listed. An event has one delivery for each endpoint that
    /// takes its type, and one for each resend.
    public static final int DELIVERIES_MAX = 1_000;

    public EventDetail {
        deliveries = List.copyOf(deliveries);
    }

    public EventSummary summary() {
        return new EventSummary(EventHead.of(event), progress);
    }
}
