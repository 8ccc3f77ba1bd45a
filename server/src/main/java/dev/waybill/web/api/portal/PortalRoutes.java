package dev.waybill.web.api.portal;

import dev.waybill.feature.portal.PortalFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.PublicAddress;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of portal links and of the look of the portal.
public record PortalRoutes(PortalFeature feature, PublicAddress address) {

    public List<Route> routes(Api api) {
        return Route.join(
                new PortalLinksApi(
                                feature.links(),
                                feature.linkService(),
                                address,
                                api.apps(),
                                api.clock())
                        .routes(api.access()),
                new PortalApi(feature.settings(), api.apps()).routes(api.access()));
    }
}
