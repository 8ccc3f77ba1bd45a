package dev.waybill;

import dev.waybill.web.dashboard.BuiltInReceiver;
import dev.waybill.web.dashboard.Healths;
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
import java.util.ArrayList;
import java.util.List;

/// The routes of the portal, and of what is public.
final class PortalRoutes {

    private final Services our;

    PortalRoutes(Services our) {
        this.our = our;
    }

    List<Route> all() {
        var own = new OwnEndpoints(our.endpoints);
        var healths = new Healths(our.endpoints, our.stats);
        var routes = new ArrayList<Route>();
        routes.addAll(
                new Portal(our.access, our.portalLinks, our.clock)
                        .with(
                                new PortalEndpointsPage(
                                                own,
                                                our.series,
                                                healths,
                                                new BuiltInReceiver(our.settings.dev()))
                                        ::routes)
                        .with(
                                new PortalEndpointPage(
                                                own,
                                                our.stats,
                                                our.series,
                                                healths,
                                                our.list,
                                                our.choices)
                                        ::routes)
                        .with(
                                new PortalEndpointEditPage(
                                                our.endpoints, our.writer, our.choices, our.keyring)
                                        ::routes)
                        .with(
                                new PortalActions(
                                                own,
                                                our.engine.states(),
                                                our.tests,
                                                our.again,
                                                our.replays,
                                                our.replayFields)
                                        ::routes)
                        .with(new PortalSecretsPage(own, our.keyring)::routes)
                        .with(new PortalContractPage(own, our.contracts)::routes)
                        .with(
                                new PortalDeliveriesPage(
                                                our.list, our.rows, our.events, our.offered)
                                        ::routes)
                        .with(new PortalDeliveryPage(our.stories)::routes)
                        .with(new PortalTypesPage(our.types)::routes)
                        .routes());
        routes.addAll(new CatalogPage(our.types, our.portalSettings, our.engine.routes()).routes());
        return routes;
    }
}
