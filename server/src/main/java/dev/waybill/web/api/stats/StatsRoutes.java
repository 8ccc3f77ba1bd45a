package dev.waybill.web.api.stats;

import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.stats.StatsFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of statistics.
public record StatsRoutes(StatsFeature feature, EndpointsFeature endpoints) {

    public List<Route> routes(Api api) {
        return new StatsApi(
                        feature.query(),
                        feature.changes(),
                        endpoints.endpoints(),
                        api.apps(),
                        api.clock())
                .routes(api.access());
    }
}
