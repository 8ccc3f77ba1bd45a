package dev.waybill.web.api.contract;

import dev.waybill.feature.contract.Contracts;
import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of contracts.
public record ContractRoutes(Contracts contracts, EndpointsFeature endpoints) {

    public List<Route> routes(Api api) {
        return new ContractApi(endpoints.endpoints(), contracts).routes(api.access());
    }
}
