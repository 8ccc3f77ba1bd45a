package dev.waybill.web.dashboard.deliveries;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.event.Envelope;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.feature.deadletters.DeadLetterQuery;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeadLetterNote;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.web.dashboard.events.EventsPage;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.delivery.DeliveryDetail;
import dev.waybill.web.site.delivery.DeliveryDetails;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.text.DeliveryMessages;
import dev.waybill.web.template.page.JteDeliveryGenerated;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/deliveries/{id}`: the attempts and the history of one delivery.
public final class DeliveryPage {

    /// Other deliveries of the same event that are shown.
    private static final int SIBLINGS_MAX = 100;

    private final DeliveryDetails details;
    private final EventQuery events;
    private final DeadLetterQuery letters;
    private final Composer composer;
    private final EndpointNames names;

    DeliveryPage(
            DeliveryDetails details,
            EventQuery events,
            DeadLetterQuery letters,
            Composer composer,
            EndpointNames names) {
        this.details = details;
        this.events = events;
        this.letters = letters;
        this.composer = composer;
        this.names = names;
    }

    /// The values that the template shows.
    ///
    /// @param curl the last request as a command, or the next one's; null if the event was
    ///   forgotten
    /// @param notes its history as a dead letter
    public record Shown(
            DeliveryDetail detail,
            @Nullable String curl,
            List<Sibling> siblings,
            List<DeadLetterNote> notes) {

        /// A dead letter that is not resolved.
        public boolean isOpenLetter() {
            return detail.delivery().isDeadLetter()
                    && detail.delivery().progress().deadLetterResolvedAt() == null;
        }

        /// Not if another dead letter has replaced it.
        public boolean isReopenable() {
            return detail.delivery().progress().deadLetterResolvedAt() != null
                    && !notes.isEmpty()
                    && !notes.getLast().kind().equals(DeadLetterNote.SUPERSEDED);
        }

        public boolean isWaiting() {
            return detail.delivery().progress().state() == DeliveryState.PENDING;
        }

        /// The page of its event, by the id that is the same for all apps; null if the event is not
        /// kept.
        public @Nullable String eventHref() {
            return detail.event() == null ? null : EventsPage.href(detail.delivery().event().id());
        }

        /// Whether it can be requeued, or resent later.
        public boolean isMovable() {
            return isWaiting() || detail.isSendable();
        }

        public boolean hasHistory() {
            return !notes.isEmpty() || isOpenLetter();
        }

        public String title() {
            return detail.delivery().event().type() + " to " + detail.endpoint().text();
        }

        public String href() {
            return Section.DELIVERIES.path() + "/" + detail.id();
        }

        public @Nullable String orderingKey() {
            return detail.event() == null ? null : detail.event().orderingKey();
        }
    }

    /// Another delivery of the same event.
    public record Sibling(
            String id, StatusBadge badge, EndpointNames.Named endpoint, Instant createdAt) {}

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, "/ui/deliveries/{id}", this::show),
                pages.page(Right.READ, "/ui/deliveries/{id}/body", this::body));
    }

    private Response show(Visit visit) {
        var detail =
                details.of(visit.request(), visit.scope(), visit.now(), Audience.OPERATORS)
                        .orElseThrow(() -> notFound(visit.request()));
        var shown =
                new Shown(
                        detail,
                        curl(detail, visit.now()),
                        siblings(visit, detail),
                        detail.delivery().isDeadLetter()
                                ? letters.notes(detail.delivery().id())
                                : List.of());
        var layout =
                visit.layout(
                        detail.id(),
                        Section.DELIVERIES,
                        new Layout.Crumb("Deliveries", Section.DELIVERIES.path()));
        return Pages.html(
                visit, Html.render(out -> JteDeliveryGenerated.render(out, null, layout, shown)));
    }

    private Response body(Visit visit) {
        return details.body(visit.request(), visit.scope())
                .orElseThrow(() -> notFound(visit.request()));
    }

    public static Problem notFound(Request request) {
        return Problem.of(ProblemType.NOT_FOUND, DeliveryMessages.notFound(request.part("id")));
    }

    private @Nullable String curl(DeliveryDetail detail, Instant now) {
        var envelope = detail.envelope();
        return envelope == null ? null : curl(detail, envelope, now);
    }

    private String curl(DeliveryDetail detail, Envelope envelope, Instant now) {
        var made = detail.attempts();
        var delivery = detail.delivery();
        var headers =
                made.isEmpty()
                        ? composer.headers(envelope, delivery.id(), 1, now.getEpochSecond(), "")
                        : made.getLast().sent();
        return Curl.of(
                made.isEmpty() ? detail.endpoint().url() : made.getLast().attempt().url(),
                headers,
                names.ownHeaders(delivery.endpointId()),
                envelope.body(),
                detail.id() + ".json");
    }

    private List<Sibling> siblings(Visit visit, DeliveryDetail detail) {
        var delivery = detail.delivery();
        return events.deliveries(delivery.event().id(), visit.scope(), SIBLINGS_MAX).stream()
                .filter(other -> !other.id().equals(delivery.id()))
                .map(other ->
                        new Sibling(
                                IdKind.DELIVERY.format(other.id()),
                                StatusBadge.of(other),
                                names.of(other.endpointId()),
                                other.createdAt()))
                .toList();
    }
}
