package dev.waybill.web.portal;

import dev.waybill.feature.contract.Contracts;
import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.notifications.OwnerAddresses;
import dev.waybill.feature.stats.StatsFeature;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.endpoint.BuiltInReceiver;
import dev.waybill.web.site.endpoint.EndpointParts;
import dev.waybill.web.site.endpoint.Healths;
import java.util.List;

/// The routes of the customer's endpoints.
public record PortalEndpointRoutes(
        EndpointsFeature feature,
        StatsFeature stats,
        DeliveriesFeature deliveries,
        Contracts contracts,
        EndpointParts parts,
        BuiltInReceiver receiver,
        OwnerAddresses owners) {

    public List<Route> routes(PortalPages pages) {
        var endpoints = feature.endpoints();
        var own = new OwnEndpoints(endpoints);
        var healths = new Healths(endpoints, stats.query());
        return Route.join(
                new PortalEndpointsPage(own, stats.series(), healths, receiver).routes(pages),
                new PortalEndpointPage(
                                own,
                                stats.query(),
                                stats.series(),
                                healths,
                                deliveries.list(),
                                parts.choices(),
                                owners)
                        .routes(pages),
                new PortalEndpointEditPage(
                                endpoints, feature.service(), parts.choices(), feature.secrets())
                        .routes(pages),
                new PortalSecretsPage(own, feature.service(), feature.secrets()).routes(pages),
                new PortalContractPage(own, contracts).routes(pages));
    }
}
