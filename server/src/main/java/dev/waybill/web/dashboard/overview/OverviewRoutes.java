package dev.waybill.web.dashboard.overview;

import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.replays.ReplaysFeature;
import dev.waybill.feature.stats.StatsFeature;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.endpoint.BuiltInReceiver;
import dev.waybill.web.site.endpoint.EndpointParts;
import java.util.List;

/// The routes of the first page.
public record OverviewRoutes(
        StatsFeature stats,
        DeliveriesFeature deliveries,
        ReplaysFeature replays,
        EndpointsFeature endpoints,
        TestSends testSends,
        EndpointParts parts,
        BuiltInReceiver receiver) {

    public List<Route> routes(Pages pages) {
        var firstRun =
                new FirstRun(
                        endpoints.endpoints(),
                        deliveries.query(),
                        stats.query(),
                        endpoints.service(),
                        endpoints.secrets(),
                        testSends,
                        receiver);
        return new OverviewPage(
                        stats.query(),
                        stats.series(),
                        deliveries.backlog(),
                        replays.replays(),
                        parts.names(),
                        firstRun,
                        new Condition(deliveries.facts()))
                .routes(pages);
    }
}
