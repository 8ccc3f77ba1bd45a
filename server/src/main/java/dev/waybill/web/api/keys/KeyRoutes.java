package dev.waybill.web.api.keys;

import dev.waybill.feature.keys.KeyService;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of API keys.
public record KeyRoutes(KeyService keys) {

    public List<Route> routes(Api api) {
        return new ApiKeysApi(keys, api.apps(), api.clock()).routes(api.access());
    }
}
