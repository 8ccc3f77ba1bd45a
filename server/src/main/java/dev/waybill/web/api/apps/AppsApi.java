package dev.waybill.web.api.apps;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.access.App;
import dev.waybill.feature.apps.AppRegister;
import dev.waybill.feature.apps.AppRegister.Deletion;
import dev.waybill.feature.apps.AppService;
import dev.waybill.feature.apps.AppService.Changed;
import dev.waybill.feature.apps.AppService.Created;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.Idempotency;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.AppText;
import dev.waybill.web.text.CaptureText;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/apps`: the platform's customers, by id or uid. An app's key sees its own.
public final class AppsApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;
    private static final Cursor<UUID> CURSOR = Cursor.ofIds(PagedList.APPS);

    private final AppRegister register;
    private final AppService service;

    AppsApi(AppRegister register, AppService service) {
        this.register = register;
        this.service = service;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER_SHARED, "POST", "/v1/apps", this::create)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.READ, "GET", "/v1/apps", this::list),
                access.route(Right.READ, "GET", "/v1/apps/{id}", this::get),
                access.route(Right.ADMINISTER_SHARED, "PATCH", "/v1/apps/{id}", this::change)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.ADMINISTER_SHARED, "DELETE", "/v1/apps/{id}", this::delete));
    }

    private Response create(Request request, Caller caller) throws SQLException {
        var json = Json.readObject(request);
        var key = Idempotency.key(request, json).orElse(null);
        var violations = new Violations();
        var command = AppInput.create(json, caller.mode(), key, violations);
        return switch (service.create(command, violations, Access.actor(caller, request))) {
            case Created.Done(var app) -> Json.response(201, json(app));
            case Created.Repeated(var app) -> Json.response(201, json(app));
            case Created.Invalid(var all) -> throw Problem.invalid(all);
            case Created.UidTaken(var uid) -> throw conflict(AppText.taken(uid));
            case Created.TooMany(var max) ->
                    throw Problem.of(ProblemType.CONFLICT, AppText.tooMany(max));
            case Created.KeyReused _ -> throw CaptureText.keyReused();
        };
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "limit", "cursor");
        int limit = params.limit();
        var before = params.cursor(CURSOR).orElse(DeliveryList.AFTER_ALL);
        var own = caller.ownApp();
        if (own != null) {
            var rows = register.find(own).stream().map(AppsApi::json).toList();
            return Json.response(200, Pages.of(rows, CURSOR, null));
        }
        var page = register.page(before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(
                200, Pages.of(page.stream().map(AppsApi::json).toList(), CURSOR, last));
    }

    private Response get(Request request, Caller caller) {
        return Json.response(200, json(known(request, caller)));
    }

    private App known(Request request, Caller caller) {
        var name = request.part("id");
        return service.find(name, caller).orElseThrow(() -> AppText.notFound(name));
    }

    private Response change(Request request, Caller caller) throws SQLException {
        var id = known(request, caller).id();
        var json = Json.readObject(request);
        var violations = new Violations();
        var command = AppInput.change(id, json, violations);
        return switch (service.change(command, violations, Access.actor(caller, request))) {
            case Changed.Done(var app) -> Json.response(200, json(app));
            case Changed.Invalid(var all) -> throw Problem.invalid(all);
            case Changed.NotFound _ -> throw AppText.notFound(IdKind.APP.format(id));
            case Changed.UidTaken(var uid) -> throw conflict(AppText.taken(uid));
            case Changed.BuiltIn _ -> throw conflict(AppText.KEEPS_UID);
        };
    }

    private static Problem conflict(String detail) {
        return Problem.at(ProblemType.CONFLICT, "/uid", detail);
    }

    private Response delete(Request request, Caller caller) throws SQLException {
        var id = known(request, caller).id();
        var deletion = service.delete(id, Access.actor(caller, request));
        if (deletion != Deletion.DELETED) {
            throw AppText.problem(deletion, id);
        }
        return Response.noContent();
    }

    public static ObjectNode json(App app) {
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
