package dev.waybill.web.portal;

import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.replays.ReplaysFeature;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.delivery.DeliveryParts;
import java.util.List;

/// The routes of customers' actions on endpoints and deliveries.
public record PortalActionRoutes(
        EndpointsFeature endpoints,
        TestSends testSends,
        ReplaysFeature replays,
        DeliveryParts parts) {

    public List<Route> routes(PortalPages pages) {
        var own = new OwnEndpoints(endpoints.endpoints());
        return new PortalActions(
                        own, endpoints.states(), testSends, parts.sendAgain(), replays.service())
                .routes(pages);
    }
}
