package dev.waybill.web.api.deliveries;

import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.deadletters.DeadLettersFeature;
import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.events.EventsFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of deliveries and attempts.
public record DeliveryRoutes(
        DeliveriesFeature feature,
        EventsFeature events,
        DeadLettersFeature deadLetters,
        EndpointsFeature endpoints,
        Composer composer,
        RoutingTable routing) {

    public List<Route> routes(Api api) {
        return Route.join(
                new DeliveriesApi(
                                feature.list(),
                                feature.query(),
                                events.query(),
                                deadLetters.query(),
                                composer,
                                routing,
                                api.apps())
                        .routes(api.access()),
                new AttemptsApi(feature.attempts(), endpoints.endpoints()).routes(api.access()));
    }
}
