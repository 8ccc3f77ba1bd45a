package dev.waybill.api;

import dev.waybill.access.ApiKey;
import dev.waybill.access.KeyRegister;
import dev.waybill.access.KeyRegister.Creation;
import dev.waybill.access.KeyRegister.Draft;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Mode;
import dev.waybill.domain.Right;
import dev.waybill.domain.Role;
import dev.waybill.domain.Timestamps;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.DeliveryList;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/api_keys`. A key is shown once, in the answer to the request that made it. A key of the
/// test mode is for that mode alone: it neither sees nor makes those of the live one.
public final class ApiKeysApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;
    private static final int NAME_LENGTH_MAX = 200;
    private static final char LIST = 'k';

    private final KeyRegister keys;
    private final AppNames apps;
    private final InstantSource clock;

    public ApiKeysApi(KeyRegister keys, AppNames apps, InstantSource clock) {
        this.keys = keys;
        this.apps = apps;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER, "POST", "/v1/api_keys", this::create),
                access.route(Right.ADMINISTER, "GET", "/v1/api_keys", this::list),
                access.route(Right.ADMINISTER, "GET", "/v1/api_keys/{id}", this::get),
                access.route(Right.ADMINISTER, "DELETE", "/v1/api_keys/{id}", this::revoke));
    }

    private Response create(Request request, Caller caller) throws SQLException {
        var json = Json.readObject(request, BODY_BYTES_MAX);
        var draft = draft(new Fields(json, "name", "role", "app", "mode", "expires_at"), caller);
        var key = Idempotency.key(request, json).orElse(null);
        return switch (keys.create(draft, caller.mode(), key, caller.act(request))) {
            case Creation.Created(var made, var text) ->
                    Json.response(201, json(made).put("key", text));
            // It is kept as a hash only, so nobody can show it again.
            case Creation.Repeated(var made) -> Json.response(201, json(made).putNull("key"));
            case Creation.NoSuchApp _ ->
                    throw Problem.invalid("/app", "The app has just been deleted.");
            case Creation.TooMany _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "There are "
                                    + KeyRegister.COUNT_MAX
                                    + " keys, which is as many as there can be. Revoke some.");
            case Creation.Clash _ -> throw Idempotency.reused();
        };
    }

    private Draft draft(Fields fields, Caller caller) {
        var role =
                fields.text("role", 16)
                        .flatMap(Role::of)
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "/role",
                                        "role must be admin, operator, viewer, producer or app."));
        var app = fields.text("app", 64);
        if (role == Role.APP && app.isEmpty()) {
            throw Problem.invalid("/app", "A key of the role app is bound to one: say which.");
        }
        if (role != Role.APP && app.isPresent()) {
            throw Problem.invalid("/app", "Only a key of the role app is bound to an app.");
        }
        var mode = EndpointFields.mode(fields).orElse(caller.mode());
        if (caller.mode() == Mode.TEST) {
            caller.requireMode(mode);
        }
        return new Draft(
                role,
                role == Role.APP ? apps.owner(app, caller) : null,
                mode,
                fields.text("name", NAME_LENGTH_MAX).orElse(""),
                expiresAt(fields));
    }

    private @Nullable Instant expiresAt(Fields fields) {
        var text = fields.text("expires_at", 64);
        if (text.isEmpty()) {
            return null;
        }
        var time =
                Timestamps.parse(text.get())
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "/expires_at",
                                        "expires_at must be a time with an offset, such as"
                                                + " 2026-04-28T14:00:00Z."));
        if (!time.isAfter(clock.instant())) {
            throw Problem.invalid("/expires_at", "expires_at lies in the past.");
        }
        return time;
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "app", "limit", "cursor");
        int limit = params.limit();
        var before = params.cursor(LIST).orElse(DeliveryList.AFTER_ALL);
        var app = params.text("app").map(name -> apps.named(name, caller)).orElse(null);
        var page = keys.page(app, caller.mode() == Mode.TEST ? Mode.TEST : null, before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(200, Pages.of(page.stream().map(this::json).toList(), LIST, last));
    }

    private Response get(Request request, Caller caller) {
        return Json.response(200, json(known(request, caller)));
    }

    private Response revoke(Request request, Caller caller) throws SQLException {
        keys.revoke(known(request, caller).id(), caller.act(request));
        return Response.noContent();
    }

    private ApiKey known(Request request, Caller caller) {
        return IdKind.KEY
                .parse(request.part("id"))
                .flatMap(keys::find)
                .filter(key -> caller.mode() == Mode.LIVE || key.mode() == Mode.TEST)
                .orElseThrow(() ->
                        Problem.of(
                                ProblemType.NOT_FOUND,
                                "There is no key "
                                        + request.part("id")
                                        + "; a key's id begins with "
                                        + IdKind.KEY.prefix()
                                        + "."));
    }

    private ObjectNode json(ApiKey key) {
        return ApiKeyJson.of(key, apps, clock.instant());
    }
}
