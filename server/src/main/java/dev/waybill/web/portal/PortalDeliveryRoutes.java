package dev.waybill.web.portal;

import dev.waybill.feature.events.EventsFeature;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.delivery.DeliveryParts;
import java.util.List;

/// The routes of the customer's deliveries.
public record PortalDeliveryRoutes(EventsFeature events, DeliveryParts parts) {

    public List<Route> routes(PortalPages pages) {
        return Route.join(
                new PortalDeliveriesPage(parts.listing(), events.query()).routes(pages),
                new PortalDeliveryPage(parts.details()).routes(pages));
    }
}
