package dev.waybill.web.api.eventtypes;

import dev.waybill.feature.eventtypes.EventTypesFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of event types.
public record EventTypeRoutes(EventTypesFeature feature) {

    public List<Route> routes(Api api) {
        return new EventTypesApi(feature.types(), feature.service()).routes(api.access());
    }
}
