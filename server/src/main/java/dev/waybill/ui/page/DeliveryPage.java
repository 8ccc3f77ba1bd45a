package dev.waybill.ui.page;

import dev.waybill.api.ReasonWords;
import dev.waybill.deliver.Composer;
import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.Envelope;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.DeliveryQuery;
import dev.waybill.query.DeliveryView;
import dev.waybill.query.EventQuery;
import dev.waybill.query.EventView;
import dev.waybill.query.LetterNote;
import dev.waybill.query.LetterQuery;
import dev.waybill.ui.Html;
import dev.waybill.ui.Layout;
import dev.waybill.ui.Mark;
import dev.waybill.ui.Pages;
import dev.waybill.ui.Section;
import dev.waybill.ui.Visible;
import dev.waybill.ui.Visit;
import dev.waybill.ui.chart.Strip;
import dev.waybill.ui.page.Tries.Try;
import dev.waybill.ui.template.page.JteDeliveryGenerated;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// `/ui/deliveries/{id}`: everything that happened to one delivery, and why.
public final class DeliveryPage {

    private final DeliveryQuery deliveries;
    private final EventQuery events;
    private final LetterQuery letters;
    private final Tries tries;
    private final Composer composer;
    private final EndpointNames names;

    public DeliveryPage(
            DeliveryQuery deliveries,
            EventQuery events,
            LetterQuery letters,
            Tries tries,
            Composer composer,
            EndpointNames names) {
        this.deliveries = deliveries;
        this.events = events;
        this.letters = letters;
        this.tries = tries;
        this.composer = composer;
        this.names = names;
    }

    /// What the template shows.
    ///
    /// @param why in a sentence, how it ended; null while it is open or if it was delivered
    /// @param body null if the event was forgotten
    /// @param curl the last request as a command, or the next one's
    /// @param sendKey makes a click that is repeated the same request
    public record Shown(
            DeliveryView delivery,
            String id,
            Mark mark,
            EndpointNames.Named endpoint,
            @Nullable String why,
            List<Try> tries,
            Strip strip,
            @Nullable Body body,
            @Nullable String curl,
            List<Sibling> siblings,
            List<LetterNote> notes,
            @Nullable String repeatedBy,
            @Nullable String orderingKey,
            String eventId,
            String sendKey) {

        public boolean isOpen() {
            return !delivery.state().isTerminal();
        }

        public boolean isWaiting() {
            return delivery.state() == DeliveryState.PENDING;
        }

        public @Nullable String replayOf() {
            return delivery.replayOf() == null ? null : IdKind.DELIVERY.format(delivery.replayOf());
        }
    }

    /// Another delivery of the same event.
    public record Sibling(String id, Mark mark, EndpointNames.Named endpoint, Instant createdAt) {}

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, "/ui/deliveries/{id}", this::show),
                pages.page(Right.READ, "/ui/deliveries/{id}/body", this::body));
    }

    private Response show(Visit visit) {
        var delivery = find(visit);
        var shown = shown(visit, delivery);
        var layout =
                visit.layout(
                        shown.id(),
                        Section.DELIVERIES,
                        new Layout.Crumb("Deliveries", Section.DELIVERIES.path()));
        return Pages.html(
                visit, Html.render(out -> JteDeliveryGenerated.render(out, null, layout, shown)));
    }

    /// The bytes as they were sent, for copying and keeping; never as a page.
    private Response body(Visit visit) {
        var delivery = find(visit);
        var envelope =
                events.find(delivery.eventId(), visit.scope())
                        .map(view -> Envelope.of(view.event(), delivery.replayed()))
                        .orElseThrow(() -> notFound(visit.request()));
        return Body.download(envelope, delivery.id());
    }

    private DeliveryView find(Visit visit) {
        return IdKind.DELIVERY
                .parse(visit.request().part("id"))
                .flatMap(id -> deliveries.find(id, visit.scope()))
                .orElseThrow(() -> notFound(visit.request()));
    }

    static Problem notFound(Request request) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no delivery "
                        + Visible.text(request.part("id"))
                        + " here. It may be of the other mode, or older than what is kept.");
    }

    private Shown shown(Visit visit, DeliveryView delivery) {
        var event = events.find(delivery.eventId(), visit.scope());
        var envelope =
                event.map(view -> Envelope.of(view.event(), delivery.replayed())).orElse(null);
        var made = tries.of(delivery, envelope);
        return new Shown(
                delivery,
                IdKind.DELIVERY.format(delivery.id()),
                Mark.of(delivery),
                names.of(delivery.endpointId()),
                ReasonWords.of(delivery),
                made,
                Tries.strip(delivery, made, visit.now()),
                envelope == null ? null : Body.of(envelope),
                envelope == null ? null : curl(delivery, made, envelope, visit.now()),
                event.map(view -> siblings(view, delivery.id())).orElseGet(List::of),
                delivery.isDeadLetter() ? letters.notes(delivery.id()) : List.of(),
                letters.repeatedBy(delivery.id()).map(IdKind.DELIVERY::format).orElse(null),
                event.map(view -> view.event().orderingKey()).orElse(null),
                event.map(view -> view.event().publicId())
                        .orElseGet(() -> IdKind.EVENT.format(delivery.eventId())),
                visit.request().id());
    }

    private String curl(DeliveryView delivery, List<Try> made, Envelope envelope, Instant now) {
        var id = IdKind.DELIVERY.format(delivery.id());
        var url =
                made.isEmpty()
                        ? names.of(delivery.endpointId()).url()
                        : made.getLast().attempt().url();
        var headers =
                made.isEmpty()
                        ? composer.headers(envelope, delivery.id(), 1, now.getEpochSecond(), "")
                        : made.getLast().headers();
        return Curl.of(
                url,
                headers,
                names.ownHeaders(delivery.endpointId()),
                envelope.body(),
                id + ".json");
    }

    private List<Sibling> siblings(EventView event, UUID self) {
        return event.deliveries().stream()
                .filter(other -> !other.id().equals(self))
                .map(other ->
                        new Sibling(
                                IdKind.DELIVERY.format(other.id()),
                                Mark.of(other),
                                names.of(other.endpointId()),
                                other.createdAt()))
                .toList();
    }
}
