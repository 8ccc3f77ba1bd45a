package dev.waybill;

import dev.waybill.infra.Version;
import dev.waybill.web.api.Api;
import dev.waybill.web.api.alerts.AlertRoutes;
import dev.waybill.web.api.apps.AppRoutes;
import dev.waybill.web.api.audit.AuditRoutes;
import dev.waybill.web.api.contract.ContractRoutes;
import dev.waybill.web.api.deadletters.DeadLetterRoutes;
import dev.waybill.web.api.deliveries.DeliveryRoutes;
import dev.waybill.web.api.endpoints.EndpointRoutes;
import dev.waybill.web.api.events.EventRoutes;
import dev.waybill.web.api.events.TypeCheck;
import dev.waybill.web.api.eventtypes.EventTypeRoutes;
import dev.waybill.web.api.keys.KeyRoutes;
import dev.waybill.web.api.notifications.NotificationRoutes;
import dev.waybill.web.api.portal.PortalRoutes;
import dev.waybill.web.api.redelivery.RedeliveryRoutes;
import dev.waybill.web.api.replays.ReplayRoutes;
import dev.waybill.web.api.retrypolicies.RetryPolicyRoutes;
import dev.waybill.web.api.stats.StatsRoutes;
import dev.waybill.web.api.status.StatusRoutes;
import dev.waybill.web.api.testsends.TestSendRoutes;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.endpoint.BuiltInReceiver;
import java.util.List;

/// The routes of the API: its nouns, with the features that each needs.
final class ApiRoutes {

    private ApiRoutes() {}

    static List<Route> of(Edges edges) {
        var base = edges.base;
        var features = edges.features;
        var endpoints = features.endpoints;
        var deliveries = features.deliveries;
        var events = features.events;
        var engine = edges.sending.engine;
        var types = new TypeCheck(engine.routes(), base.settings.catalogTypesOnly());
        return new Api(edges.access, edges.apps, base.clock)
                .with(
                        new EventRoutes(
                                        events,
                                        engine.capture(),
                                        types,
                                        edges.rates,
                                        base.tracing.traces())
                                ::routes)
                .with(
                        new DeliveryRoutes(
                                        deliveries,
                                        events,
                                        features.deadLetters,
                                        endpoints,
                                        edges.sending.composer,
                                        engine.routes())
                                ::routes)
                .with(new RedeliveryRoutes(features.redelivery, deliveries, events)::routes)
                .with(new DeadLetterRoutes(features.deadLetters, deliveries)::routes)
                .with(new ReplayRoutes(features.replays, endpoints)::routes)
                .with(new StatsRoutes(features.stats, endpoints)::routes)
                .with(new EndpointRoutes(endpoints)::routes)
                .with(new TestSendRoutes(features.testSends, endpoints)::routes)
                .with(new ContractRoutes(features.contracts, endpoints)::routes)
                .with(new EventTypeRoutes(features.eventTypes)::routes)
                .with(new RetryPolicyRoutes(features.retryPolicies)::routes)
                .with(new AppRoutes(features.apps)::routes)
                .with(new KeyRoutes(features.keys)::routes)
                .with(new PortalRoutes(features.portal, edges.address)::routes)
                .with(new AuditRoutes(base.audit)::routes)
                .with(new StatusRoutes(features.status, Version.current())::routes)
                .with(new AlertRoutes(features.alerts, features.notifications)::routes)
                .with(new NotificationRoutes(features.notifications)::routes)
                .with(_ -> builtInReceiver(base.settings.dev()))
                .routes();
    }

    /// Takes everything and keeps nothing, for developers who have no receiver yet.
    private static List<Route> builtInReceiver(boolean dev) {
        return dev
                ? List.of(
                        Route.waiting(
                                "POST", BuiltInReceiver.PATH, _ -> Response.text(200, "taken\n")))
                : List.of();
    }
}
