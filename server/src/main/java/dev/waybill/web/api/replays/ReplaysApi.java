package dev.waybill.web.api.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.replay.ReplayPace;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.replays.ChangePace;
import dev.waybill.feature.replays.ChangeReplayState;
import dev.waybill.feature.replays.Draft;
import dev.waybill.feature.replays.Plan;
import dev.waybill.feature.replays.Replay;
import dev.waybill.feature.replays.ReplayService;
import dev.waybill.feature.replays.ReplayService.Planned;
import dev.waybill.feature.replays.Replays;
import dev.waybill.feature.replays.Replays.ReplayChange;
import dev.waybill.feature.replays.Replays.Start;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.FilterInput;
import dev.waybill.web.api.Idempotency;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.api.endpoints.EndpointsApi;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.CaptureText;
import dev.waybill.web.text.ReplayText;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/replays` and `/v1/webhook_endpoints/{id}/replay`: plans and runs redeliveries of many
/// events.
final class ReplaysApi {

    private static final Cursor<UUID> CURSOR = Cursor.ofIds(PagedList.REPLAYS);
    private static final int BODY_BYTES_MAX = 64 * 1024;

    private final Replays replays;
    private final Endpoints endpoints;
    private final ReplayService service;
    private final InstantSource clock;

    ReplaysApi(Replays replays, Endpoints endpoints, ReplayService service, InstantSource clock) {
        this.replays = replays;
        this.endpoints = endpoints;
        this.service = service;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER, "POST", "/v1/replays", this::startBulk)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.READ, "GET", "/v1/replays", this::list),
                access.route(Right.READ, "GET", "/v1/replays/{id}", this::get),
                access.route(Right.OPERATE, "PATCH", "/v1/replays/{id}", this::changePace)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.OPERATE, "POST", "/v1/replays/{id}/pause", this::pause)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.OPERATE, "POST", "/v1/replays/{id}/resume", this::resume)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.OPERATE, "POST", "/v1/replays/{id}/cancel", this::cancel)
                        .taking(BODY_BYTES_MAX),
                access.route(
                                Right.OPERATE,
                                "POST",
                                "/v1/webhook_endpoints/{id}/replay",
                                this::startOfEndpoint)
                        .taking(BODY_BYTES_MAX));
    }

    private Response startBulk(Request request, Caller caller) {
        var json = Json.readObject(request);
        var violations = new Violations();
        var input = ReplayInput.byFilter(json, caller, now(), violations);
        return start(request, json, input, violations);
    }

    private Response startOfEndpoint(Request request, Caller caller) {
        var endpoint =
                endpoints
                        .find(EndpointsApi.idOf(request), caller.scope())
                        .orElseThrow(() -> EndpointsApi.notFound(request));
        var json = Json.readObject(request);
        var violations = new Violations();
        var input = ReplayInput.ofEndpoint(json, endpoint, caller, now(), violations);
        return start(request, json, input, violations);
    }

    private Response start(
            Request request, ObjectNode json, ReplayInput input, Violations violations) {
        var command = input.command();
        if (input.dryRun()) {
            return switch (service.plan(command, violations)) {
                case Planned.Done(var draft, var plan) -> Json.response(200, json(draft, plan));
                case Planned.Invalid(var all) -> throw FilterInput.problem(all);
            };
        }
        var caller = command.caller();
        var key = Idempotency.key(request, json).orElse(null);
        return switch (service.start(command, violations, key, Access.actor(caller, request))) {
            case Start.Started(var replay) -> Json.response(202, json(replay, caller));
            case Start.Repeated(var replay) -> Json.response(202, json(replay, caller));
            case Start.Invalid(var all) -> throw FilterInput.problem(all);
            case Start.NotAllowed _ -> throw notAllowed(caller);
            case Start.Clash _ -> throw CaptureText.keyReused();
            case Start.TooManyOpen(var full) ->
                    throw Problem.of(ProblemType.CONFLICT, ReplayText.tooMany(full));
            case Start.Busy _ -> throw ReplayText.busy();
            case Start.TooLarge(long total) ->
                    throw Problem.of(ProblemType.CONFLICT, ReplayText.tooLarge(total));
            case Start.Changed(var plan) ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "The replay would have "
                                    + plan.total()
                                    + " deliveries, not "
                                    + command.expectedTotal()
                                    + ". Nothing was started.");
        };
    }

    private static Problem notAllowed(Caller caller) {
        return Problem.of(
                ProblemType.FORBIDDEN,
                "The role " + caller.role().code() + " does not have this permission.");
    }

    /// A plan. Nothing is stored.
    private static ObjectNode json(Draft draft, Plan plan) {
        double rate = draft.pace().of(plan.total());
        var details = ReplayJson.plan(plan);
        details.put(
                "duration_seconds",
                new ReplayPace(rate, draft.startAt(), 0).timeFor(plan.total()).toMillis() / 1000.0);
        var json = Json.object();
        json.put("object", "replay");
        json.put("dry_run", true);
        json.put("state", "planned");
        json.put("total", plan.total());
        json.put("rate_per_second", rate);
        Json.put(json, "start_at", draft.startAt());
        json.set("filter", Json.parse(draft.asked()));
        json.set("plan", details);
        return json;
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "limit", "cursor");
        int limit = params.limit();
        var before = params.cursor(CURSOR).orElse(DeliveryList.AFTER_ALL);
        var page = replays.page(caller.scope(), before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        var rows = page.stream().map(replay -> json(replay, caller)).toList();
        return Json.response(200, Pages.of(rows, CURSOR, last));
    }

    private Response get(Request request, Caller caller) {
        return Json.response(200, json(known(request, caller), caller));
    }

    private Response changePace(Request request, Caller caller) {
        var json = Json.readObject(request);
        var violations = new Violations();
        var command = new ChangePace(caller, idOf(request), ReplayInput.pace(json, violations));
        return shown(
                request,
                caller,
                service.changePace(command, violations, Access.actor(caller, request)));
    }

    private Response pause(Request request, Caller caller) {
        return changeState(request, caller, ChangeReplayState.Action.PAUSE);
    }

    private Response resume(Request request, Caller caller) {
        return changeState(request, caller, ChangeReplayState.Action.RESUME);
    }

    private Response cancel(Request request, Caller caller) {
        return changeState(request, caller, ChangeReplayState.Action.CANCEL);
    }

    private Response changeState(Request request, Caller caller, ChangeReplayState.Action action) {
        var command = new ChangeReplayState(caller, idOf(request), action);
        return shown(request, caller, service.changeState(command, Access.actor(caller, request)));
    }

    private static ObjectNode json(Replay replay, Caller caller) {
        return ReplayJson.of(replay, Audience.of(caller));
    }

    private static Response shown(Request request, Caller caller, ReplayChange change) {
        return switch (change) {
            case ReplayChange.Done(var replay) -> Json.response(200, json(replay, caller));
            case ReplayChange.NoSuchReplay _ -> throw notFound(request);
            case ReplayChange.Refused(var state) -> throw ReplayText.over(state);
            case ReplayChange.NotAllowed _ -> throw notAllowed(caller);
            case ReplayChange.Invalid(var all) -> throw Problem.invalid(all);
        };
    }

    private Replay known(Request request, Caller caller) {
        return replays.find(idOf(request), caller.scope()).orElseThrow(() -> notFound(request));
    }

    private static UUID idOf(Request request) {
        return IdKind.REPLAY.parse(request.part("id")).orElseThrow(() -> notFound(request));
    }

    private static Problem notFound(Request request) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no replay "
                        + request.part("id")
                        + "; a replay's id begins with "
                        + IdKind.REPLAY.prefix()
                        + ".");
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
