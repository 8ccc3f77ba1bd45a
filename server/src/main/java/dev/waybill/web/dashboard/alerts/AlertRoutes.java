package dev.waybill.web.dashboard.alerts;

import dev.waybill.feature.alerts.AlertsFeature;
import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import java.util.List;

/// The routes of alerts.
public record AlertRoutes(AlertsFeature feature, NotificationsFeature notifications) {

    public List<Route> routes(Pages pages) {
        return Route.join(
                new AlertsPage(feature.alerts()).routes(pages),
                new AlertPage(feature.alerts(), notifications.outbox(), notifications.channels())
                        .routes(pages));
    }
}
