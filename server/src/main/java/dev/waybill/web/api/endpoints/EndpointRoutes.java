package dev.waybill.web.api.endpoints;

import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of endpoints.
public record EndpointRoutes(EndpointsFeature feature) {

    public List<Route> routes(Api api) {
        var endpoints = feature.endpoints();
        return Route.join(
                new EndpointsApi(endpoints, feature.service(), api.apps(), api.clock())
                        .routes(api.access()),
                new EndpointStatesApi(
                                endpoints,
                                feature.states(),
                                feature.history(),
                                api.apps(),
                                api.clock())
                        .routes(api.access()),
                new EndpointSecretsApi(
                                endpoints,
                                feature.service(),
                                feature.secrets(),
                                api.apps(),
                                api.clock())
                        .routes(api.access()),
                new LanesApi(endpoints, feature.lanes()).routes(api.access()));
    }
}
