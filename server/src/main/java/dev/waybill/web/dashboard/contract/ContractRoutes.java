package dev.waybill.web.dashboard.contract;

import dev.waybill.feature.contract.Contracts;
import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import java.util.List;

/// The routes of contracts.
public record ContractRoutes(Contracts contracts, EndpointsFeature endpoints) {

    public List<Route> routes(Pages pages) {
        return new ContractPage(endpoints.endpoints(), contracts).routes(pages);
    }
}
