package dev.waybill.web.dashboard.events;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.events.EventDetail;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.feature.redelivery.Cancels;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.delivery.Body;
import dev.waybill.web.site.delivery.DeliveryRows;
import dev.waybill.web.site.text.DeliveryMessages;
import dev.waybill.web.template.page.JteEventGenerated;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/events/{id}`: one event with its data and its deliveries.
public final class EventPage {

    private static final String PATH = "/ui/events/{id}";

    /// A page with a body needs memory for the bytes from the database, the text and the answer.
    private static final int MEMORY_PER_BYTE = 4;

    private final EventQuery events;
    private final DeliveryRows rows;
    private final Cancels cancels;
    private final AccessCache accessCache;

    EventPage(EventQuery events, DeliveryRows rows, Cancels cancels, AccessCache accessCache) {
        this.events = events;
        this.rows = rows;
        this.cancels = cancels;
        this.accessCache = accessCache;
    }

    /// The values that the template shows.
    ///
    /// @param key unique among the events of all apps
    /// @param more whether it has more deliveries than are listed
    public record Shown(
            Event event,
            String key,
            String app,
            StatusBadge badge,
            int attempts,
            Body body,
            List<DeliveryRows.Row> deliveries,
            boolean more,
            boolean waiting) {

        public String href() {
            return Section.EVENTS.path() + "/" + key;
        }

        public Instant capturedAt() {
            return Ids.timeOf(event.id());
        }

        public String typeHref() {
            return Section.TYPES.path() + "/" + event.type();
        }

        /// The rule that set the expiry; null if none did.
        public @Nullable String expiryRule() {
            return switch (event.expiresBy()) {
                case null -> null;
                case EVENT -> "set by the publish";
                case POINTER -> "set by its data";
                case TYPE -> "set by its event type";
            };
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, PATH, this::show),
                pages.page(Right.READ, PATH + "/data", this::data),
                pages.action(Right.OPERATE, PATH + "/cancel", this::cancel));
    }

    private Response show(Visit visit) {
        var shown = shown(visit, detail(visit));
        var layout =
                visit.layout(
                        shown.event().publicId(),
                        Section.EVENTS,
                        new Layout.Crumb(Section.EVENTS.title(), Section.EVENTS.path()));
        return Pages.html(
                visit, Html.render(out -> JteEventGenerated.render(out, null, layout, shown)));
    }

    private Shown shown(Visit visit, EventDetail detail) {
        var event = detail.event();
        return new Shown(
                event,
                IdKind.EVENT.format(event.id()),
                accessCache.uid(event.appId()),
                StatusBadge.of(detail.progress().status()),
                detail.progress().attempts(),
                Body.of(event.data(), Body.isRaw(visit)),
                rows.of(detail.deliveries().reversed(), Audience.OPERATORS),
                detail.more(),
                detail.deliveries().stream()
                        .anyMatch(
                                delivery -> delivery.progress().state() == DeliveryState.PENDING));
    }

    private EventDetail detail(Visit visit) {
        var detail =
                events.resolve(visit.request().part("id"), visit.scope())
                        .flatMap(id -> events.detail(id, visit.scope()))
                        .orElseThrow(() -> notFound(visit));
        visit.request().reserve((long) MEMORY_PER_BYTE * detail.event().data().length);
        return detail;
    }

    private Event event(Visit visit) {
        return events.resolve(visit.request().part("id"), visit.scope())
                .flatMap(id -> events.find(id, visit.scope()))
                .orElseThrow(() -> notFound(visit));
    }

    private Response data(Visit visit) {
        var event = event(visit);
        visit.request().reserve((long) MEMORY_PER_BYTE * event.data().length);
        return Body.download(event.data(), IdKind.EVENT.format(event.id()));
    }

    private Response cancel(Visit visit, Form form) {
        var event = event(visit);
        var done = cancels.cancel(visit.actor(), event);
        if (done.inFlight() > 0) {
            throw Problem.of(ProblemType.CONFLICT, DeliveryMessages.eventInFlight(done.inFlight()));
        }
        return Pages.done(Link.to(EventsPage.href(event.id())), Notice.EVENT_CANCELLED);
    }

    private static Problem notFound(Visit visit) {
        return Problem.of(
                ProblemType.NOT_FOUND, DeliveryMessages.eventNotFound(visit.request().part("id")));
    }
}
