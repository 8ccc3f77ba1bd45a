package dev.waybill.web.api.audit;

import dev.waybill.engine.audit.Audit;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of the audit log.
public record AuditRoutes(Audit audit) {

    public List<Route> routes(Api api) {
        return new AuditLogApi(audit, api.apps()).routes(api.access());
    }
}
