package dev.waybill.web.api.audit;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditFilter;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.List;
import java.util.UUID;

/// Reads `/v1/audit_log`. Entries are written by the changes themselves.
final class AuditLogApi {

    private static final Cursor<UUID> CURSOR = Cursor.ofIds(PagedList.AUDIT_LOG);

    private final Audit audit;
    private final AppNames apps;

    AuditLogApi(Audit audit, AppNames apps) {
        this.audit = audit;
        this.apps = apps;
    }

    public List<Route> routes(Access access) {
        return List.of(access.route(Right.AUDIT, "GET", "/v1/audit_log", this::list));
    }

    private Response list(Request request, Caller caller) {
        var params =
                new Params(
                        request,
                        "actor",
                        "action",
                        "object_id",
                        "app",
                        "since",
                        "until",
                        "limit",
                        "cursor");
        var filter =
                new AuditFilter(
                        caller.mode(),
                        params.text("app").map(name -> apps.named(name, caller)).orElse(null),
                        params.text("actor").orElse(null),
                        params.text("action").orElse(null),
                        params.text("object_id").orElse(null),
                        params.time("since").orElse(null),
                        params.time("until").orElse(null));
        int limit = params.limit();
        var page = audit.page(filter, params.cursor(CURSOR).orElse(DeliveryList.AFTER_ALL), limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(
                200,
                Pages.of(
                        page.stream().map(entry -> AuditJson.of(entry, apps::uid)).toList(),
                        CURSOR,
                        last));
    }
}
