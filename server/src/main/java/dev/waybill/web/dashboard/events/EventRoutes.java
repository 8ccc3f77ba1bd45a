package dev.waybill.web.dashboard.events;

import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.events.EventsFeature;
import dev.waybill.feature.redelivery.RedeliveryFeature;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.delivery.DeliveryParts;
import java.util.List;

/// The routes of events.
public record EventRoutes(
        EventsFeature feature,
        RedeliveryFeature redelivery,
        DeliveryParts parts,
        AccessCache accessCache) {

    public List<Route> routes(Pages pages) {
        return Route.join(
                new EventsPage(feature.list(), feature.query(), accessCache).routes(pages),
                new EventPage(feature.query(), parts.rows(), redelivery.cancels(), accessCache)
                        .routes(pages));
    }
}
