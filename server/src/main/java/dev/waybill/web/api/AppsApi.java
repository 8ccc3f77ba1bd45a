package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.engine.access.App;
import dev.waybill.feature.apps.AppRegister;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.sql.SQLException;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/apps`: the platform's customers, by id or uid. An app's key sees its own.
public final class AppsApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;
    private static final char LIST = 'a';

    private final AppRegister register;
    private final AppWriter writer;

    public AppsApi(AppRegister register, AppWriter writer) {
        this.register = register;
        this.writer = writer;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER_SHARED, "POST", "/v1/apps", this::create),
                access.route(Right.READ, "GET", "/v1/apps", this::list),
                access.route(Right.READ, "GET", "/v1/apps/{id}", this::get),
                access.route(Right.ADMINISTER_SHARED, "PATCH", "/v1/apps/{id}", this::change),
                access.route(Right.ADMINISTER_SHARED, "DELETE", "/v1/apps/{id}", this::delete));
    }

    private Response create(Request request, Caller caller) throws SQLException {
        var json = Json.readObject(request, BODY_BYTES_MAX);
        var key = Idempotency.key(request, json).orElse(null);
        return Json.response(
                201, json(writer.create(json, caller, key, Access.actor(caller, request))));
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "limit", "cursor");
        int limit = params.limit();
        var before = params.cursor(LIST).orElse(DeliveryList.AFTER_ALL);
        var own = caller.ownApp();
        if (own != null) {
            var rows = register.find(own).stream().map(AppsApi::json).toList();
            return Json.response(200, Pages.of(rows, LIST, null));
        }
        var page = register.page(before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(200, Pages.of(page.stream().map(AppsApi::json).toList(), LIST, last));
    }

    private Response get(Request request, Caller caller) {
        return Json.response(200, json(writer.known(request.part("id"), caller)));
    }

    private Response change(Request request, Caller caller) throws SQLException {
        var id = writer.known(request.part("id"), caller).id();
        var json = Json.readObject(request, BODY_BYTES_MAX);
        return Json.response(200, json(writer.change(id, json, Access.actor(caller, request))));
    }

    private Response delete(Request request, Caller caller) throws SQLException {
        var id = writer.known(request.part("id"), caller).id();
        writer.delete(id, Access.actor(caller, request));
        return Response.noContent();
    }

    static ObjectNode json(App app) {
        var json = Json.object();
        json.put("id", IdKind.APP.format(app.id()));
        json.put("object", "app");
        json.put("uid", app.uid());
        json.put("name", app.name());
        Json.put(json, "created_at", app.createdAt());
        Json.put(json, "updated_at", app.updatedAt());
        return json;
    }
}
