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
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.api.endpoints.EndpointsApi;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.nio.ByteBuffer;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints/{id}/delivery_attempts`: every request that was made to an endpoint.
final class AttemptsApi {

    private static final String SUCCEEDED = "succeeded";
    private static final String FAILED = "failed";

    private static final Cursor<Position> CURSOR =
            new Cursor<>(PagedList.ATTEMPTS, AttemptsApi::write, AttemptsApi::read);

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
        var after = params.cursor(CURSOR).orElse(Position.START);
        var page = attempts.page(endpoint.id(), succeeded, after, params.limit());
        var rows =
                page.rows().stream()
                        .map(row -> json(row, Audience.of(caller).seen(row.view())))
                        .toList();
        return Json.response(200, Pages.of(rows, CURSOR, page.next()));
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

    private static byte[] write(Position position) {
        var bytes = ByteBuffer.allocate(Cursor.ID_BYTES + Integer.BYTES);
        return Cursor.putId(bytes, position.deliveryId()).putInt(position.attempt()).array();
    }

    private static Position read(ByteBuffer bytes) {
        var delivery = Cursor.getId(bytes);
        int attempt = bytes.getInt();
        if (attempt < 0) {
            throw new IllegalArgumentException("not the number of an attempt");
        }
        return new Position(delivery, attempt);
    }
}
