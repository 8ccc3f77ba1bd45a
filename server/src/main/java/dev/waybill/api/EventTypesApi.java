package dev.waybill.api;

import dev.waybill.catalogue.CataloguedType;
import dev.waybill.catalogue.EventTypes;
import dev.waybill.catalogue.EventTypes.Creation;
import dev.waybill.catalogue.PolicyJson;
import dev.waybill.domain.Right;
import dev.waybill.endpoint.Routes;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/event_types`: the catalogue.
public final class EventTypesApi {

    private static final int BODY_BYTES_MAX = 256 * 1024;

    private final EventTypes types;
    private final PolicyChoices policies;
    private final Routes routes;
    private final InstantSource clock;

    public EventTypesApi(
            EventTypes types, PolicyChoices policies, Routes routes, InstantSource clock) {
        this.types = types;
        this.policies = policies;
        this.routes = routes;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER, "POST", "/v1/event_types", this::create),
                access.route(Right.READ, "GET", "/v1/event_types", this::list),
                access.route(Right.READ, "GET", "/v1/event_types/{name}", this::get),
                access.route(Right.ADMINISTER, "PATCH", "/v1/event_types/{name}", this::change),
                access.route(Right.ADMINISTER, "DELETE", "/v1/event_types/{name}", this::delete));
    }

    private Response create(Request request, Caller caller) throws SQLException {
        var json = Json.readObject(request, BODY_BYTES_MAX);
        var fields = new EventTypeFields(json, policies);
        var name =
                fields.name()
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "/name", "name is required, such as invoice.paid."));
        var now = now();
        var type = fields.appliedTo(blank(name, now), now);
        var key = Idempotency.key(request, json).orElse(null);
        var creation =
                types.create(type, caller.homeApp(), caller.mode(), key, caller.act(request));
        routes.refresh();
        return switch (creation) {
            case Creation.Created(var made) -> Json.response(201, json(made));
            case Creation.Repeated(var made) -> Json.response(201, json(made));
            case Creation.Taken _ ->
                    throw Problem.at(
                            ProblemType.CONFLICT,
                            "/name",
                            "There is an event type " + name + " already.");
            case Creation.TooMany _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "There are "
                                    + EventTypes.COUNT_MAX
                                    + " event types, which is as many as there can be.");
            case Creation.Clash _ -> throw Idempotency.reused();
        };
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "limit", "cursor");
        int limit = params.limit();
        var page = types.page(NameCursor.after(params), limit, seesHidden(caller));
        return Json.response(
                200, NameCursor.page(page, limit, CataloguedType::name, EventTypesApi::json));
    }

    private Response get(Request request, Caller caller) {
        var name = request.part("name");
        var type =
                types.find(name)
                        .filter(found -> !found.hidden() || seesHidden(caller))
                        .orElseThrow(() -> notFound(name));
        return Json.response(200, json(type));
    }

    /// What is hidden is hidden from customers.
    private static boolean seesHidden(Caller caller) {
        return caller.ownApp() == null;
    }

    private Response change(Request request, Caller caller) throws SQLException {
        var name = request.part("name");
        var fields = new EventTypeFields(Json.readObject(request, BODY_BYTES_MAX), policies);
        if (!fields.name().orElse(name).equals(name)) {
            throw Problem.invalid("/name", "An event type keeps its name: events carry it.");
        }
        var changed =
                types.change(name, caller.act(request), before -> fields.appliedTo(before, now()))
                        .orElseThrow(() -> notFound(name));
        routes.refresh();
        return Json.response(200, json(changed));
    }

    private Response delete(Request request, Caller caller) throws SQLException {
        var name = request.part("name");
        if (!types.delete(name, caller.act(request))) {
            throw notFound(name);
        }
        routes.refresh();
        return Response.noContent();
    }

    private static CataloguedType blank(String name, Instant now) {
        return new CataloguedType(
                name, "", "", null, null, null, null, null, false, null, false, false, now, now);
    }

    static ObjectNode json(CataloguedType type) {
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

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static Problem notFound(String name) {
        return Problem.of(ProblemType.NOT_FOUND, "There is no event type " + name + ".");
    }
}
