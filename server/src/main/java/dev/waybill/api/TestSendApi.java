package dev.waybill.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.audit.Trail;
import dev.waybill.capture.Capture;
import dev.waybill.capture.CaptureResult;
import dev.waybill.capture.Publication;
import dev.waybill.catalogue.EventTypes;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.EndpointState;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.domain.Scope;
import dev.waybill.endpoint.Endpoints;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.EventQuery;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints/{id}/test`: one event to this endpoint, the way of any other.
public final class TestSendApi {

    private static final String TYPE = "waybill.test";

    /// Whoever tests is waiting. A life so short also means two attempts at most, and that the
    /// breaker, which may be what is being looked into, lets it pass.
    private static final Duration LIFE = Duration.ofMinutes(1);

    private static final int BODY_BYTES_MAX = 4 * 1024;

    private final Endpoints endpoints;
    private final Trail<Endpoint> trail;
    private final EventTypes types;
    private final Capture capture;
    private final EventQuery events;
    private final InstantSource clock;

    public TestSendApi(
            Endpoints endpoints,
            Trail<Endpoint> trail,
            EventTypes types,
            Capture capture,
            EventQuery events,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.trail = trail;
        this.types = types;
        this.capture = capture;
        this.events = events;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.OPERATE, "POST", "/v1/webhook_endpoints/{id}/test", this::send));
    }

    private Response send(Request request, Caller caller) throws InterruptedException {
        var endpoint =
                endpoints
                        .find(EndpointsApi.idOf(request), caller.scope())
                        .orElseThrow(() -> EndpointsApi.notFound(request));
        var fields = new Fields(Json.readOptionalObject(request, BODY_BYTES_MAX), "event_type");
        if (endpoint.state() != EndpointState.ACTIVE) {
            throw Problem.of(
                    ProblemType.CONFLICT,
                    "The endpoint is " + endpoint.state().word() + ": nothing is sent to it.");
        }
        var publication =
                fields.text("event_type", 200)
                        .map(type -> publication(endpoint, type, example(type)))
                        .orElseGet(() -> publication(endpoint, TYPE, "{\"test\":true}"));
        trail.did(
                caller.act(request),
                "tested",
                endpoint,
                Json.object().put("event_type", publication.type()));
        var result = capture.publish(List.of(publication)).getFirst();
        if (!(result instanceof CaptureResult.Captured captured)) {
            throw PublishApi.problem(result);
        }
        return Json.response(202, json(captured, endpoint));
    }

    private String example(String type) {
        var example = types.find(type).map(found -> found.example()).orElse(null);
        if (example == null) {
            throw Problem.invalid(
                    "/event_type", "There is no event type " + type + " with an example.");
        }
        return example;
    }

    private Publication publication(Endpoint endpoint, String type, String data) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Publication(
                endpoint.appId(),
                endpoint.mode(),
                null,
                type,
                data.getBytes(UTF_8),
                now,
                now.plus(LIFE),
                null,
                null,
                List.of(),
                null,
                endpoint.id());
    }

    private ObjectNode json(CaptureResult.Captured captured, Endpoint endpoint) {
        var event = captured.event();
        var json = Json.object();
        json.put("event_id", IdKind.EVENT.format(event.id()));
        json.put("event_type", event.type());
        json.put("endpoint_id", IdKind.ENDPOINT.format(endpoint.id()));
        var delivery =
                events.find(event.id(), new Scope(event.appId(), event.mode()))
                        .flatMap(view -> view.deliveries().stream().findFirst())
                        .orElseThrow(() ->
                                Problem.of(
                                        ProblemType.CONFLICT,
                                        "The endpoint was disabled or deleted meanwhile."));
        return json.put("delivery_id", IdKind.DELIVERY.format(delivery.id()));
    }
}
