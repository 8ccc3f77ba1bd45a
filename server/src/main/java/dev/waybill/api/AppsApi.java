package dev.waybill.api;

import dev.waybill.access.App;
import dev.waybill.access.AppRegister;
import dev.waybill.access.AppRegister.Change;
import dev.waybill.access.AppRegister.Creation;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.DeliveryList;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/apps`: the platform's customers, by id or uid. An app's key sees its own.
public final class AppsApi {

    private static final int BODY_BYTES_MAX = 4 * 1024;
    private static final int NAME_LENGTH_MAX = 200;
    private static final char LIST = 'a';
    private static final Pattern UID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final AppRegister register;
    private final AppNames apps;

    public AppsApi(AppRegister register, AppNames apps) {
        this.register = register;
        this.apps = apps;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER, "POST", "/v1/apps", this::create),
                access.route(Right.READ, "GET", "/v1/apps", this::list),
                access.route(Right.READ, "GET", "/v1/apps/{id}", this::get),
                access.route(Right.ADMINISTER, "PATCH", "/v1/apps/{id}", this::change),
                access.route(Right.ADMINISTER, "DELETE", "/v1/apps/{id}", this::delete));
    }

    private Response create(Request request, Caller caller) throws SQLException {
        var json = Json.readObject(request, BODY_BYTES_MAX);
        var fields = new Fields(json, "uid", "name");
        var uid = uid(fields);
        var name =
                name(fields)
                        .or(() -> uid)
                        .orElseThrow(
                                () -> Problem.invalid("/name", "An app needs a name or a uid."));
        var key = Idempotency.key(request, json).orElse(null);
        return switch (register.create(
                uid.orElse(null), name, caller.mode(), key, caller.act(request))) {
            case Creation.Created(var app) -> Json.response(201, json(app));
            case Creation.Repeated(var app) -> Json.response(201, json(app));
            case Creation.Taken _ -> throw taken(uid.orElse(""));
            case Creation.TooMany _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "There are "
                                    + AppRegister.COUNT_MAX
                                    + " apps, which is as many as there can be.");
            case Creation.Clash _ -> throw Idempotency.reused();
        };
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "limit", "cursor");
        int limit = params.limit();
        var before = params.cursor(LIST).orElse(DeliveryList.AFTER_ALL);
        var own = caller.ownApp();
        if (own != null) {
            var rows = register.find(own).stream().map(AppsApi::json).toList();
            return Json.response(200, Pages.of(rows, LIST, null));
        }
        var page = register.page(before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(200, Pages.of(page.stream().map(AppsApi::json).toList(), LIST, last));
    }

    private Response get(Request request, Caller caller) {
        var id = idOf(request, caller);
        return Json.response(200, json(register.find(id).orElseThrow(() -> notFound(request))));
    }

    private Response change(Request request, Caller caller) throws SQLException {
        var id = idOf(request, caller);
        var fields = new Fields(Json.readObject(request, BODY_BYTES_MAX), "uid", "name");
        var uid = uid(fields);
        var act = caller.act(request);
        return switch (register.change(id, uid.orElse(null), name(fields).orElse(null), act)) {
            case Change.Changed(var app) -> Json.response(200, json(app));
            case Change.NoSuchApp _ -> throw notFound(request);
            case Change.Taken _ -> throw taken(uid.orElse(""));
            case Change.BuiltIn _ ->
                    throw Problem.at(
                            ProblemType.CONFLICT,
                            "/uid",
                            "This app exists from the start and keeps its uid.");
        };
    }

    private Response delete(Request request, Caller caller) throws SQLException {
        return switch (register.delete(idOf(request, caller), caller.act(request))) {
            case DELETED -> Response.noContent();
            case UNKNOWN -> throw notFound(request);
            case IN_USE ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "The app still has endpoints, live or test. Delete them first.");
            case BUILT_IN ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "This app exists from the start and cannot be deleted.");
        };
    }

    private UUID idOf(Request request, Caller caller) {
        return apps.named(request.part("id"), caller);
    }

    private static Optional<String> uid(Fields fields) {
        var uid = fields.text("uid", 64);
        // What begins like an id could be taken for another app's.
        if (uid.isPresent()
                && (!UID.matcher(uid.get()).matches()
                        || uid.get().startsWith(IdKind.APP.prefix()))) {
            throw Problem.invalid(
                    "/uid",
                    "uid must be 1 to 64 letters, digits, hyphens or underscores, and must not"
                            + " begin with "
                            + IdKind.APP.prefix()
                            + ".");
        }
        return uid;
    }

    private static Optional<String> name(Fields fields) {
        var name = fields.text("name", NAME_LENGTH_MAX);
        if (name.isPresent() && name.get().isBlank()) {
            throw Problem.invalid("/name", "name must not be empty.");
        }
        return name;
    }

    static ObjectNode json(App app) {
        var json = Json.object();
        json.put("id", IdKind.APP.format(app.id()));
        json.put("object", "app");
        json.put("uid", app.uid());
        json.put("name", app.name());
        Json.put(json, "created_at", app.createdAt());
        Json.put(json, "updated_at", app.updatedAt());
        return json;
    }

    private static Problem taken(String uid) {
        return Problem.at(ProblemType.CONFLICT, "/uid", "There is an app " + uid + " already.");
    }

    private static Problem notFound(Request request) {
        return Problem.of(ProblemType.NOT_FOUND, "There is no app " + request.part("id") + ".");
    }
}
