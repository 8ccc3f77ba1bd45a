package dev.waybill.web.api.alerts;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.alerts.Alert;
import dev.waybill.feature.alerts.AlertService;
import dev.waybill.feature.alerts.AlertService.Changed;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.notifications.Outbox;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.AlertText;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/alerts`. The key of an app sees the alerts about its own endpoints.
final class AlertsApi {

    private static final int BODY_BYTES_MAX = 8 * 1024;
    private static final Cursor<UUID> CURSOR = Cursor.ofIds(PagedList.ALERTS);

    private final AlertService service;
    private final Outbox outbox;
    private final AppNames apps;
    private final InstantSource clock;

    AlertsApi(AlertService service, Outbox outbox, AppNames apps, InstantSource clock) {
        this.service = service;
        this.outbox = outbox;
        this.apps = apps;
        this.clock = clock;
    }

    List<Route> routes(Access access) {
        return List.of(
                access.route(Right.READ, "GET", "/v1/alerts", this::list),
                access.route(Right.READ, "GET", "/v1/alerts/{id}", this::get),
                access.route(
                                Right.SUPERVISE,
                                "POST",
                                "/v1/alerts/{id}/acknowledge",
                                this::acknowledge)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.SUPERVISE, "POST", "/v1/alerts/{id}/snooze", this::snooze)
                        .taking(BODY_BYTES_MAX));
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "state", "endpoint_id", "app", "limit", "cursor");
        int limit = params.limit();
        var page =
                service.page(
                        apps.scope(params, caller),
                        params.id("endpoint_id", IdKind.ENDPOINT).orElse(null),
                        resolved(params),
                        params.cursor(CURSOR).orElse(DeliveryList.AFTER_ALL),
                        limit);
        var last = page.size() < limit ? null : page.getLast().id();
        var rows = page.stream().map(alert -> seen(alert, caller)).toList();
        return Json.response(200, Pages.of(rows, CURSOR, last));
    }

    private static @Nullable Boolean resolved(Params params) {
        var state = params.text("state").orElse(null);
        if (state == null) {
            return null;
        }
        if (!state.equals("firing") && !state.equals("resolved")) {
            throw Params.malformed("state", "state must be firing or resolved.");
        }
        return state.equals("resolved");
    }

    private Response get(Request request, Caller caller) {
        var alert = service.find(id(request), caller.scope()).orElseThrow(() -> missing(request));
        var json = seen(alert, caller);
        // Whom operators notify is not for customers.
        return Json.response(
                200,
                caller.ownApp() == null ? AlertJson.with(json, outbox.ofAlert(alert.id())) : json);
    }

    private Response acknowledge(Request request, Caller caller) {
        var violations = new Violations();
        var input = new JsonInput(Json.readOptionalObject(request), violations, "note");
        var note = input.text("note").orNull();
        return changed(
                request,
                service.acknowledge(
                        id(request),
                        caller.scope(),
                        note,
                        violations,
                        Access.actor(caller, request)));
    }

    private Response snooze(Request request, Caller caller) {
        var violations = new Violations();
        var input = new JsonInput(Json.readObject(request), violations, "seconds");
        var seconds = input.whole("seconds", AlertService.SNOOZE_SECONDS).orNull();
        return changed(
                request,
                service.snooze(
                        id(request),
                        caller.scope(),
                        seconds,
                        violations,
                        Access.actor(caller, request)));
    }

    private Response changed(Request request, Changed result) {
        return switch (result) {
            case Changed.Done(var alert) -> Json.response(200, json(alert));
            case Changed.Invalid(var all) -> throw Problem.invalid(all);
            case Changed.NotFound _ -> throw missing(request);
            case Changed.Resolved _ ->
                    throw Problem.of(ProblemType.CONFLICT, AlertText.ALREADY_RESOLVED);
        };
    }

    private ObjectNode json(Alert alert) {
        return AlertJson.of(alert, apps, clock.instant());
    }

    private ObjectNode seen(Alert alert, Caller caller) {
        return caller.ownApp() == null ? json(alert) : AlertJson.forCustomers(json(alert));
    }

    private static UUID id(Request request) {
        return IdKind.ALERT.parse(request.part("id")).orElseThrow(() -> missing(request));
    }

    private static Problem missing(Request request) {
        return Problem.of(ProblemType.NOT_FOUND, AlertText.notFound(request.part("id")));
    }
}
