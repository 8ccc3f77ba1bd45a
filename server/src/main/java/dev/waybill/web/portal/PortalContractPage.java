package dev.waybill.web.portal;

import dev.waybill.feature.contract.Contracts;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.template.portal.JteContractGenerated;
import java.sql.SQLException;
import java.util.List;

/// `/portal/endpoints/{id}/contract`: the guarantees for a customer's endpoint as text, also for
/// printing.
public final class PortalContractPage {

    private final OwnEndpoints endpoints;
    private final Contracts contracts;

    public PortalContractPage(OwnEndpoints endpoints, Contracts contracts) {
        this.endpoints = endpoints;
        this.contracts = contracts;
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(pages.page("/portal/endpoints/{id}/contract", this::show));
    }

    private Response show(PortalVisit visit) throws SQLException {
        var endpoint = endpoints.named(visit);
        var contract = contracts.of(endpoint);
        var layout =
                visit.layout(
                        "Contract",
                        Tab.ENDPOINTS,
                        OwnEndpoints.crumb(),
                        OwnEndpoints.crumb(endpoint));
        return PortalPages.html(
                visit,
                Html.render(out ->
                        JteContractGenerated.render(out, null, layout, contract, endpoint.url())));
    }
}
