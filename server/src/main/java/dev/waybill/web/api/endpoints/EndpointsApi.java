package dev.waybill.web.api.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.ChangeEndpoint;
import dev.waybill.feature.endpoints.EndpointService;
import dev.waybill.feature.endpoints.EndpointService.Changed;
import dev.waybill.feature.endpoints.EndpointService.Created;
import dev.waybill.feature.endpoints.Endpoints;
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
import dev.waybill.web.text.CaptureText;
import dev.waybill.web.text.EndpointText;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints`.
public final class EndpointsApi {

    private static final int BODY_BYTES_MAX = 64 * 1024;
    private static final Cursor<UUID> CURSOR = Cursor.ofIds(PagedList.ENDPOINTS);

    private final Endpoints endpoints;
    private final EndpointService service;
    private final AppNames apps;
    private final InstantSource clock;

    EndpointsApi(Endpoints endpoints, EndpointService service, AppNames apps, InstantSource clock) {
        this.endpoints = endpoints;
        this.service = service;
        this.apps = apps;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.CHANGE, "POST", "/v1/webhook_endpoints", this::create)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.READ, "GET", "/v1/webhook_endpoints", this::list),
                access.route(Right.READ, "GET", "/v1/webhook_endpoints/{id}", this::get),
                access.route(Right.CHANGE, "PATCH", "/v1/webhook_endpoints/{id}", this::change)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.CHANGE, "DELETE", "/v1/webhook_endpoints/{id}", this::delete));
    }

    private Response create(Request request, Caller caller) {
        var json = Json.readObject(request);
        var key = Idempotency.key(request, json).orElse(null);
        var violations = new Violations();
        var command = EndpointJson.create(json, caller, key, violations);
        return switch (service.create(command, violations, Access.actor(caller, request))) {
            case Created.Done(var endpoint, var unresolved) ->
                    created(endpoint, endpoints.secrets().open(endpoint), unresolved, caller);
            // Without its secret, which may have been changed since: showing it is recorded.
            case Created.Repeated(var endpoint, var unresolved) ->
                    created(endpoint, null, unresolved, caller);
            case Created.Invalid(var all) -> throw Problem.invalid(all);
            case Created.TooMany(var max) ->
                    throw Problem.of(ProblemType.CONFLICT, EndpointText.tooMany(max));
            case Created.KeyReused _ -> throw CaptureText.keyReused();
        };
    }

    private Response created(
            Endpoint endpoint,
            @Nullable String secret,
            @Nullable String unresolved,
            Caller caller) {
        var shown =
                EndpointJson.of(endpoint, uid(endpoint), 0, clock.instant(), Audience.of(caller))
                        .put("secret", secret);
        return Json.response(201, withWarning(shown, unresolved));
    }

    private static ObjectNode withWarning(ObjectNode json, @Nullable String unresolved) {
        if (unresolved != null) {
            json.putArray("warnings").add(EndpointText.unresolved(unresolved));
        }
        return json;
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "app", "limit", "cursor");
        var scope = apps.scope(params, caller);
        int limit = params.limit();
        var before = params.cursor(CURSOR).orElse(DeliveryList.AFTER_ALL);
        var page = endpoints.page(scope, before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(200, Pages.of(json(page, caller), CURSOR, last));
    }

    private List<ObjectNode> json(List<Endpoint> page, Caller caller) {
        var failures = endpoints.failures(page.stream().map(Endpoint::id).toList());
        return page.stream()
                .map(endpoint ->
                        EndpointJson.of(
                                endpoint,
                                uid(endpoint),
                                failures.getOrDefault(endpoint.id(), 0),
                                clock.instant(),
                                Audience.of(caller)))
                .toList();
    }

    private Response get(Request request, Caller caller) {
        var endpoint =
                endpoints.find(idOf(request), caller.scope()).orElseThrow(() -> notFound(request));
        return Json.response(200, json(List.of(endpoint), caller).getFirst());
    }

    private Response change(Request request, Caller caller) {
        var id = idOf(request);
        var json = Json.readObject(request);
        var violations = new Violations();
        var command = new ChangeEndpoint(id, caller.scope(), EndpointJson.change(json, violations));
        return switch (service.change(command, violations, Access.actor(caller, request))) {
            case Changed.Done(var endpoint, var unresolved) ->
                    Json.response(
                            200,
                            withWarning(json(List.of(endpoint), caller).getFirst(), unresolved));
            case Changed.Invalid(var all) -> throw Problem.invalid(all);
            case Changed.NotFound _ -> throw notFound(request);
        };
    }

    private Response delete(Request request, Caller caller) {
        if (!endpoints.delete(idOf(request), caller.scope(), Access.actor(caller, request))) {
            throw notFound(request);
        }
        return Response.noContent();
    }

    private String uid(Endpoint endpoint) {
        return apps.uid(endpoint.appId());
    }

    public static UUID idOf(Request request) {
        return IdKind.ENDPOINT.parse(request.part("id")).orElseThrow(() -> notFound(request));
    }

    public static Problem notFound(Request request) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no endpoint "
                        + request.part("id")
                        + "; an endpoint's id begins with "
                        + IdKind.ENDPOINT.prefix()
                        + ".");
    }
}
