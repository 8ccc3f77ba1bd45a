package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.deliveries.Page;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.delivery.DeliveryListing;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.site.text.DeliveryMessages;
import dev.waybill.web.template.portal.JteDeliveriesGenerated;
import java.util.List;

/// `/portal/deliveries`: the deliveries to a customer with their results.
public final class PortalDeliveriesPage {

    private final DeliveryListing listing;
    private final EventQuery events;

    public PortalDeliveriesPage(DeliveryListing listing, EventQuery events) {
        this.listing = listing;
        this.events = events;
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(pages.page(Tab.DELIVERIES.path(), this::show));
    }

    /// A customer sees only their own app, regardless of the address.
    private Response show(PortalVisit visit) {
        var search = DeliverySearch.of(visit).ofCustomer();
        if (!search.text().isEmpty()) {
            return found(visit, search);
        }
        return shown(visit, search, listing.page(visit.scope(), search, Audience.CUSTOMERS));
    }

    /// A delivery's id leads to the delivery; an event's to its deliveries.
    private Response found(PortalVisit visit, DeliverySearch search) {
        if (IdKind.DELIVERY.parse(search.text()).isPresent()) {
            return Response.seeOther(Tab.DELIVERIES.path() + "/" + search.text());
        }
        var scope = visit.scope();
        var found =
                events.resolve(search.text(), scope)
                        .map(event -> events.deliveries(event, scope, DeliveryListing.ROWS_MAX))
                        .orElseGet(List::of);
        return shown(visit, search, DeliveryListing.found(found));
    }

    private Response shown(PortalVisit visit, DeliverySearch search, Page<DeliveryView> page) {
        var listed =
                listing.of(
                        visit,
                        search,
                        page,
                        Audience.CUSTOMERS,
                        _ -> DeliveryMessages.ONE_ENDPOINT);
        var layout = visit.layout("Deliveries", Tab.DELIVERIES);
        return PortalPages.html(
                visit,
                Html.render(out -> JteDeliveriesGenerated.render(out, null, layout, listed)));
    }
}
