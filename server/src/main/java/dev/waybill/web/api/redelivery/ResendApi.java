package dev.waybill.web.api.redelivery;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.redelivery.Redelivery;
import dev.waybill.feature.redelivery.RedeliveryRules;
import dev.waybill.feature.redelivery.RedeliveryService;
import dev.waybill.feature.redelivery.RedeliveryService.Requeued;
import dev.waybill.feature.redelivery.RequeueDelivery;
import dev.waybill.feature.redelivery.Requeues;
import dev.waybill.feature.redelivery.Resends;
import dev.waybill.feature.redelivery.Resends.Result;
import dev.waybill.feature.redelivery.SendWindow;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.Idempotency;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.deliveries.DeliveriesApi;
import dev.waybill.web.api.deliveries.DeliveryJson;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.CaptureText;
import dev.waybill.web.text.RedeliveryText;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/// `/v1/deliveries/{id}/resend` and `requeue`: sends the same event to the same endpoint again, now
/// or later.
final class ResendApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;

    private final Resends resends;
    private final RedeliveryService service;
    private final DeliveryQuery deliveries;

    ResendApi(Resends resends, RedeliveryService service, DeliveryQuery deliveries) {
        this.resends = resends;
        this.service = service;
        this.deliveries = deliveries;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.OPERATE, "POST", "/v1/deliveries/{id}/resend", this::resend)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.OPERATE, "POST", "/v1/deliveries/{id}/requeue", this::requeue)
                        .taking(BODY_BYTES_MAX));
    }

    private Response resend(Request request, Caller caller) throws SQLException {
        var body = Json.readOptionalObject(request);
        new JsonInput(body).requireValid();
        var id = idOf(request);
        var key = Idempotency.key(request, body).orElse(null);
        var actor = Access.actor(caller, request);
        return resent(request, caller, resends.resend(actor, id, caller.scope(), null, key));
    }

    private Response requeue(Request request, Caller caller) throws SQLException {
        var id = idOf(request);
        var body = Json.readOptionalObject(request);
        var input = new JsonInput(body, "delay_seconds");
        var command =
                new RequeueDelivery(
                        id,
                        caller.scope(),
                        input.whole("delay_seconds", RedeliveryRules.DELAY_SECONDS).orNull(),
                        Idempotency.key(request, body).orElse(null));
        var actor = Access.actor(caller, request);
        return switch (service.requeue(command, input.violations(), actor)) {
            case Requeued.Moved _ -> shown(200, id, caller);
            case Requeued.Resent(var result) -> resent(request, caller, result);
            case Requeued.Refused(Requeues.Result.NoSuchDelivery _) ->
                    throw DeliveriesApi.notFound(request);
            case Requeued.Refused(var why) -> throw RedeliveryText.problem(why);
            case Requeued.Invalid(var all) -> throw Problem.invalid(all);
        };
    }

    private Response resent(Request request, Caller caller, Result result) {
        return switch (result) {
            case Result.Resent(var made) -> shown(202, made, caller);
            case Result.Repeated(var made) -> shown(200, made, caller);
            case Result.Clash _ -> throw CaptureText.keyReused();
            case Result.NoSuchDelivery _ -> throw DeliveriesApi.notFound(request);
            case Result.StillOpen(var state) ->
                    throw conflict(
                            "The delivery is "
                                    + state.code()
                                    + ". Only ended deliveries can be resent.");
            case Result.Refused(var why) -> throw refused(why);
            case Result.TooMany(var wait) ->
                    throw Problem.rateLimited(
                            "At most "
                                    + SendWindow.Kind.RESEND.max()
                                    + " deliveries a minute can be resent to an endpoint.",
                            wait);
        };
    }

    private Response shown(int status, UUID id, Caller caller) {
        return Json.response(
                status,
                deliveries
                        .find(id, caller.scope())
                        .map(delivery -> DeliveryJson.of(delivery, Audience.of(caller)))
                        .orElseThrow(() -> new AssertionError("it was just made: " + id)));
    }

    private static Problem refused(Redelivery why) {
        return conflict(
                switch (why) {
                    case Redelivery.Made _ -> throw new AssertionError("not refused: " + why);
                    case Redelivery.Stale(var expiresAt) -> RedeliveryText.expires(expiresAt);
                    case Redelivery.EndpointGone _ ->
                            "The endpoint was deleted. Publish the event again for another one.";
                    case Redelivery.EndpointDisabled _ ->
                            "The endpoint is disabled. Enable it first.";
                });
    }

    private static Problem conflict(String detail) {
        return Problem.of(ProblemType.CONFLICT, detail);
    }

    /// The delivery in the path. A malformed id is not found.
    static UUID idOf(Request request) {
        return IdKind.DELIVERY
                .parse(request.part("id"))
                .orElseThrow(() -> DeliveriesApi.notFound(request));
    }
}
