package dev.waybill.api;

import dev.waybill.audit.Trail;
import dev.waybill.deliver.Secrets;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.Right;
import dev.waybill.endpoint.Endpoints;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints/{id}/rotate_secret` and `reveal_secret`.
public final class EndpointSecretsApi {

    /// A day, in which most receivers are deployed anew or can be.
    private static final Duration OVERLAP_DEFAULT = Duration.ofDays(1);

    private static final Duration OVERLAP_MAX = Duration.ofDays(7);
    private static final int BODY_BYTES_MAX = 4 * 1024;

    private final Endpoints endpoints;
    private final Trail<Endpoint> trail;
    private final Secrets generator;
    private final AppNames apps;
    private final InstantSource clock;

    public EndpointSecretsApi(
            Endpoints endpoints,
            Trail<Endpoint> trail,
            Secrets generator,
            AppNames apps,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.trail = trail;
        this.generator = generator;
        this.apps = apps;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(
                        Right.CHANGE,
                        "POST",
                        "/v1/webhook_endpoints/{id}/rotate_secret",
                        this::rotate),
                access.route(
                        Right.CHANGE,
                        "POST",
                        "/v1/webhook_endpoints/{id}/reveal_secret",
                        this::reveal));
    }

    private Response rotate(Request request, Caller caller) {
        var endpoint = known(request, caller);
        var fields =
                new Fields(
                        Json.readOptionalObject(request, BODY_BYTES_MAX),
                        "secret",
                        "signature",
                        "overlap_seconds");
        var overlap =
                fields.integer("overlap_seconds", 0, Math.toIntExact(OVERLAP_MAX.toSeconds()))
                        .map(Duration::ofSeconds)
                        .orElse(OVERLAP_DEFAULT);
        var scheme =
                CredentialFields.signature(fields).orElse(endpoint.credentials().secret().scheme());
        var secret =
                CredentialFields.secret(fields, scheme).orElseGet(() -> generator.next(scheme));
        var rotated =
                Sealing.of(() ->
                                endpoints.rotate(
                                        endpoint.id(),
                                        caller.scope(),
                                        caller.act(request),
                                        scheme,
                                        secret,
                                        overlap))
                        .orElseThrow(() -> EndpointsApi.notFound(request));
        return Json.response(200, json(rotated));
    }

    private Response reveal(Request request, Caller caller) {
        new Fields(Json.readOptionalObject(request, BODY_BYTES_MAX));
        var endpoint = known(request, caller);
        trail.did(caller.act(request), "secret_revealed", endpoint, null);
        return Json.response(200, json(endpoint));
    }

    private ObjectNode json(Endpoint endpoint) {
        var secrets = endpoints.secrets();
        var json =
                EndpointJson.of(
                                endpoint,
                                apps.uid(endpoint.appId()),
                                failures(endpoint.id()),
                                clock.instant())
                        .put("secret", secrets.open(endpoint));
        if (endpoint.credentials().previousUntil(clock.instant()) != null) {
            json.put("previous_secret", secrets.openPrevious(endpoint).orElseThrow());
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
