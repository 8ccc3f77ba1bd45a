package dev.waybill.web.api.notifications;

import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of notification channels.
public record NotificationRoutes(NotificationsFeature feature) {

    public List<Route> routes(Api api) {
        return new ChannelsApi(feature.channels()).routes(api.access());
    }
}
