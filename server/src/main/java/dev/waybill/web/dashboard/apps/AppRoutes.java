package dev.waybill.web.dashboard.apps;

import dev.waybill.feature.apps.AppsFeature;
import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.keys.KeyService;
import dev.waybill.feature.portal.PortalFeature;
import dev.waybill.feature.stats.StatsFeature;
import dev.waybill.web.dashboard.Subscribers;
import dev.waybill.web.http.PublicAddress;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import java.util.List;

/// The routes of apps.
public record AppRoutes(
        AppsFeature feature,
        EndpointsFeature endpoints,
        StatsFeature stats,
        KeyService keys,
        PortalFeature portal,
        Subscribers subscribers,
        PublicAddress address) {

    public List<Route> routes(Pages pages) {
        var app =
                new AppPage(
                        feature.service(),
                        endpoints.endpoints(),
                        subscribers,
                        new AppFigures(stats.query(), stats.series()),
                        keys,
                        portal.links(),
                        portal.settings());
        return Route.join(
                new AppsPage(feature.register(), feature.service(), stats.query(), subscribers)
                        .routes(pages),
                app.routes(pages),
                new AppPortalActions(
                                feature.service(),
                                portal.linkService(),
                                portal.links(),
                                portal.settings(),
                                address,
                                app)
                        .routes(pages));
    }
}
