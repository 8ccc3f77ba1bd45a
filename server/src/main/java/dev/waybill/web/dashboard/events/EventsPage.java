package dev.waybill.web.dashboard.events;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.events.EventList;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.feature.events.EventSummary;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.ListPage;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.template.page.JteEventsGenerated;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// `/ui/events`: published events, also those that matched no endpoint.
public final class EventsPage {

    private static final int ROWS_MAX = 50;

    private final EventList list;
    private final EventQuery events;
    private final AccessCache accessCache;

    EventsPage(EventList list, EventQuery events, AccessCache accessCache) {
        this.list = list;
        this.events = events;
        this.accessCache = accessCache;
    }

    /// The values that the template shows.
    ///
    /// @param older where the list goes on; null at its end
    /// @param newest its beginning; null if this is it
    public record Listed(
            EventSearch search,
            List<DeliverySearch.Chip> chips,
            List<Row> rows,
            @Nullable String older,
            @Nullable String newest)
            implements ListPage {

        /// Only the first page of a list can have new rows.
        public boolean isLive() {
            return newest == null && search.text().isEmpty();
        }

        @Override
        public boolean isNarrowed() {
            return search.isNarrowed();
        }

        @Override
        public @Nullable Period period() {
            return search.period();
        }
    }

    /// One event.
    ///
    /// @param id as the API shows it
    /// @param key unique among the events of all apps
    public record Row(
            String id,
            String key,
            StatusBadge badge,
            String type,
            String app,
            int attempts,
            String size,
            Instant capturedAt) {}

    /// The page of an event, by the id that is the same for all apps.
    public static String href(UUID id) {
        return Section.EVENTS.path() + "/" + IdKind.EVENT.format(id);
    }

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, Section.EVENTS.path(), this::show));
    }

    private Response show(Visit visit) throws SQLException {
        var search = EventSearch.of(visit);
        if (!search.text().isEmpty()) {
            return found(visit, search);
        }
        var before = search.before() == null ? EventList.Place.END : search.before();
        var page =
                search.scope(visit, accessCache)
                        .map(scope -> list.page(scope, search.filter(), before, ROWS_MAX))
                        .orElseGet(() -> new EventList.Listed(List.of(), null));
        return shown(visit, search, page);
    }

    /// An id leads to the event; other text is not searched for.
    private Response found(Visit visit, EventSearch search) {
        return events.resolve(search.text(), visit.scope())
                .flatMap(id -> events.head(id, visit.scope()))
                .map(head -> Response.seeOther(href(head.id())))
                .or(() -> ofDelivery(visit, search.text()))
                .orElseGet(() -> shown(visit, search, new EventList.Listed(List.of(), null)));
    }

    /// The events that were published with an idempotency key.
    private Optional<Response> ofDelivery(Visit visit, String key) {
        return events.publishedUnder(key, visit.scope(), 1).stream()
                .findFirst()
                .map(delivery -> Response.seeOther(href(delivery.event().id())));
    }

    private Response shown(Visit visit, EventSearch search, EventList.Listed page) {
        var here = visit.here();
        var listed =
                new Listed(
                        search,
                        search.chips(here),
                        page.rows().stream().map(this::row).toList(),
                        search.older(here, page),
                        search.newest(here));
        var layout = visit.layout("Events", Section.EVENTS);
        return Pages.html(
                visit, Html.render(out -> JteEventsGenerated.render(out, null, layout, listed)));
    }

    private Row row(EventSummary summary) {
        var head = summary.head();
        return new Row(
                head.publicId(),
                IdKind.EVENT.format(head.id()),
                StatusBadge.of(summary.progress().status()),
                head.type(),
                accessCache.uid(head.appId()),
                summary.progress().attempts(),
                Format.number(head.dataBytes()) + " B",
                Ids.timeOf(head.id()));
    }
}
