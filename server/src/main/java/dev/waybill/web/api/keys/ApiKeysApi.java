package dev.waybill.web.api.keys;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.keys.KeyService;
import dev.waybill.feature.keys.KeyService.Created;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AppNames;
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
import dev.waybill.web.text.ApiKeyText;
import dev.waybill.web.text.CaptureText;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/api_keys`. A key is shown once, in the answer to the request that made it.
final class ApiKeysApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;
    private static final Cursor<UUID> CURSOR = Cursor.ofIds(PagedList.API_KEYS);

    private final KeyService keys;
    private final AppNames apps;
    private final InstantSource clock;

    ApiKeysApi(KeyService keys, AppNames apps, InstantSource clock) {
        this.keys = keys;
        this.apps = apps;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER, "POST", "/v1/api_keys", this::create)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.ADMINISTER, "GET", "/v1/api_keys", this::list),
                access.route(Right.ADMINISTER, "GET", "/v1/api_keys/{id}", this::get),
                access.route(Right.ADMINISTER, "DELETE", "/v1/api_keys/{id}", this::revoke));
    }

    private Response create(Request request, Caller caller) throws SQLException {
        var json = Json.readObject(request);
        var key = Idempotency.key(request, json).orElse(null);
        var violations = new Violations();
        var command = ApiKeyInput.create(json, caller, key, violations);
        return switch (keys.create(command, violations, Access.actor(caller, request))) {
            case Created.Done(var made, var text) ->
                    Json.response(201, json(made).put("key", text));
            case Created.Repeated(var made) -> Json.response(201, json(made).putNull("key"));
            case Created.Invalid(var all) -> throw Problem.invalid(all);
            case Created.OtherMode(var own) ->
                    throw Problem.of(ProblemType.FORBIDDEN, ApiKeyText.otherMode(own));
            case Created.TooMany(var max) ->
                    throw Problem.of(ProblemType.CONFLICT, ApiKeyText.tooMany(max));
            case Created.KeyReused _ -> throw CaptureText.keyReused();
        };
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "app", "limit", "cursor");
        int limit = params.limit();
        var before = params.cursor(CURSOR).orElse(DeliveryList.AFTER_ALL);
        var app = params.text("app").map(name -> apps.named(name, caller)).orElse(null);
        var page = keys.page(app, caller, before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(200, Pages.of(page.stream().map(this::json).toList(), CURSOR, last));
    }

    private Response get(Request request, Caller caller) {
        var id = request.part("id");
        var key = keys.find(id, caller).orElseThrow(() -> ApiKeyText.notFound(id));
        return Json.response(200, json(key));
    }

    private Response revoke(Request request, Caller caller) throws SQLException {
        var id = request.part("id");
        if (!keys.revoke(id, caller, Access.actor(caller, request))) {
            throw ApiKeyText.notFound(id);
        }
        return Response.noContent();
    }

    private ObjectNode json(ApiKey key) {
        return ApiKeyJson.of(key, apps, clock.instant());
    }
}
