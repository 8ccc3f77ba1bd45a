package dev.waybill.web.api.alerts;

import dev.waybill.feature.alerts.AlertsFeature;
import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of alerts and their rules.
public record AlertRoutes(AlertsFeature feature, NotificationsFeature notifications) {

    public List<Route> routes(Api api) {
        return Route.join(
                new AlertsApi(feature.alerts(), notifications.outbox(), api.apps(), api.clock())
                        .routes(api.access()),
                new AlertRulesApi(feature.rules(), api.clock()).routes(api.access()));
    }
}
