package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.replay.ReplayPace;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.replays.Draft;
import dev.waybill.feature.replays.Replay;
import dev.waybill.feature.replays.ReplaySlots;
import dev.waybill.feature.replays.Replays;
import dev.waybill.feature.replays.Replays.Start;
import dev.waybill.feature.replays.Replays.Steering;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.CaptureText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/replays` and `/v1/webhook_endpoints/{id}/replay`: many events sent again, by plan.
public final class ReplaysApi {

    private static final char LIST = 'r';
    private static final int BODY_BYTES_MAX = 64 * 1024;

    private final Replays replays;
    private final Endpoints endpoints;
    private final ReplayFields rules;
    private final InstantSource clock;

    public ReplaysApi(
            Replays replays, Endpoints endpoints, ReplayFields rules, InstantSource clock) {
        this.replays = replays;
        this.endpoints = endpoints;
        this.rules = rules;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER, "POST", "/v1/replays", this::startBulk),
                access.route(Right.READ, "GET", "/v1/replays", this::list),
                access.route(Right.READ, "GET", "/v1/replays/{id}", this::get),
                access.route(Right.OPERATE, "PATCH", "/v1/replays/{id}", this::changePace),
                access.route(Right.OPERATE, "POST", "/v1/replays/{id}/pause", this::pause),
                access.route(Right.OPERATE, "POST", "/v1/replays/{id}/resume", this::resume),
                access.route(Right.OPERATE, "POST", "/v1/replays/{id}/cancel", this::cancel),
                access.route(
                        Right.OPERATE,
                        "POST",
                        "/v1/webhook_endpoints/{id}/replay",
                        this::startOfEndpoint));
    }

    private Response startBulk(Request request, Caller caller) {
        var json = Json.readObject(request, BODY_BYTES_MAX);
        var draft = rules.bulk(json, caller, now());
        if (!ReplayFields.dryRun(json) && draft.reason().isBlank()) {
            throw Problem.invalid(
                    "/reason",
                    "reason is required: who reads the audit log will want to know why.");
        }
        return start(request, caller, json, draft);
    }

    private Response startOfEndpoint(Request request, Caller caller) {
        var endpoint =
                endpoints
                        .find(EndpointsApi.idOf(request), caller.scope())
                        .orElseThrow(() -> EndpointsApi.notFound(request));
        var json = Json.readObject(request, BODY_BYTES_MAX);
        return start(request, caller, json, rules.ofEndpoint(json, endpoint, caller, now()));
    }

    private Response start(Request request, Caller caller, ObjectNode json, Draft draft) {
        if (ReplayFields.dryRun(json)) {
            return Json.response(200, planned(draft));
        }
        var key = Idempotency.key(request, json).orElse(null);
        return switch (replays.start(Access.actor(caller, request), draft, key)) {
            case Start.Started(var replay) -> Json.response(202, json(replay, caller));
            case Start.Repeated(var replay) -> Json.response(202, json(replay, caller));
            case Start.Clash _ -> throw CaptureText.keyReused();
            case Start.TooManyOpen(var full) ->
                    throw Problem.of(ProblemType.CONFLICT, tooMany(full));
            case Start.Busy _ -> throw busy();
            case Start.TooLarge(long total) ->
                    throw Problem.of(ProblemType.CONFLICT, tooLarge(total));
            case Start.Changed(var plan) ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "That is "
                                    + plan.total()
                                    + " deliveries by now, not "
                                    + draft.expected()
                                    + ". Nothing was started.");
        };
    }

    /// Why none can be started for the time being, and what helps.
    public static String tooMany(ReplaySlots.Full full) {
        return switch (full) {
            case PLATFORM ->
                    ReplaySlots.PLATFORM_MAX
                            + " replays are still sending. Wait until one has sent everything, or"
                            + " cancel one.";
            case CUSTOMERS -> "Too many replays are running. Try again later.";
            case APP ->
                    ReplaySlots.APP_MAX
                            + " replays of this app are still sending. Wait until one has sent"
                            + " everything, or cancel one.";
            case APP_UNFINISHED ->
                    ReplaySlots.APP_UNFINISHED_MAX
                            + " replays of this app still have deliveries that are being retried."
                            + " Wait until one of them is done.";
        };
    }

    /// Two were asked for at once.
    public static Problem busy() {
        return Problem.rateLimited(
                "Another replay of this app is being planned. Try again in a moment.",
                Duration.ofSeconds(1));
    }

    /// Why one of so many cannot.
    public static String tooLarge(long total) {
        return "That would be "
                + total
                + " deliveries, more than one replay may have ("
                + Replays.ITEMS_MAX
                + "). Narrow it down, by time for example.";
    }

    /// What it would come to. Nothing is kept of it.
    private ObjectNode planned(Draft draft) {
        var plan = replays.plan(draft);
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
        var before = params.cursor(LIST).orElse(DeliveryList.AFTER_ALL);
        var page = replays.page(caller.scope(), before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        var rows = page.stream().map(replay -> json(replay, caller)).toList();
        return Json.response(200, Pages.of(rows, LIST, last));
    }

    private Response get(Request request, Caller caller) {
        return Json.response(200, json(known(request, caller), caller));
    }

    private Response changePace(Request request, Caller caller) {
        var json = Json.readObject(request, BODY_BYTES_MAX);
        var replay = steerable(request, caller);
        var speed = ReplayFields.pace(json);
        return shown(
                request,
                caller,
                replays.changePace(
                        Access.actor(caller, request), replay.id(), caller.scope(), speed));
    }

    private Response pause(Request request, Caller caller) {
        var replay = steerable(request, caller);
        return shown(
                request,
                caller,
                replays.pause(Access.actor(caller, request), replay.id(), caller.scope()));
    }

    private Response resume(Request request, Caller caller) {
        var replay = steerable(request, caller);
        return shown(
                request,
                caller,
                replays.resume(Access.actor(caller, request), replay.id(), caller.scope()));
    }

    private Response cancel(Request request, Caller caller) {
        var replay = steerable(request, caller);
        return shown(
                request,
                caller,
                replays.cancel(Access.actor(caller, request), replay.id(), caller.scope()));
    }

    private static ObjectNode json(Replay replay, Caller caller) {
        return ReplayJson.of(replay, Audience.of(caller));
    }

    private static Response shown(Request request, Caller caller, Steering steering) {
        return switch (steering) {
            case Steering.Steered(var replay) -> Json.response(200, json(replay, caller));
            case Steering.NoSuchReplay _ -> throw notFound(request);
            case Steering.Refused(var state) ->
                    throw Problem.of(
                            ProblemType.CONFLICT, "The replay is over: " + state.code() + ".");
        };
    }

    private Replay steerable(Request request, Caller caller) {
        var replay = known(request, caller);
        if (!caller.role().may(replay.right())) {
            throw Problem.of(
                    ProblemType.FORBIDDEN,
                    "A key of the role " + caller.role().code() + " may not do this.");
        }
        return replay;
    }

    private Replay known(Request request, Caller caller) {
        return IdKind.REPLAY
                .parse(request.part("id"))
                .flatMap(id -> replays.find(id, caller.scope()))
                .orElseThrow(() -> notFound(request));
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
