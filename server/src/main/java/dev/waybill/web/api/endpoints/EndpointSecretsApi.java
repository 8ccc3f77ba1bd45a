package dev.waybill.web.api.endpoints;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.endpoints.EndpointRules;
import dev.waybill.feature.endpoints.EndpointService;
import dev.waybill.feature.endpoints.EndpointService.Changed;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.RevealedSecrets;
import dev.waybill.feature.endpoints.RotateSecret;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints/{id}/rotate_secret` and `reveal_secret`.
final class EndpointSecretsApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;

    private final Endpoints endpoints;
    private final EndpointService service;
    private final RevealedSecrets secrets;
    private final AppNames apps;
    private final InstantSource clock;

    EndpointSecretsApi(
            Endpoints endpoints,
            EndpointService service,
            RevealedSecrets secrets,
            AppNames apps,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.service = service;
        this.secrets = secrets;
        this.apps = apps;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(
                                Right.CHANGE,
                                "POST",
                                "/v1/webhook_endpoints/{id}/rotate_secret",
                                this::rotate)
                        .taking(BODY_BYTES_MAX),
                access.route(
                                Right.CHANGE,
                                "POST",
                                "/v1/webhook_endpoints/{id}/reveal_secret",
                                this::reveal)
                        .taking(BODY_BYTES_MAX));
    }

    private Response rotate(Request request, Caller caller) {
        var endpoint = known(request, caller);
        var json = Json.readOptionalObject(request);
        var input = new JsonInput(json, "secret", "signature", "overlap_seconds");
        var command =
                new RotateSecret(
                        endpoint,
                        caller.scope(),
                        input.choice("signature", EndpointRules.SIGNATURE),
                        input.text("secret"),
                        input.whole("overlap_seconds", EndpointRules.OVERLAP_SECONDS));
        var result = service.rotate(command, input.violations(), Access.actor(caller, request));
        return switch (result) {
            case Changed.Done(var rotated, _) ->
                    Json.response(200, json(rotated, secrets.open(rotated), caller));
            case Changed.Invalid(var all) -> throw Problem.invalid(all);
            case Changed.NotFound _ -> throw EndpointsApi.notFound(request);
        };
    }

    private Response reveal(Request request, Caller caller) {
        new JsonInput(Json.readOptionalObject(request)).requireValid();
        var endpoint = known(request, caller);
        var opened = secrets.reveal(endpoint, Access.actor(caller, request));
        return Json.response(200, json(endpoint, opened, caller));
    }

    private ObjectNode json(Endpoint endpoint, RevealedSecrets.Opened opened, Caller caller) {
        var json =
                EndpointJson.of(
                                endpoint,
                                apps.uid(endpoint.appId()),
                                failures(endpoint.id()),
                                clock.instant(),
                                Audience.of(caller))
                        .put("secret", opened.secret());
        if (opened.previous() != null) {
            json.put("previous_secret", opened.previous());
        }
        return json;
    }

    private int failures(UUID id) {
        return endpoints.failures(List.of(id)).getOrDefault(id, 0);
    }

    private Endpoint known(Request request, Caller caller) {
        return endpoints
                .find(EndpointsApi.idOf(request), caller.scope())
                .orElseThrow(() -> EndpointsApi.notFound(request));
    }
}
