package dev.waybill.web.api.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.StateChange;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.ChangeEndpointState;
import dev.waybill.feature.endpoints.EndpointStateService;
import dev.waybill.feature.endpoints.EndpointStateService.StateChanged;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.EndpointText;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints/{id}/enable`, `disable`, `pause`, `resume` and `state_changes`.
final class EndpointStatesApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;
    private static final Cursor<UUID> CURSOR = Cursor.ofIds(PagedList.STATE_CHANGES);

    private final Endpoints endpoints;
    private final EndpointStateService service;
    private final EndpointStates states;
    private final AppNames apps;
    private final InstantSource clock;

    EndpointStatesApi(
            Endpoints endpoints,
            EndpointStateService service,
            EndpointStates states,
            AppNames apps,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.service = service;
        this.states = states;
        this.apps = apps;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        var routes = new ArrayList<Route>();
        for (var action : EndpointAction.values()) {
            routes.add(
                    access.route(
                                    Right.OPERATE,
                                    "POST",
                                    "/v1/webhook_endpoints/{id}/" + action.code(),
                                    (request, caller) -> act(request, caller, action))
                            .taking(BODY_BYTES_MAX));
        }
        routes.add(
                access.route(
                        Right.READ,
                        "GET",
                        "/v1/webhook_endpoints/{id}/state_changes",
                        this::history));
        return routes;
    }

    private Response act(Request request, Caller caller, EndpointAction action)
            throws SQLException {
        var id = known(request, caller);
        var input = new JsonInput(Json.readOptionalObject(request), "reason");
        var command = new ChangeEndpointState(id, action, input.text("reason").orNull());
        var actor = Access.actor(caller, request);
        return switch (service.change(command, input.violations(), actor)) {
            case StateChanged.Done(var endpoint) ->
                    Json.response(
                            200,
                            EndpointJson.of(
                                    endpoint,
                                    apps.uid(endpoint.appId()),
                                    failures(endpoint.id()),
                                    clock.instant(),
                                    Audience.of(caller)));
            case StateChanged.Invalid(var all) -> throw Problem.invalid(all);
            case StateChanged.NotPossible(var why) -> throw Problem.of(ProblemType.CONFLICT, why);
            case StateChanged.Busy _ -> throw EndpointText.stillEnding();
            case StateChanged.NotFound _ -> throw EndpointsApi.notFound(request);
        };
    }

    private Response history(Request request, Caller caller) {
        var id = known(request, caller);
        var params = new Params(request, "limit", "cursor");
        int limit = params.limit();
        var before = params.cursor(CURSOR).orElse(DeliveryList.AFTER_ALL);
        var page = states.history(id, before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(
                200,
                Pages.of(
                        page.stream().map(change -> json(change, Audience.of(caller))).toList(),
                        CURSOR,
                        last));
    }

    private static ObjectNode json(StateChange change, Audience audience) {
        var json = Json.object();
        json.put("object", "state_change");
        json.put("endpoint_id", IdKind.ENDPOINT.format(change.endpointId()));
        Json.put(json, "at", change.at());
        json.put("from", change.from().code());
        json.put("to", change.to().code());
        json.put("reason", audience.seenStateReason(change.reason()));
        json.put("actor", change.actor());
        return json;
    }

    private int failures(UUID id) {
        return endpoints.failures(List.of(id)).getOrDefault(id, 0);
    }

    private UUID known(Request request, Caller caller) {
        return endpoints
                .find(EndpointsApi.idOf(request), caller.scope())
                .orElseThrow(() -> EndpointsApi.notFound(request))
                .id();
    }
}
