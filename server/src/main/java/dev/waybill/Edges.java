package dev.waybill;

import dev.waybill.web.access.Access;
import dev.waybill.web.access.KeyRates;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.health.HealthApi;
import dev.waybill.web.http.PublicAddress;
import dev.waybill.web.http.Route;
import dev.waybill.web.metrics.MetricsApi;
import dev.waybill.web.site.delivery.DeliveryParts;
import dev.waybill.web.site.endpoint.BuiltInReceiver;
import dev.waybill.web.site.endpoint.EndpointParts;
import java.util.List;

/// The API, the dashboard and the portal, with their shared parts and their routes.
final class Edges {

    final Foundation base;
    final Sending sending;
    final Features features;
    final KeyRates rates;
    final Access access;
    final AppNames apps;
    final PublicAddress address;
    final BuiltInReceiver receiver;
    final EndpointParts endpointParts;
    final DeliveryParts deliveryParts;

    Edges(Foundation base, Sending sending, Features features) {
        this.base = base;
        this.sending = sending;
        this.features = features;
        var settings = base.settings;
        rates =
                new KeyRates(
                        settings.rates().publishing(), settings.rates().acting(), System::nanoTime);
        access = new Access(base.accessCache, settings.adminKey(), rates, base.clock);
        apps = new AppNames(base.accessCache);
        address = new PublicAddress(settings.publicUrl());
        receiver = new BuiltInReceiver(settings.dev());
        endpointParts =
                EndpointParts.of(
                        features.endpoints,
                        features.apps,
                        features.eventTypes,
                        features.retryPolicies,
                        sending.engine.routes(),
                        base.accessCache);
        deliveryParts =
                DeliveryParts.of(
                        features.deliveries,
                        features.events,
                        features.deadLetters,
                        features.redelivery,
                        endpointParts,
                        sending.composer);
    }

    List<Route> routes(HealthApi health, MetricsApi metrics) {
        return Route.join(
                health.routes(),
                metrics.routes(access),
                ApiRoutes.of(this),
                DashboardRoutes.of(this),
                PortalRoutes.of(this));
    }
}
