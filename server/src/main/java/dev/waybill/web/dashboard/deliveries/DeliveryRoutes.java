package dev.waybill.web.dashboard.deliveries;

import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.feature.deadletters.DeadLettersFeature;
import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.events.EventsFeature;
import dev.waybill.feature.redelivery.RedeliveryFeature;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.delivery.DeliveryParts;
import dev.waybill.web.site.endpoint.EndpointParts;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// The routes of deliveries.
///
/// @param json a delivery as the API shows it, for exports
public record DeliveryRoutes(
        DeliveriesFeature feature,
        EventsFeature events,
        DeadLettersFeature deadLetters,
        RedeliveryFeature redelivery,
        DeliveryParts parts,
        EndpointParts endpointParts,
        Composer composer,
        AccessCache accessCache,
        Function<DeliveryView, ObjectNode> json) {

    public List<Route> routes(Pages pages) {
        var names = endpointParts.names();
        return Route.join(
                new DeliveriesPage(parts.listing(), events.query(), names, accessCache)
                        .routes(pages),
                new DeliveryExport(feature.list(), names, accessCache, json).routes(pages),
                new DeliveryPage(
                                parts.details(),
                                events.query(),
                                deadLetters.query(),
                                composer,
                                names)
                        .routes(pages),
                new DeliveryActions(parts.sendAgain(), redelivery.service(), redelivery.cancels())
                        .routes(pages));
    }
}
