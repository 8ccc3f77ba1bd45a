package dev.waybill;

import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.retention.forget.KeptDays;
import dev.waybill.infra.Version;
import dev.waybill.web.api.audit.AuditJson;
import dev.waybill.web.api.deliveries.DeliveryJson;
import dev.waybill.web.dashboard.Subscribers;
import dev.waybill.web.dashboard.alerts.AlertRoutes;
import dev.waybill.web.dashboard.apps.AppRoutes;
import dev.waybill.web.dashboard.audit.AuditRoutes;
import dev.waybill.web.dashboard.contract.ContractRoutes;
import dev.waybill.web.dashboard.deadletters.DeadLetterRoutes;
import dev.waybill.web.dashboard.deliveries.DeliveryRoutes;
import dev.waybill.web.dashboard.endpoints.EndpointRoutes;
import dev.waybill.web.dashboard.events.EventRoutes;
import dev.waybill.web.dashboard.eventtypes.EventTypeRoutes;
import dev.waybill.web.dashboard.overview.OverviewRoutes;
import dev.waybill.web.dashboard.redelivery.RedeliveryRoutes;
import dev.waybill.web.dashboard.replays.ReplayRoutes;
import dev.waybill.web.dashboard.settings.ServiceSections;
import dev.waybill.web.dashboard.settings.SettingsRoutes;
import dev.waybill.web.dashboard.status.StatusRoutes;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Dashboard;
import java.util.List;

/// The routes of the dashboard: its nouns, with the features that each needs.
final class DashboardRoutes {

    private DashboardRoutes() {}

    static List<Route> of(Edges edges) {
        var base = edges.base;
        var accessCache = base.accessCache;
        var features = edges.features;
        var endpoints = features.endpoints;
        var deliveries = features.deliveries;
        var stats = features.stats;
        var endpointParts = edges.endpointParts;
        var subscribers = new Subscribers(edges.sending.engine.routes(), accessCache);
        return new Dashboard(
                        edges.access, features.users, features.alerts.alerts()::firing, base.clock)
                .with(
                        new OverviewRoutes(
                                        stats,
                                        deliveries,
                                        features.replays,
                                        endpoints,
                                        features.testSends,
                                        endpointParts,
                                        edges.receiver)
                                ::routes)
                .with(
                        new DeliveryRoutes(
                                        deliveries,
                                        features.events,
                                        features.deadLetters,
                                        features.redelivery,
                                        edges.deliveryParts,
                                        endpointParts,
                                        edges.sending.composer,
                                        accessCache,
                                        delivery -> DeliveryJson.of(delivery, Audience.OPERATORS))
                                ::routes)
                .with(new RedeliveryRoutes(features.redelivery, endpointParts)::routes)
                .with(
                        new EventRoutes(
                                        features.events,
                                        features.redelivery,
                                        edges.deliveryParts,
                                        accessCache)
                                ::routes)
                .with(new DeadLetterRoutes(features.deadLetters, deliveries, endpointParts)::routes)
                .with(
                        new EndpointRoutes(
                                        endpoints,
                                        stats,
                                        deliveries,
                                        features.testSends,
                                        endpointParts,
                                        accessCache,
                                        features.alerts.alerts())
                                ::routes)
                .with(new ReplayRoutes(features.replays, deliveries, endpointParts)::routes)
                .with(
                        new AuditRoutes(
                                        base.audit,
                                        features.users,
                                        accessCache,
                                        entry -> AuditJson.of(entry, accessCache::uid))
                                ::routes)
                .with(
                        new EventTypeRoutes(
                                        features.eventTypes,
                                        stats,
                                        endpoints,
                                        features.testSends,
                                        subscribers)
                                ::routes)
                .with(
                        new AppRoutes(
                                        features.apps,
                                        endpoints,
                                        stats,
                                        features.keys,
                                        features.portal,
                                        subscribers,
                                        edges.address)
                                ::routes)
                .with(new ContractRoutes(features.contracts, endpoints)::routes)
                .with(new StatusRoutes(features.status, Version.current())::routes)
                .with(new AlertRoutes(features.alerts, features.notifications)::routes)
                .with(
                        new SettingsRoutes(
                                        features.keys,
                                        features.users,
                                        features.portal,
                                        features.retryPolicies,
                                        serviceSections(edges),
                                        edges.address,
                                        accessCache,
                                        features.notifications,
                                        features.alerts.rules())
                                ::routes)
                .routes();
    }

    private static ServiceSections serviceSections(Edges edges) {
        var base = edges.base;
        var settings = base.settings;
        return new ServiceSections(
                installation(base),
                SettingLines.retention(settings),
                SettingLines.network(settings),
                new KeptDays(base.database),
                edges.features.deliveries.facts());
    }

    private static ServiceSections.Installation installation(Foundation base) {
        var settings = base.settings;
        return new ServiceSections.Installation(
                Version.current(),
                Runtime.version().toString(),
                settings.database() == null
                        ? settings.data().toAbsolutePath().normalize().toString()
                        : null,
                base.clock.instant());
    }
}
