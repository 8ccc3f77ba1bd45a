package dev.waybill.web.dashboard.eventtypes;

import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.eventtypes.EventTypesFeature;
import dev.waybill.feature.stats.StatsFeature;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.web.dashboard.Subscribers;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import java.util.List;

/// The routes of event types.
public record EventTypeRoutes(
        EventTypesFeature feature,
        StatsFeature stats,
        EndpointsFeature endpoints,
        TestSends testSends,
        Subscribers subscribers) {

    public List<Route> routes(Pages pages) {
        return Route.join(
                new TypesPage(feature.types(), stats.query(), subscribers).routes(pages),
                new TypePage(
                                feature.types(),
                                feature.service(),
                                stats.query(),
                                subscribers,
                                endpoints.endpoints(),
                                testSends)
                        .routes(pages));
    }
}
