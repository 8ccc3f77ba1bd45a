package dev.waybill.ui.portal;

import dev.waybill.api.ReasonWords;
import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.Envelope;
import dev.waybill.domain.IdKind;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.DeliveryQuery;
import dev.waybill.query.DeliveryView;
import dev.waybill.query.EventQuery;
import dev.waybill.query.LetterQuery;
import dev.waybill.ui.Html;
import dev.waybill.ui.Layout;
import dev.waybill.ui.Mark;
import dev.waybill.ui.chart.Strip;
import dev.waybill.ui.page.Body;
import dev.waybill.ui.page.EndpointNames;
import dev.waybill.ui.page.Tries;
import dev.waybill.ui.template.portal.JteDeliveryGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/portal/deliveries/{id}`: what was sent to a customer once, and what they answered.
public final class PortalDeliveryPage {

    private final DeliveryQuery deliveries;
    private final EventQuery events;
    private final LetterQuery letters;
    private final Tries tries;
    private final EndpointNames names;

    public PortalDeliveryPage(
            DeliveryQuery deliveries,
            EventQuery events,
            LetterQuery letters,
            Tries tries,
            EndpointNames names) {
        this.deliveries = deliveries;
        this.events = events;
        this.letters = letters;
        this.tries = tries;
        this.names = names;
    }

    /// What the template shows.
    ///
    /// @param why in a sentence, how it ended; null while it is open or if it was delivered
    /// @param body null if the event was forgotten
    /// @param sendKey makes a click that is repeated the same request
    public record Shown(
            DeliveryView delivery,
            String id,
            Mark mark,
            String endpoint,
            String endpointId,
            @Nullable String why,
            List<Tries.Try> tries,
            Strip strip,
            @Nullable Body body,
            @Nullable String repeatedBy,
            String eventId,
            String sendKey) {

        public boolean isOpen() {
            return !delivery.state().isTerminal();
        }

        public boolean isDelivered() {
            return delivery.state() == DeliveryState.DELIVERED;
        }

        public @Nullable String replayOf() {
            return delivery.replayOf() == null ? null : IdKind.DELIVERY.format(delivery.replayOf());
        }
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(
                pages.page("/portal/deliveries/{id}", this::show),
                pages.page("/portal/deliveries/{id}/body", this::body));
    }

    private Response show(PortalVisit visit) {
        var shown = shown(visit, find(visit));
        var layout =
                visit.layout(
                        shown.id(),
                        Tab.DELIVERIES,
                        new Layout.Crumb("Deliveries", Tab.DELIVERIES.path()));
        return PortalPages.html(
                visit, Html.render(out -> JteDeliveryGenerated.render(out, null, layout, shown)));
    }

    private Response body(PortalVisit visit) {
        var delivery = find(visit);
        return events.find(delivery.eventId(), visit.scope())
                .map(view -> Envelope.of(view.event(), delivery.replayed()))
                .map(envelope -> Body.download(envelope, delivery.id()))
                .orElseThrow(PortalDeliveryPage::notFound);
    }

    private DeliveryView find(PortalVisit visit) {
        return IdKind.DELIVERY
                .parse(visit.request().part("id"))
                .flatMap(id -> deliveries.find(id, visit.scope()))
                .orElseThrow(PortalDeliveryPage::notFound);
    }

    static Problem notFound() {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no such delivery. It may be older than what is kept.");
    }

    private Shown shown(PortalVisit visit, DeliveryView delivery) {
        var event = events.find(delivery.eventId(), visit.scope());
        var envelope =
                event.map(view -> Envelope.of(view.event(), delivery.replayed())).orElse(null);
        var made = tries.of(delivery, envelope);
        return new Shown(
                delivery,
                IdKind.DELIVERY.format(delivery.id()),
                Mark.of(delivery),
                names.of(delivery.endpointId()).text(),
                IdKind.ENDPOINT.format(delivery.endpointId()),
                ReasonWords.of(delivery),
                made,
                Tries.strip(delivery, made, visit.now()),
                envelope == null ? null : Body.of(envelope),
                letters.repeatedBy(delivery.id()).map(IdKind.DELIVERY::format).orElse(null),
                event.map(view -> view.event().publicId())
                        .orElseGet(() -> IdKind.EVENT.format(delivery.eventId())),
                visit.request().id());
    }
}
