package dev.waybill.web.dashboard.settings;

import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.alerts.RuleService;
import dev.waybill.feature.keys.KeyService;
import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.feature.portal.PortalFeature;
import dev.waybill.feature.retrypolicies.RetryPoliciesFeature;
import dev.waybill.feature.users.UsersFeature;
import dev.waybill.web.http.PublicAddress;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import java.util.List;

/// The routes of the settings.
public record SettingsRoutes(
        KeyService keys,
        UsersFeature users,
        PortalFeature portal,
        RetryPoliciesFeature retryPolicies,
        ServiceSections service,
        PublicAddress address,
        AccessCache accessCache,
        NotificationsFeature notifications,
        RuleService rules) {

    public List<Route> routes(Pages pages) {
        return Route.join(
                new KeysSection(keys, accessCache).routes(pages),
                new UsersSection(users.users(), users.service(), address).routes(pages),
                new PortalSection(portal.settings()).routes(pages),
                new PoliciesSection(retryPolicies.policies(), retryPolicies.service())
                        .routes(pages),
                new ChannelsSection(notifications.channels(), rules, notifications.mail())
                        .routes(pages),
                new RulesSection(rules).routes(pages),
                service.routes(pages));
    }
}
