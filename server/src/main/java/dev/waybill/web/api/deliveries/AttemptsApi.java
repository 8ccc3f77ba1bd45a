package dev.waybill.web.api.deliveries;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.event.Event;
import dev.waybill.feature.deliveries.AttemptList;
import dev.waybill.feature.deliveries.AttemptList.Position;
import dev.waybill.feature.deliveries.AttemptView;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.Params;
import dev.waybill.web.api.endpoints.EndpointsApi;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints/{id}/delivery_attempts`: every request that was made to an endpoint.
final class AttemptsApi {

    private static final String SUCCEEDED = "succeeded";
    private static final String FAILED = "failed";

    /// A delivery's id and the number of an attempt.
    private static final Pattern CURSOR = Pattern.compile("(dlv_[0-9a-z]{26})-([0-9]{1,5})");

    private final AttemptList attempts;
    private final Endpoints endpoints;

    AttemptsApi(AttemptList attempts, Endpoints endpoints) {
        this.attempts = attempts;
        this.endpoints = endpoints;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(
                        Right.READ,
                        "GET",
                        "/v1/webhook_endpoints/{id}/delivery_attempts",
                        this::list));
    }

    private Response list(Request request, Caller caller) {
        var endpoint =
                endpoints
                        .find(EndpointsApi.idOf(request), caller.scope())
                        .orElseThrow(() -> EndpointsApi.notFound(request));
        var params = new Params(request, "status", "limit", "cursor");
        var succeeded = params.text("status").map(AttemptsApi::succeeded).orElse(null);
        var after = params.text("cursor").map(AttemptsApi::position).orElse(Position.START);
        var page = attempts.page(endpoint.id(), succeeded, after, params.limit());
        var json = Json.object();
        json.putArray("data")
                .addAll(
                        page.rows().stream()
                                .map(row -> json(row, Audience.of(caller).seen(row.view())))
                                .toList());
        json.put("next_cursor", page.next() == null ? null : cursor(page.next()));
        return Json.response(200, json);
    }

    private static ObjectNode json(AttemptList.Row row, AttemptView attempt) {
        var json = Json.object();
        json.put("id", IdKind.ATTEMPT.format(attempt.id()));
        json.put("object", "delivery_attempt");
        json.put("delivery_id", IdKind.DELIVERY.format(row.deliveryId()));
        json.put("event_id", Event.publicId(row.eventId(), row.eventOwnId()));
        json.put("attempt", attempt.attempt());
        Json.put(json, "started_at", attempt.startedAt());
        json.put("duration_ms", attempt.durationMs());
        json.put("outcome", attempt.succeeded() ? SUCCEEDED : FAILED);
        json.put("status", attempt.status());
        json.put("error", attempt.error());
        json.put("response_excerpt", DeliveryJson.text(attempt.excerpt()));
        return json;
    }

    private static Boolean succeeded(String word) {
        if (!word.equals(SUCCEEDED) && !word.equals(FAILED)) {
            throw Params.malformed("status", "status must be succeeded or failed.");
        }
        return word.equals(SUCCEEDED);
    }

    private static String cursor(Position position) {
        return IdKind.DELIVERY.format(position.deliveryId()) + "-" + position.attempt();
    }

    private static Position position(String text) {
        var matched = CURSOR.matcher(text);
        if (!matched.matches()) {
            throw malformed();
        }
        var delivery = IdKind.DELIVERY.parse(matched.group(1)).orElseThrow(AttemptsApi::malformed);
        return new Position(delivery, Integer.parseInt(matched.group(2)));
    }

    private static Problem malformed() {
        return Params.malformed(
                "cursor",
                "This cursor is not one that this list gave out. Start again without it.");
    }
}
