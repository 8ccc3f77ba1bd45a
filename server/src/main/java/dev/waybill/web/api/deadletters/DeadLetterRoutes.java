package dev.waybill.web.api.deadletters;

import dev.waybill.feature.deadletters.DeadLettersFeature;
import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of dead letters.
public record DeadLetterRoutes(DeadLettersFeature feature, DeliveriesFeature deliveries) {

    public List<Route> routes(Api api) {
        return new DeadLettersApi(
                        feature.groups(), feature.service(), deliveries.query(), api.apps())
                .routes(api.access());
    }
}
