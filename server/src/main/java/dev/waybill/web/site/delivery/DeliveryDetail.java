package dev.waybill.web.site.delivery;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.Event;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.chart.Strip;
import dev.waybill.web.site.delivery.AttemptRows.Row;
import dev.waybill.web.site.endpoint.EndpointNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One delivery with its attempts, as dashboard and portal show it.
///
/// @param event null if it is no longer kept
/// @param envelope the envelope that is sent; null if the event is no longer kept
/// @param why the reason of its end as a sentence; null while it is open or if it was delivered
/// @param raw whether the body is shown without formatting
/// @param sendKey the idempotency key of the form
public record DeliveryDetail(
        DeliveryView delivery,
        @Nullable Event event,
        @Nullable Envelope envelope,
        StatusBadge badge,
        EndpointNames.Named endpoint,
        @Nullable String why,
        List<Row> attempts,
        Strip strip,
        @Nullable String repeatedBy,
        String sendKey,
        boolean raw) {

    public String id() {
        return IdKind.DELIVERY.format(delivery.id());
    }

    public boolean isOpen() {
        return !delivery.progress().state().isTerminal();
    }

    /// Whether it can be resent: it has ended, and its event is kept.
    public boolean isSendable() {
        return !isOpen() && event != null;
    }

    public @Nullable String replayOf() {
        return delivery.replayOf() == null ? null : IdKind.DELIVERY.format(delivery.replayOf());
    }

    public String eventId() {
        return event == null ? IdKind.EVENT.format(delivery.event().id()) : event.publicId();
    }

    public @Nullable Body body() {
        return envelope == null ? null : Body.of(envelope.body(), raw);
    }
}
