package dev.waybill.web.api.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.HeldLane;
import dev.waybill.feature.endpoints.LaneHolds;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints/{id}/lanes`: ordered lanes that are held, and their release.
final class LanesApi {

    private static final Cursor<UUID> CURSOR = Cursor.ofIds(PagedList.HELD_LANES);

    private final Endpoints endpoints;
    private final LaneHolds holds;

    LanesApi(Endpoints endpoints, LaneHolds holds) {
        this.endpoints = endpoints;
        this.holds = holds;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.READ, "GET", "/v1/webhook_endpoints/{id}/lanes", this::list),
                access.route(
                        Right.OPERATE,
                        "POST",
                        "/v1/webhook_endpoints/{id}/lanes/{key}/release",
                        this::release));
    }

    private Response list(Request request, Caller caller) {
        var id = known(request, caller).id();
        var params = new Params(request, "limit", "cursor");
        int limit = params.limit();
        var before = params.cursor(CURSOR).orElse(DeliveryList.AFTER_ALL);
        var page = holds.page(id, before, limit);
        var last = page.size() < limit ? null : page.getLast().deliveryId();
        var lanes = page.stream().map(held -> json(held, Audience.of(caller))).toList();
        return Json.response(200, Pages.of(lanes, CURSOR, last));
    }

    private Response release(Request request, Caller caller) {
        var endpoint = known(request, caller);
        var key = request.part("key");
        if (!holds.release(endpoint, key, Access.actor(caller, request))) {
            throw Problem.of(
                    ProblemType.NOT_FOUND, "This endpoint has no held lane with this key.");
        }
        return Response.noContent();
    }

    private static ObjectNode json(HeldLane held, Audience audience) {
        boolean strict = held.lane().isStrict();
        var json = Json.object();
        json.put("object", "lane");
        json.put("key", strict ? LaneHolds.ALL_KEYS : held.lane().name());
        json.put("ordering", (strict ? Ordering.STRICT : Ordering.KEY).code());
        json.put("delivery_id", IdKind.DELIVERY.format(held.deliveryId()));
        json.put("reason", audience.seen(held.reason()).code());
        Json.put(json, "held_at", held.heldAt());
        json.put("waiting", held.waiting());
        return json;
    }

    private Endpoint known(Request request, Caller caller) {
        return endpoints
                .find(EndpointsApi.idOf(request), caller.scope())
                .orElseThrow(() -> EndpointsApi.notFound(request));
    }
}
