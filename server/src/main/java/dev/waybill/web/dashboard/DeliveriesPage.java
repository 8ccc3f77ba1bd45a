package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.deliveries.Page;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.delivery.DeliveryRows;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.endpoint.OfferedEndpoints;
import dev.waybill.web.template.page.JteDeliveriesGenerated;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/deliveries`: what was sent, and what came of it.
public final class DeliveriesPage {

    private static final int ROWS_MAX = 50;

    private final DeliveryList list;
    private final DeliveryRows rows;
    private final EventQuery events;
    private final EndpointNames names;
    private final OfferedEndpoints offered;
    private final AccessCache directory;

    public DeliveriesPage(
            DeliveryList list,
            DeliveryRows rows,
            EventQuery events,
            EndpointNames names,
            OfferedEndpoints offered,
            AccessCache directory) {
        this.list = list;
        this.rows = rows;
        this.events = events;
        this.names = names;
        this.offered = offered;
        this.directory = directory;
    }

    /// What the template shows.
    ///
    /// @param export the same as a file; null for what was searched
    /// @param replay the plan of sending all of it again; null if there can be none
    /// @param cancel the plan of cancelling all of it; null if there can be none
    /// @param older where the list goes on; null at its end
    /// @param newest its beginning; null if this is it
    public record Listed(
            DeliverySearch search,
            List<DeliverySearch.Chip> chips,
            List<EndpointNames.Named> endpoints,
            List<DeliveryRows.Row> rows,
            @Nullable Link export,
            @Nullable String replay,
            @Nullable String cancel,
            @Nullable String older,
            @Nullable String newest) {

        /// Only the beginning of a list has anything new.
        public boolean isLive() {
            return newest == null && search.text().isEmpty();
        }

        public DeliveryState[] states() {
            return DeliveryState.values();
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, Section.DELIVERIES.path(), this::show));
    }

    private Response show(Visit visit) throws SQLException {
        var search = DeliverySearch.of(visit);
        if (!search.text().isEmpty()) {
            return found(visit, search);
        }
        var before = search.before() == null ? DeliveryList.AFTER_ALL : search.before();
        var page =
                search.scope(visit, directory)
                        .map(scope -> list.page(scope, search.filter(), before, ROWS_MAX))
                        .orElseGet(() -> new Page<>(List.of(), null));
        return shown(visit, search, page);
    }

    /// An id leads to what it names; an event's, and the key it was published under, to its
    /// deliveries, or to the event if it has none.
    private Response found(Visit visit, DeliverySearch search) {
        if (IdKind.DELIVERY.parse(search.text()).isPresent()) {
            return Response.seeOther(
                    Link.to(Section.DELIVERIES.path() + "/" + search.text()).toString());
        }
        var event = events.resolve(search.text(), visit.scope());
        var found =
                event.map(id -> events.deliveries(id, visit.scope(), ROWS_MAX))
                        .filter(deliveries -> !deliveries.isEmpty())
                        .orElseGet(() ->
                                events.publishedUnder(search.text(), visit.scope(), ROWS_MAX));
        if (found.isEmpty() && event.flatMap(id -> events.head(id, visit.scope())).isPresent()) {
            return Response.seeOther(EventsPage.href(event.orElseThrow()));
        }
        return found.size() == 1
                ? Response.seeOther(
                        Section.DELIVERIES.path()
                                + "/"
                                + IdKind.DELIVERY.format(found.getFirst().id()))
                : shown(visit, search, new Page<>(found.reversed(), null));
    }

    private Response shown(Visit visit, DeliverySearch search, Page<DeliveryView> page) {
        var here = visit.here();
        var export =
                search.text().isEmpty()
                        ? new Link("/ui/deliveries/export", here.query()).without("before")
                        : null;
        var plans = new DeliveryPlans(search);
        var listed =
                new Listed(
                        search,
                        search.chips(here, id -> "Endpoint " + names.of(id).text()),
                        offered.to(visit.scope()),
                        rows.of(page.rows(), Audience.OPERATORS),
                        export,
                        plans.replay(),
                        plans.cancel(),
                        search.older(here, page),
                        search.newest(here));
        var layout = visit.layout("Deliveries", Section.DELIVERIES);
        return Pages.html(
                visit,
                Html.render(out -> JteDeliveriesGenerated.render(out, null, layout, listed)));
    }
}
