package dev.waybill.web.dashboard.deadletters;

import dev.waybill.feature.deadletters.DeadLettersFeature;
import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.endpoint.EndpointParts;
import java.util.List;

/// The routes of dead letters.
public record DeadLetterRoutes(
        DeadLettersFeature feature, DeliveriesFeature deliveries, EndpointParts parts) {

    public List<Route> routes(Pages pages) {
        return Route.join(
                new DeadLettersPage(feature.groups(), deliveries.query(), parts.names())
                        .routes(pages),
                new DeadLetterActions(feature.service()).routes(pages),
                new ResolvedDeadLettersPage(deliveries.list(), feature.query(), parts.names())
                        .routes(pages));
    }
}
