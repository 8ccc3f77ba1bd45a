package dev.waybill.web.api.eventtypes;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.feature.eventtypes.EventTypeService;
import dev.waybill.feature.eventtypes.EventTypeService.Changed;
import dev.waybill.feature.eventtypes.EventTypeService.Created;
import dev.waybill.feature.eventtypes.EventTypes;
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
import dev.waybill.web.text.CaptureText;
import dev.waybill.web.text.EventTypeText;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/event_types`: the catalog.
public final class EventTypesApi {

    private static final int BODY_BYTES_MAX = 256 * 1024;

    private static final Cursor<String> CURSOR = Cursor.ofNames(PagedList.EVENT_TYPES);

    private final EventTypes types;
    private final EventTypeService service;

    EventTypesApi(EventTypes types, EventTypeService service) {
        this.types = types;
        this.service = service;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER_SHARED, "POST", "/v1/event_types", this::create)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.READ, "GET", "/v1/event_types", this::list),
                access.route(Right.READ, "GET", "/v1/event_types/{name}", this::get),
                access.route(
                                Right.ADMINISTER_SHARED,
                                "PATCH",
                                "/v1/event_types/{name}",
                                this::change)
                        .taking(BODY_BYTES_MAX),
                access.route(
                        Right.ADMINISTER_SHARED, "DELETE", "/v1/event_types/{name}", this::delete));
    }

    private Response create(Request request, Caller caller) throws SQLException {
        var json = Json.readObject(request);
        var key = Idempotency.key(request, json).orElse(null);
        var violations = new Violations();
        var command = EventTypeInput.create(json, caller, key, violations);
        return switch (service.create(command, violations, Access.actor(caller, request))) {
            case Created.Done(var type) -> Json.response(201, json(type));
            case Created.Repeated(var type) -> Json.response(201, json(type));
            case Created.Invalid(var all) -> throw Problem.invalid(all);
            case Created.NameTaken(var name) ->
                    throw Problem.at(ProblemType.CONFLICT, "/name", EventTypeText.nameTaken(name));
            case Created.TooMany(var max) ->
                    throw Problem.of(ProblemType.CONFLICT, EventTypeText.tooMany(max));
            case Created.KeyReused _ -> throw CaptureText.keyReused();
        };
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "limit", "cursor");
        int limit = params.limit();
        var page = types.page(params.cursor(CURSOR).orElse(""), limit, seesHidden(caller));
        var rows = page.types().stream().map(EventTypesApi::json).toList();
        return Json.response(
                200, Pages.of(rows, CURSOR, page.more() ? page.types().getLast().name() : null));
    }

    private Response get(Request request, Caller caller) {
        var name = request.part("name");
        var type =
                types.find(name)
                        .filter(found -> !found.hidden() || seesHidden(caller))
                        .orElseThrow(() -> notFound(name));
        return Json.response(200, json(type));
    }

    /// Hidden types are not shown to customers.
    private static boolean seesHidden(Caller caller) {
        return caller.ownApp() == null;
    }

    private Response change(Request request, Caller caller) throws SQLException {
        var name = request.part("name");
        var json = Json.readObject(request);
        var violations = new Violations();
        var command = EventTypeInput.change(name, json, violations);
        return switch (service.change(command, violations, Access.actor(caller, request))) {
            case Changed.Done(var type) -> Json.response(200, json(type));
            case Changed.Invalid(var all) -> throw Problem.invalid(all);
            case Changed.NotFound _ -> throw notFound(name);
        };
    }

    private Response delete(Request request, Caller caller) throws SQLException {
        var name = request.part("name");
        if (!service.delete(name, Access.actor(caller, request))) {
            throw notFound(name);
        }
        return Response.noContent();
    }

    private static Problem notFound(String name) {
        return Problem.of(ProblemType.NOT_FOUND, EventTypeText.notFound(name));
    }

    public static ObjectNode json(CatalogType type) {
        var json = Json.object();
        json.put("name", type.name());
        json.put("object", "event_type");
        json.put("description", type.description());
        json.put("guidance", type.guidance());
        json.put("ttl_seconds", type.ttlSeconds());
        json.put("expires_at_pointer", type.expiresAtPointer());
        json.put("max_attempts", type.attemptsMax());
        json.set("retry_policy", PolicyJson.choice(type.retryPolicy()));
        json.set("schema", parsed(type.schema()));
        json.put("validate", type.validate());
        json.set("example", parsed(type.example()));
        json.put("deprecated", type.deprecated());
        json.put("hidden", type.hidden());
        Json.put(json, "created_at", type.createdAt());
        Json.put(json, "updated_at", type.updatedAt());
        return json;
    }

    private static @Nullable JsonNode parsed(@Nullable String text) {
        return text == null ? null : Json.parse(text);
    }
}
