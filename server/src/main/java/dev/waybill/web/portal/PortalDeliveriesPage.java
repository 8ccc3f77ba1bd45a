package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.deliveries.Page;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.delivery.DeliveryRows;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.endpoint.OfferedEndpoints;
import dev.waybill.web.template.portal.JteDeliveriesGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/portal/deliveries`: what was sent to a customer, and what came of it.
public final class PortalDeliveriesPage {

    private static final int ROWS_MAX = 50;

    private final DeliveryList list;
    private final DeliveryRows rows;
    private final EventQuery events;
    private final OfferedEndpoints offered;

    public PortalDeliveriesPage(
            DeliveryList list, DeliveryRows rows, EventQuery events, OfferedEndpoints offered) {
        this.list = list;
        this.rows = rows;
        this.events = events;
        this.offered = offered;
    }

    /// What the template shows.
    ///
    /// @param older where the list goes on; null at its end
    /// @param newest its beginning; null if this is it
    /// @param sendKey makes a click that is repeated the same request
    public record Listed(
            DeliverySearch search,
            List<DeliverySearch.Chip> chips,
            List<EndpointNames.Named> endpoints,
            List<DeliveryRows.Row> rows,
            @Nullable String older,
            @Nullable String newest,
            String sendKey) {

        /// Only the beginning of a list has anything new.
        public boolean isLive() {
            return newest == null && search.text().isEmpty();
        }
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(pages.page(Tab.DELIVERIES.path(), this::show));
    }

    /// Whatever app the address names: what is seen is the customer's own.
    private Response show(PortalVisit visit) {
        var search = DeliverySearch.of(visit).ofCustomer();
        if (!search.text().isEmpty()) {
            return found(visit, search);
        }
        var before = search.before() == null ? DeliveryList.AFTER_ALL : search.before();
        var filter = Audience.CUSTOMERS.seen(search.filter());
        return shown(visit, search, list.page(visit.scope(), filter, before, ROWS_MAX));
    }

    /// An id leads to what it names; an event's to its deliveries.
    private Response found(PortalVisit visit, DeliverySearch search) {
        if (IdKind.DELIVERY.parse(search.text()).isPresent()) {
            return Response.seeOther(Tab.DELIVERIES.path() + "/" + search.text());
        }
        var found =
                events.resolve(search.text(), visit.scope())
                        .map(event -> events.deliveries(event, visit.scope(), ROWS_MAX))
                        .orElseGet(List::of);
        return shown(visit, search, new Page<>(found.reversed(), null));
    }

    private Response shown(PortalVisit visit, DeliverySearch search, Page<DeliveryView> page) {
        var listed =
                new Listed(
                        search,
                        search.chips(visit.here(), _ -> "One endpoint only"),
                        offered.to(visit.scope()),
                        rows.of(page.rows(), Audience.CUSTOMERS),
                        search.older(visit.here(), page),
                        search.newest(visit.here()),
                        visit.request().id());
        var layout = visit.layout("Deliveries", Tab.DELIVERIES);
        return PortalPages.html(
                visit,
                Html.render(out -> JteDeliveriesGenerated.render(out, null, layout, listed)));
    }
}
