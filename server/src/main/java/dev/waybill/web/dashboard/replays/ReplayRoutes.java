package dev.waybill.web.dashboard.replays;

import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.feature.replays.ReplaysFeature;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.endpoint.EndpointParts;
import java.util.List;

/// The routes of replays.
public record ReplayRoutes(
        ReplaysFeature feature, DeliveriesFeature deliveries, EndpointParts parts) {

    public List<Route> routes(Pages pages) {
        var replays = feature.replays();
        var names = parts.names();
        var replay = new ReplayPage(replays, deliveries.query(), names);
        return Route.join(
                new ReplaysPage(replays, names).routes(pages),
                new NewReplayPage(feature.service(), parts.offered(), names).routes(pages),
                replay.routes(pages),
                new ReplayActions(feature.service(), replays, replay).routes(pages));
    }
}
