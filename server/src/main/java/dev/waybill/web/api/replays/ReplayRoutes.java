package dev.waybill.web.api.replays;

import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.replays.ReplaysFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of replays.
public record ReplayRoutes(ReplaysFeature feature, EndpointsFeature endpoints) {

    public List<Route> routes(Api api) {
        return new ReplaysApi(
                        feature.replays(), endpoints.endpoints(), feature.service(), api.clock())
                .routes(api.access());
    }
}
