package dev.waybill;

import dev.waybill.web.http.Route;
import dev.waybill.web.portal.Portal;
import dev.waybill.web.portal.PortalActionRoutes;
import dev.waybill.web.portal.PortalDeliveryRoutes;
import dev.waybill.web.portal.PortalEndpointRoutes;
import dev.waybill.web.portal.PortalTypesPage;
import dev.waybill.web.site.CatalogPage;
import dev.waybill.web.site.MailLinkPages;
import java.util.List;

/// The routes of the portal and of the public pages, with the features that each group needs.
final class PortalRoutes {

    private PortalRoutes() {}

    static List<Route> of(Edges edges) {
        var features = edges.features;
        var types = features.eventTypes.types();
        var portal =
                new Portal(edges.access, features.portal.links(), edges.base.clock)
                        .with(
                                new PortalEndpointRoutes(
                                                features.endpoints,
                                                features.stats,
                                                features.deliveries,
                                                features.contracts,
                                                edges.endpointParts,
                                                edges.receiver,
                                                features.notifications.owners())
                                        ::routes)
                        .with(
                                new PortalActionRoutes(
                                                features.endpoints,
                                                features.testSends,
                                                features.replays,
                                                edges.deliveryParts)
                                        ::routes)
                        .with(
                                new PortalDeliveryRoutes(features.events, edges.deliveryParts)
                                        ::routes)
                        .with(new PortalTypesPage(types)::routes);
        var catalog =
                new CatalogPage(types, features.portal.settings(), edges.sending.engine.routes());
        var mail = new MailLinkPages(features.notifications.owners());
        return Route.join(portal.routes(), catalog.routes(), mail.routes());
    }
}
