package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.event.Envelope;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.feature.deadletters.DeadLetterQuery;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeadLetterNote;
import dev.waybill.feature.events.EventQuery;
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

/// `/ui/deliveries/{id}`: everything that happened to one delivery, and why.
public final class DeliveryPage {

    /// Other deliveries of the same event that are shown.
    private static final int SIBLINGS_MAX = 100;

    private final DeliveryDetails stories;
    private final EventQuery events;
    private final DeadLetterQuery letters;
    private final Composer composer;
    private final EndpointNames names;

    public DeliveryPage(
            DeliveryDetails stories,
            EventQuery events,
            DeadLetterQuery letters,
            Composer composer,
            EndpointNames names) {
        this.stories = stories;
        this.events = events;
        this.letters = letters;
        this.composer = composer;
        this.names = names;
    }

    /// What the template shows.
    ///
    /// @param curl the last request as a command, or the next one's; null if the event was
    ///   forgotten
    /// @param notes its history as a dead letter
    public record Shown(
            DeliveryDetail story,
            @Nullable String curl,
            List<Sibling> siblings,
            List<DeadLetterNote> notes) {

        /// A dead letter that is not resolved.
        public boolean isOpenLetter() {
            return story.delivery().isDeadLetter()
                    && story.delivery().progress().deadLetterResolvedAt() == null;
        }

        /// Not if another dead letter has replaced it.
        public boolean isReopenable() {
            return story.delivery().progress().deadLetterResolvedAt() != null
                    && !notes.isEmpty()
                    && !notes.getLast().kind().equals(DeadLetterNote.SUPERSEDED);
        }

        public boolean isWaiting() {
            return story.delivery().progress().state() == DeliveryState.PENDING;
        }

        /// The page of its event, by the id that is the same for all apps; null if it is not kept.
        public @Nullable String eventHref() {
            return story.event() == null ? null : EventsPage.href(story.delivery().event().id());
        }

        /// Whether it can be moved, or resent later.
        public boolean isMovable() {
            return isWaiting() || story.isSendable();
        }

        public boolean hasHistory() {
            return !notes.isEmpty() || isOpenLetter();
        }

        public String title() {
            return story.delivery().event().type() + " to " + story.endpoint().text();
        }

        public String href() {
            return Section.DELIVERIES.path() + "/" + story.id();
        }

        public @Nullable String orderingKey() {
            return story.event() == null ? null : story.event().orderingKey();
        }
    }

    /// Another delivery of the same event.
    public record Sibling(
            String id, StatusBadge mark, EndpointNames.Named endpoint, Instant createdAt) {}

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, "/ui/deliveries/{id}", this::show),
                pages.page(Right.READ, "/ui/deliveries/{id}/body", this::body));
    }

    private Response show(Visit visit) {
        var story =
                stories.of(visit.request(), visit.scope(), visit.now(), Audience.OPERATORS)
                        .orElseThrow(() -> notFound(visit.request()));
        var shown =
                new Shown(
                        story,
                        curl(story, visit.now()),
                        siblings(visit, story),
                        story.delivery().isDeadLetter()
                                ? letters.notes(story.delivery().id())
                                : List.of());
        var layout =
                visit.layout(
                        story.id(),
                        Section.DELIVERIES,
                        new Layout.Crumb("Deliveries", Section.DELIVERIES.path()));
        return Pages.html(
                visit, Html.render(out -> JteDeliveryGenerated.render(out, null, layout, shown)));
    }

    private Response body(Visit visit) {
        return stories.body(visit.request(), visit.scope())
                .orElseThrow(() -> notFound(visit.request()));
    }

    static Problem notFound(Request request) {
        return Problem.of(ProblemType.NOT_FOUND, DeliveryMessages.notFound(request.part("id")));
    }

    private @Nullable String curl(DeliveryDetail story, Instant now) {
        var envelope = story.envelope();
        return envelope == null ? null : curl(story, envelope, now);
    }

    private String curl(DeliveryDetail story, Envelope envelope, Instant now) {
        var made = story.tries();
        var delivery = story.delivery();
        var headers =
                made.isEmpty()
                        ? composer.headers(envelope, delivery.id(), 1, now.getEpochSecond(), "")
                        : made.getLast().sent();
        return Curl.of(
                made.isEmpty() ? story.endpoint().url() : made.getLast().attempt().url(),
                headers,
                names.ownHeaders(delivery.endpointId()),
                envelope.body(),
                story.id() + ".json");
    }

    private List<Sibling> siblings(Visit visit, DeliveryDetail story) {
        var delivery = story.delivery();
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
