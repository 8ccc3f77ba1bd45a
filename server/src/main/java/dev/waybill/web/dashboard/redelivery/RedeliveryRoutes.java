package dev.waybill.web.dashboard.redelivery;

import dev.waybill.feature.redelivery.RedeliveryFeature;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.endpoint.EndpointParts;
import java.util.List;

/// The routes that cancel many deliveries.
public record RedeliveryRoutes(RedeliveryFeature feature, EndpointParts parts) {

    public List<Route> routes(Pages pages) {
        return new CancelPage(feature.service(), parts.offered(), parts.names()).routes(pages);
    }
}
