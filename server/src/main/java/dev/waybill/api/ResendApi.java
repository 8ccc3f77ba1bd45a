package dev.waybill.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.domain.Timestamps;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.DeliveryQuery;
import dev.waybill.redeliver.Redelivery;
import dev.waybill.redeliver.Resends;
import dev.waybill.redeliver.Resends.Result;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/// `/v1/deliveries/{id}/resend`: the same event to the same endpoint once more.
public final class ResendApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;

    private final Resends resends;
    private final DeliveryQuery deliveries;

    public ResendApi(Resends resends, DeliveryQuery deliveries) {
        this.resends = resends;
        this.deliveries = deliveries;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.OPERATE, "POST", "/v1/deliveries/{id}/resend", this::resend));
    }

    private Response resend(Request request, Caller caller) throws SQLException {
        var id = idOf(request);
        var body = Json.readOptionalObject(request, BODY_BYTES_MAX);
        new Fields(body);
        var key = Idempotency.key(request, body).orElse(null);
        return switch (resends.resend(caller.act(request), id, caller.scope(), null, key)) {
            case Result.Resent(var made) -> shown(202, made, caller);
            case Result.Repeated(var made) -> shown(200, made, caller);
            case Result.Clash _ -> throw Idempotency.reused();
            case Result.NoSuchDelivery _ -> throw DeliveriesApi.notFound(request);
            case Result.StillOpen(var state) ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "The delivery is "
                                    + state.word()
                                    + ". Only one that has ended can be sent again.");
            case Result.Refused(var why) -> throw refused(why);
            case Result.TooMany(var wait) ->
                    throw Problem.rateLimited(
                            "An endpoint can be sent "
                                    + Resends.RESENDS_MAX
                                    + " deliveries again within a minute.",
                            wait);
        };
    }

    private Response shown(int status, UUID id, Caller caller) {
        return Json.response(
                status,
                deliveries
                        .find(id, caller.scope())
                        .map(DeliveryJson::of)
                        .orElseThrow(() -> new AssertionError("it was just made: " + id)));
    }

    private static Problem refused(Redelivery why) {
        return Problem.of(
                ProblemType.CONFLICT,
                switch (why) {
                    case Redelivery.Made _ -> throw new AssertionError("not refused: " + why);
                    case Redelivery.Stale(var expiresAt) ->
                            "The event expires at "
                                    + Timestamps.format(expiresAt)
                                    + ": nothing is sent after that.";
                    case Redelivery.EndpointGone _ ->
                            "The endpoint was deleted. Publish the event again for another one.";
                    case Redelivery.EndpointDisabled _ ->
                            "The endpoint is disabled. Enable it first.";
                });
    }

    /// The delivery that the path names; what no id can be is not found.
    static UUID idOf(Request request) {
        return IdKind.DELIVERY
                .parse(request.part("id"))
                .orElseThrow(() -> DeliveriesApi.notFound(request));
    }
}
