package dev.waybill.web.api.redelivery;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.feature.redelivery.CancelDeliveries;
import dev.waybill.feature.redelivery.Cancels;
import dev.waybill.feature.redelivery.RedeliveryService;
import dev.waybill.feature.redelivery.RedeliveryService.Cancelled;
import dev.waybill.feature.redelivery.WaitingFilter;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.FilterInput;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.Params;
import dev.waybill.web.api.deliveries.DeliveriesApi;
import dev.waybill.web.api.deliveries.DeliveryJson;
import dev.waybill.web.api.events.EventsApi;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// Cancels pending deliveries: one, all that match a filter, all of an event.
public final class CancelApi {

    private static final int BODY_BYTES_MAX = 16 * 1024;

    private final Cancels cancels;
    private final RedeliveryService service;
    private final DeliveryQuery deliveries;
    private final EventQuery events;
    private final AppNames apps;

    CancelApi(
            Cancels cancels,
            RedeliveryService service,
            DeliveryQuery deliveries,
            EventQuery events,
            AppNames apps) {
        this.cancels = cancels;
        this.service = service;
        this.deliveries = deliveries;
        this.events = events;
        this.apps = apps;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.OPERATE, "POST", "/v1/deliveries/{id}/cancel", this::one)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.OPERATE, "POST", "/v1/deliveries/cancel", this::many)
                        .taking(BODY_BYTES_MAX),
                // Requires the producer's permission: the event is the producer's own.
                access.route(Right.PUBLISH, "POST", "/v1/events/{id}/cancel", this::ofEvent)
                        .taking(BODY_BYTES_MAX));
    }

    private Response one(Request request, Caller caller) {
        var id = ResendApi.idOf(request);
        new JsonInput(Json.readOptionalObject(request)).requireValid();
        return switch (cancels.cancel(Access.actor(caller, request), id, caller.scope())) {
            case Cancels.Result.Cancelled _ -> shown(id, caller);
            case Cancels.Result.NoSuchDelivery _ -> throw DeliveriesApi.notFound(request);
            case Cancels.Result.TooLate(var state) ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            state.isTerminal()
                                    ? "The delivery has ended: it is " + state.code() + "."
                                    : "The delivery is in flight. Try again in a moment.");
        };
    }

    /// How many were changed.
    ///
    /// @param more there may be others that match; another request changes them
    public static ObjectNode count(int count, boolean more) {
        return Json.object().put("count", count).put("more", more);
    }

    private Response shown(UUID id, Caller caller) {
        return Json.response(
                200,
                deliveries
                        .find(id, caller.scope())
                        .map(delivery -> DeliveryJson.of(delivery, Audience.of(caller)))
                        .orElseThrow(() -> new AssertionError("it was just cancelled: " + id)));
    }

    private Response many(Request request, Caller caller) {
        var body = new JsonInput(Json.readObject(request), FilterInput.NAME);
        var command = command(body, caller);
        var actor = Access.actor(caller, request);
        return switch (service.cancel(command, body.violations(), actor)) {
            case Cancelled.Done(var done) ->
                    Json.response(200, count(done.cancelled(), done.mayHaveMore()));
            case Cancelled.Invalid(var all) -> throw FilterInput.problem(all);
        };
    }

    private static CancelDeliveries command(JsonInput body, Caller caller) {
        var json = FilterInput.required(body, "{} must be an object.");
        var filter =
                body.part(
                        FilterInput.NAME,
                        json,
                        "endpoint_id",
                        "event_type",
                        "since",
                        "until",
                        "app");
        return new CancelDeliveries(
                caller,
                filter.text("app").orNull(),
                new WaitingFilter(
                        filter.id("endpoint_id", IdKind.ENDPOINT).orNull(),
                        filter.text("event_type").orNull(),
                        filter.time("since").orNull(),
                        filter.time("until").orNull()),
                json,
                null);
    }

    private Response ofEvent(Request request, Caller caller) {
        new JsonInput(Json.readOptionalObject(request)).requireValid();
        var scope = apps.scope(new Params(request, "app"), caller);
        var event = EventsApi.find(events, request.part("id"), scope);
        var done = cancels.cancel(Access.actor(caller, request), event);
        if (done.inFlight() > 0) {
            throw Problem.of(
                    ProblemType.CONFLICT,
                    done.inFlight()
                            + " of its deliveries are in flight, and none was cancelled. Try"
                            + " again in a moment.");
        }
        return Json.response(200, count(done.cancelled(), false));
    }
}
