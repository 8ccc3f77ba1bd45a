package dev.waybill.web.api.events;

import dev.waybill.engine.capture.Capture;
import dev.waybill.engine.trace.Traces;
import dev.waybill.feature.events.EventsFeature;
import dev.waybill.web.access.KeyRates;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of events.
public record EventRoutes(
        EventsFeature feature, Capture capture, TypeCheck types, KeyRates rates, Traces traces) {

    public List<Route> routes(Api api) {
        return Route.join(
                new PublishApi(
                                capture,
                                feature.query(),
                                types,
                                api.apps(),
                                rates,
                                api.clock(),
                                traces)
                        .routes(api.access()),
                new EventsApi(feature.query(), feature.feed(), api.apps()).routes(api.access()));
    }
}
