package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.redelivery.Redelivery;
import dev.waybill.feature.redelivery.Requeues;
import dev.waybill.feature.redelivery.Resends;
import dev.waybill.feature.redelivery.Resends.Result;
import dev.waybill.feature.redelivery.SendWindow;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.CaptureText;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/deliveries/{id}/resend` and `requeue`: the same event to the same endpoint once more, or
/// later.
public final class ResendApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;

    /// A week, which is longer than most policies try.
    private static final int DELAY_SECONDS_MAX = 604_800;

    private final Resends resends;
    private final Requeues requeues;
    private final DeliveryQuery deliveries;

    public ResendApi(Resends resends, Requeues requeues, DeliveryQuery deliveries) {
        this.resends = resends;
        this.requeues = requeues;
        this.deliveries = deliveries;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.OPERATE, "POST", "/v1/deliveries/{id}/resend", this::resend),
                access.route(Right.OPERATE, "POST", "/v1/deliveries/{id}/requeue", this::requeue));
    }

    private Response resend(Request request, Caller caller) throws SQLException {
        var body = Json.readOptionalObject(request, BODY_BYTES_MAX);
        new Fields(body);
        return resend(request, caller, body, null);
    }

    /// What waits moves; what has ended is sent again, not before then.
    private Response requeue(Request request, Caller caller) throws SQLException {
        var id = idOf(request);
        var body = Json.readOptionalObject(request, BODY_BYTES_MAX);
        var seconds =
                new Fields(body, "delay_seconds").integer("delay_seconds", 0, DELAY_SECONDS_MAX);
        var delay = Duration.ofSeconds(seconds.orElse(0));
        return switch (requeues.requeue(Access.actor(caller, request), id, caller.scope(), delay)) {
            case Requeues.Result.Moved _ -> shown(200, id, caller);
            case Requeues.Result.Ended _ -> resend(request, caller, body, delay);
            case Requeues.Result.NoSuchDelivery _ -> throw DeliveriesApi.notFound(request);
            case Requeues.Result.InFlight _ ->
                    throw conflict("The delivery is under way. Try again in a moment.");
            case Requeues.Result.Stale(var expiresAt) ->
                    throw refused(new Redelivery.Stale(expiresAt));
            case Requeues.Result.BehindOthers _ ->
                    throw conflict(
                            "Others stand before the delivery in its ordered lane. Requeue the one"
                                    + " at its head.");
            case Requeues.Result.LaneHeld _ ->
                    throw conflict("The ordered lane of the delivery is held. Release it first.");
        };
    }

    private Response resend(
            Request request, Caller caller, ObjectNode body, @Nullable Duration delay)
            throws SQLException {
        var id = idOf(request);
        var key = Idempotency.key(request, body).orElse(null);
        return switch (resends.resend(
                Access.actor(caller, request), id, caller.scope(), delay, key)) {
            case Result.Resent(var made) -> shown(202, made, caller);
            case Result.Repeated(var made) -> shown(200, made, caller);
            case Result.Clash _ -> throw CaptureText.keyReused();
            case Result.NoSuchDelivery _ -> throw DeliveriesApi.notFound(request);
            case Result.StillOpen(var state) ->
                    throw conflict(
                            "The delivery is "
                                    + state.code()
                                    + ". Only one that has ended can be sent again.");
            case Result.Refused(var why) -> throw refused(why);
            case Result.TooMany(var wait) ->
                    throw Problem.rateLimited(
                            "An endpoint can be sent "
                                    + SendWindow.Kind.RESEND.max()
                                    + " deliveries again within a minute.",
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

    private static Problem conflict(String detail) {
        return Problem.of(ProblemType.CONFLICT, detail);
    }

    /// The delivery that the path names; what no id can be is not found.
    static UUID idOf(Request request) {
        return IdKind.DELIVERY
                .parse(request.part("id"))
                .orElseThrow(() -> DeliveriesApi.notFound(request));
    }
}
