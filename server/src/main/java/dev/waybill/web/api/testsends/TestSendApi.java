package dev.waybill.web.api.testsends;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.feature.testsends.TestSends.Result;
import dev.waybill.feature.testsends.TestSends.SendTest;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.Idempotency;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.endpoints.EndpointsApi;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.TestSendText;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints/{id}/test`.
final class TestSendApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;
    private static final int TYPE_LENGTH_MAX = 200;

    private final Endpoints endpoints;
    private final TestSends tests;

    TestSendApi(Endpoints endpoints, TestSends tests) {
        this.endpoints = endpoints;
        this.tests = tests;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.OPERATE, "POST", "/v1/webhook_endpoints/{id}/test", this::send)
                        .taking(BODY_BYTES_MAX));
    }

    private Response send(Request request, Caller caller) throws InterruptedException {
        var endpoint =
                endpoints
                        .find(EndpointsApi.idOf(request), caller.scope())
                        .orElseThrow(() -> EndpointsApi.notFound(request));
        var asked = Json.readOptionalObject(request);
        var key = Idempotency.key(request, asked).orElse(null);
        var input = new JsonInput(asked, "event_type");
        var type = input.text("event_type").orNull();
        input.violations().checkText("event_type", type, TYPE_LENGTH_MAX);
        input.requireValid();
        var command = new SendTest(endpoint, type, Audience.of(caller), key);
        return switch (tests.send(command, Access.actor(caller, request))) {
            case Result.Sent(var event, var eventType, var delivery) ->
                    Json.response(202, json(endpoint, event, eventType, delivery));
            case Result.Repeated(var event, var eventType, var delivery) ->
                    Json.response(200, json(endpoint, event, eventType, delivery));
            case Result refused -> throw TestSendText.problem(refused);
        };
    }

    private static ObjectNode json(Endpoint endpoint, UUID event, String type, UUID delivery) {
        var json = Json.object();
        json.put("event_id", IdKind.EVENT.format(event));
        json.put("event_type", type);
        json.put("endpoint_id", IdKind.ENDPOINT.format(endpoint.id()));
        return json.put("delivery_id", IdKind.DELIVERY.format(delivery));
    }
}
