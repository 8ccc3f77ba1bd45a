package dev.waybill.web.dashboard.audit;

import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditRecord;
import dev.waybill.feature.users.UsersFeature;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Pages;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// The routes of the audit log.
///
/// @param json an entry as the API shows it, for exports
public record AuditRoutes(
        Audit audit,
        UsersFeature users,
        AccessCache accessCache,
        Function<AuditRecord, ObjectNode> json) {

    public List<Route> routes(Pages pages) {
        return new AuditPage(audit, users.users(), accessCache, json).routes(pages);
    }
}
