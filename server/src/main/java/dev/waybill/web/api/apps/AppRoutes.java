package dev.waybill.web.api.apps;

import dev.waybill.feature.apps.AppsFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of apps.
public record AppRoutes(AppsFeature feature) {

    public List<Route> routes(Api api) {
        return new AppsApi(feature.register(), feature.service()).routes(api.access());
    }
}
