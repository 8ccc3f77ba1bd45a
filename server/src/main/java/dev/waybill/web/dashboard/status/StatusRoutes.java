package dev.waybill.web.dashboard.status;

import dev.waybill.feature.status.ServiceStatus;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import java.util.List;

/// The routes of the status.
public record StatusRoutes(ServiceStatus status, String version) {

    public List<Route> routes(Pages pages) {
        return new StatusPage(status, version).routes(pages);
    }
}
