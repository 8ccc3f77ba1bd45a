package dev.waybill.web.api.status;

import dev.waybill.feature.status.ServiceStatus;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of the status.
public record StatusRoutes(ServiceStatus status, String version) {

    public List<Route> routes(Api api) {
        return new StatusApi(status, version).routes(api.access());
    }
}
