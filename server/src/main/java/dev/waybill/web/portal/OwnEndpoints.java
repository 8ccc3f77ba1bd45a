package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.text.EndpointMessages;
import java.util.List;

/// A customer's own endpoints. Endpoints of others are not found.
public final class OwnEndpoints {

    /// Limit of endpoints in a list.
    private static final int COUNT_MAX = 200;

    private final Endpoints endpoints;

    public OwnEndpoints(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    /// The endpoint that the address names.
    Endpoint named(PortalVisit visit) {
        return IdKind.ENDPOINT
                .parse(visit.request().part("id"))
                .flatMap(id -> endpoints.find(id, visit.scope()))
                .orElseThrow(OwnEndpoints::notFound);
    }

    static Problem notFound() {
        return Problem.of(ProblemType.NOT_FOUND, EndpointMessages.NOT_FOUND_FOR_CUSTOMERS);
    }

    /// Newest first.
    List<Endpoint> all(PortalVisit visit) {
        return endpoints.page(visit.scope(), DeliveryList.AFTER_ALL, COUNT_MAX);
    }

    /// An endpoint's page.
    static Link page(Endpoint endpoint) {
        return Link.to(Tab.ENDPOINTS.path() + "/" + IdKind.ENDPOINT.format(endpoint.id()));
    }

    /// The link back to the list.
    static Layout.Crumb crumb() {
        return new Layout.Crumb("Endpoints", Tab.ENDPOINTS.path());
    }

    static Layout.Crumb crumb(Endpoint endpoint) {
        return new Layout.Crumb(endpoint.url(), page(endpoint).toString());
    }
}
