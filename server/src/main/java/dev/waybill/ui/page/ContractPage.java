package dev.waybill.ui.page;

import dev.waybill.contract.Contracts;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.endpoint.Endpoints;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.ui.Html;
import dev.waybill.ui.Layout;
import dev.waybill.ui.Pages;
import dev.waybill.ui.Section;
import dev.waybill.ui.Visit;
import dev.waybill.ui.template.page.JteContractGenerated;
import java.sql.SQLException;
import java.util.List;

/// `/ui/endpoints/{id}/contract`: what an endpoint can rely on, in words, for reading and printing.
public final class ContractPage {

    private final Endpoints endpoints;
    private final Contracts contracts;

    public ContractPage(Endpoints endpoints, Contracts contracts) {
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
