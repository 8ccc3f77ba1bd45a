package dev.waybill.web.api.redelivery;

import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.feature.events.EventsFeature;
import dev.waybill.feature.redelivery.RedeliveryFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of resend, requeue and cancel.
public record RedeliveryRoutes(
        RedeliveryFeature feature, DeliveriesFeature deliveries, EventsFeature events) {

    public List<Route> routes(Api api) {
        return Route.join(
                new ResendApi(feature.resends(), feature.service(), deliveries.query())
                        .routes(api.access()),
                new CancelApi(
                                feature.cancels(),
                                feature.service(),
                                deliveries.query(),
                                events.query(),
                                api.apps())
                        .routes(api.access()));
    }
}
