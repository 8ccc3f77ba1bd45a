package dev.waybill.web.dashboard.contract;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.contract.Contracts;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.page.JteContractGenerated;
import java.sql.SQLException;
import java.util.List;

/// `/ui/endpoints/{id}/contract`: the guarantees for an endpoint as text.
final class ContractPage {

    private final Endpoints endpoints;
    private final Contracts contracts;

    ContractPage(Endpoints endpoints, Contracts contracts) {
        this.endpoints = endpoints;
        this.contracts = contracts;
    }

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, "/ui/endpoints/{id}/contract", this::show));
    }

    private Response show(Visit visit) throws SQLException {
        var id = visit.request().part("id");
        var endpoint =
                IdKind.ENDPOINT
                        .parse(id)
                        .flatMap(known -> endpoints.find(known, visit.scope()))
                        .orElseThrow(() ->
                                Problem.of(
                                        ProblemType.NOT_FOUND, "There is no such endpoint here."));
        var layout =
                visit.layout(
                        "Contract of " + id,
                        Section.ENDPOINTS,
                        new Layout.Crumb("Endpoints", Section.ENDPOINTS.path()),
                        new Layout.Crumb(endpoint.url(), Section.ENDPOINTS.path() + "/" + id));
        var contract = contracts.of(endpoint);
        return Pages.html(
                visit,
                Html.render(out ->
                        JteContractGenerated.render(out, null, layout, contract, endpoint.url())));
    }
}
