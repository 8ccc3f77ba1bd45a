package dev.waybill.web.dashboard.endpoints;

import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.alerts.AlertService;
import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.stats.StatsFeature;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.endpoint.EndpointParts;
import java.util.List;

/// The routes of endpoints.
public record EndpointRoutes(
        EndpointsFeature feature,
        StatsFeature stats,
        DeliveriesFeature deliveries,
        TestSends testSends,
        EndpointParts parts,
        AccessCache accessCache,
        AlertService alerts) {

    public List<Route> routes(Pages pages) {
        var endpoints = feature.endpoints();
        var glances = deliveries.glances();
        var figures =
                new EndpointFigures(
                        endpoints, stats.query(), stats.series(), deliveries.causes(), glances);
        var lanes = new HeldLanes(endpoints, feature.lanes());
        return Route.join(
                new EndpointsPage(endpoints, stats.query(), stats.series(), glances, accessCache)
                        .routes(pages),
                new EndpointPage(
                                endpoints,
                                feature.history(),
                                figures,
                                parts.choices(),
                                lanes,
                                alerts,
                                accessCache)
                        .routes(pages),
                lanes.routes(pages),
                new EndpointActions(endpoints, feature.states(), testSends).routes(pages),
                new EndpointEditPage(
                                endpoints, feature.service(), parts.choices(), feature.secrets())
                        .routes(pages),
                new EndpointSecretsPage(endpoints, feature.service(), feature.secrets())
                        .routes(pages));
    }
}
