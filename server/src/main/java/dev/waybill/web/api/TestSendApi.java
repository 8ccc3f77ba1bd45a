package dev.waybill.web.api;

import dev.waybill.feature.deliveries.Audience;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.List;

/// `/v1/webhook_endpoints/{id}/test`.
public final class TestSendApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;

    private final Endpoints endpoints;
    private final TestSends tests;

    public TestSendApi(Endpoints endpoints, TestSends tests) {
        this.endpoints = endpoints;
        this.tests = tests;
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
        var asked = Json.readOptionalObject(request, BODY_BYTES_MAX);
        var key = Idempotency.key(request, asked).orElse(null);
        var sent = tests.send(endpoint, asked, Audience.of(caller), key, Access.actor(caller, request));
        var json = Json.object();
        json.put("event_id", IdKind.EVENT.format(sent.eventId()));
        json.put("event_type", sent.eventType());
        json.put("endpoint_id", IdKind.ENDPOINT.format(endpoint.id()));
        return Json.response(
                sent.repeated() ? 200 : 202,
                json.put("delivery_id", IdKind.DELIVERY.format(sent.deliveryId())));
    }
}
