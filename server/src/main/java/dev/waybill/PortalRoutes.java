package dev.waybill;

import dev.waybill.web.http.Route;
import dev.waybill.web.portal.OwnEndpoints;
import dev.waybill.web.portal.Portal;
import dev.waybill.web.portal.PortalActions;
import dev.waybill.web.portal.PortalContractPage;
import dev.waybill.web.portal.PortalDeliveriesPage;
import dev.waybill.web.portal.PortalDeliveryPage;
import dev.waybill.web.portal.PortalEndpointEditPage;
import dev.waybill.web.portal.PortalEndpointPage;
import dev.waybill.web.portal.PortalEndpointsPage;
import dev.waybill.web.portal.PortalSecretsPage;
import dev.waybill.web.portal.PortalTypesPage;
import dev.waybill.web.site.CatalogPage;
import dev.waybill.web.site.endpoint.BuiltInReceiver;
import dev.waybill.web.site.endpoint.Healths;
import java.util.ArrayList;
import java.util.List;

/// The routes of the portal, and of what is public.
final class PortalRoutes {

    private final Features features;

    PortalRoutes(Features features) {
        this.features = features;
    }

    List<Route> all() {
        var own = new OwnEndpoints(features.endpoints);
        var healths = new Healths(features.endpoints, features.stats);
        var routes = new ArrayList<Route>();
        routes.addAll(
                new Portal(features.access, features.portalLinks, features.clock)
                        .with(
                                new PortalEndpointsPage(
                                                own,
                                                features.series,
                                                healths,
                                                new BuiltInReceiver(features.settings.dev()))
                                        ::routes)
                        .with(
                                new PortalEndpointPage(
                                                own,
                                                features.stats,
                                                features.series,
                                                healths,
                                                features.list,
                                                features.choices)
                                        ::routes)
                        .with(
                                new PortalEndpointEditPage(
                                                features.endpoints,
                                                features.endpointService,
                                                features.choices,
                                                features.revealedSecrets)
                                        ::routes)
                        .with(
                                new PortalActions(
                                                own,
                                                features.endpointStates,
                                                features.tests,
                                                features.sendAgain,
                                                features.replayService)
                                        ::routes)
                        .with(
                                new PortalSecretsPage(
                                                own,
                                                features.endpointService,
                                                features.revealedSecrets)
                                        ::routes)
                        .with(new PortalContractPage(own, features.contracts)::routes)
                        .with(new PortalDeliveriesPage(features.listing, features.events)::routes)
                        .with(new PortalDeliveryPage(features.deliveryDetails)::routes)
                        .with(new PortalTypesPage(features.types)::routes)
                        .routes());
        routes.addAll(
                new CatalogPage(features.types, features.portalSettings, features.engine.routes())
                        .routes());
        return routes;
    }
}
