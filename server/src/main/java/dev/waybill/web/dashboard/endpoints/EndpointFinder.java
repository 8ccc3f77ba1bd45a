package dev.waybill.web.dashboard.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.text.EndpointMessages;

/// Finds the endpoint that an address names.
public final class EndpointFinder {

    private final Endpoints endpoints;

    public EndpointFinder(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    public Endpoint of(Visit visit) {
        return IdKind.ENDPOINT
                .parse(visit.request().part("id"))
                .flatMap(id -> endpoints.find(id, visit.scope()))
                .orElseThrow(() -> notFound(visit));
    }

    static Problem notFound(Visit visit) {
        return Problem.of(
                ProblemType.NOT_FOUND, EndpointMessages.notFound(visit.request().part("id")));
    }

    /// Its page.
    public static Link page(Endpoint endpoint) {
        return Link.to(Section.ENDPOINTS.path() + "/" + IdKind.ENDPOINT.format(endpoint.id()));
    }

    static Layout.Crumb crumb() {
        return new Layout.Crumb("Endpoints", Section.ENDPOINTS.path());
    }

    static Layout.Crumb crumb(Endpoint endpoint) {
        return new Layout.Crumb(IdKind.ENDPOINT.format(endpoint.id()), page(endpoint).toString());
    }
}
