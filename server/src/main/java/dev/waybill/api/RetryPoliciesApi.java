package dev.waybill.api;

import dev.waybill.catalogue.CustomPolicy;
import dev.waybill.catalogue.Policies;
import dev.waybill.catalogue.Policies.Creation;
import dev.waybill.catalogue.Policies.Draft;
import dev.waybill.catalogue.PolicyJson;
import dev.waybill.domain.PolicyPreview;
import dev.waybill.domain.PolicySpec;
import dev.waybill.domain.RetryPolicies;
import dev.waybill.domain.Right;
import dev.waybill.endpoint.EndpointDraft;
import dev.waybill.endpoint.Routes;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/retry_policies`: the built-in ones, and those that people make.
public final class RetryPoliciesApi {

    private static final int BODY_BYTES_MAX = 16 * 1024;

    private final Policies policies;
    private final Routes routes;
    private final InstantSource clock;

    public RetryPoliciesApi(Policies policies, Routes routes, InstantSource clock) {
        this.policies = policies;
        this.routes = routes;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER, "POST", "/v1/retry_policies", this::create),
                access.route(Right.READ, "GET", "/v1/retry_policies", this::list),
                access.route(Right.READ, "GET", "/v1/retry_policies/{name}", this::get),
                access.route(Right.READ, "GET", "/v1/retry_policies/{name}/preview", this::preview),
                access.route(Right.ADMINISTER, "PUT", "/v1/retry_policies/{name}", this::replace),
                access.route(Right.ADMINISTER, "PATCH", "/v1/retry_policies/{name}", this::change),
                access.route(
                        Right.ADMINISTER, "DELETE", "/v1/retry_policies/{name}", this::delete));
    }

    private Response create(Request request, Caller caller) throws SQLException {
        var json = Json.readObject(request, BODY_BYTES_MAX);
        var spec = PolicyChoices.read(json, "");
        var name = spec.name();
        if (name == null) {
            throw Problem.invalid("/name", "name is required.");
        }
        if (PolicyJson.isBuiltIn(name)) {
            throw taken(name);
        }
        var key = Idempotency.key(request, json).orElse(null);
        var draft = new Draft(json.toString(), spec);
        var creation =
                policies.create(
                        name, draft, caller.homeApp(), caller.mode(), key, caller.act(request));
        routes.refresh();
        return switch (creation) {
            case Creation.Created(var policy) -> Json.response(201, json(policy));
            case Creation.Repeated(var policy) -> Json.response(201, json(policy));
            case Creation.Taken _ -> throw taken(name);
            case Creation.TooMany _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "There are "
                                    + Policies.COUNT_MAX
                                    + " retry policies, which is as many as there can be.");
            case Creation.Clash _ -> throw Idempotency.reused();
        };
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "limit", "cursor");
        int limit = params.limit();
        var after = NameCursor.after(params);
        var rows = new ArrayList<ObjectNode>();
        RetryPolicies.NAMED.forEach((name, spec) -> {
            if (name.compareTo(after) > 0) {
                rows.add(json(spec));
            }
        });
        policies.page(after, limit).forEach(policy -> rows.add(json(policy)));
        rows.sort(Comparator.comparing(RetryPoliciesApi::nameOf));
        var page = rows.subList(0, Math.min(limit, rows.size()));
        return Json.response(
                200, NameCursor.page(page, limit, RetryPoliciesApi::nameOf, row -> row));
    }

    private Response get(Request request, Caller caller) {
        var name = request.part("name");
        var builtIn = RetryPolicies.NAMED.get(name);
        return Json.response(
                200,
                builtIn != null
                        ? json(builtIn)
                        : json(policies.find(name).orElseThrow(() -> notFound(name))));
    }

    private Response preview(Request request, Caller caller) {
        var name = request.part("name");
        var ttl = new Params(request, "ttl_seconds").seconds("ttl_seconds");
        var builtIn = RetryPolicies.NAMED.get(name);
        var spec =
                builtIn != null
                        ? builtIn
                        : policies.find(name).orElseThrow(() -> notFound(name)).spec();
        var policy = spec.policy(name);
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var limit = EndpointDraft.TIME_LIMIT_DEFAULT;
        var json = PreviewJson.of(name, PolicyPreview.of(policy, now, null, limit), now);
        ttl.ifPresent(seconds -> {
            var expiresAt = now.plus(seconds);
            var chosen = RetryPolicies.choose(now, expiresAt, policy, null, caller.mode());
            var cut = PolicyPreview.of(chosen, now, expiresAt, limit);
            json.set("with_ttl", PreviewJson.of(chosen.name(), cut, now));
        });
        return Json.response(200, json);
    }

    private Response replace(Request request, Caller caller) throws SQLException {
        return changed(request, caller, Json.readObject(request, BODY_BYTES_MAX), null);
    }

    /// What is not mentioned stays as people wrote it; null takes it back to what it is by default.
    private Response change(Request request, Caller caller) throws SQLException {
        return changed(request, caller, Json.object(), Json.readObject(request, BODY_BYTES_MAX));
    }

    private Response changed(
            Request request, Caller caller, ObjectNode whole, @Nullable ObjectNode part)
            throws SQLException {
        var name = request.part("name");
        requireOwn(name);
        var changed =
                policies.change(
                                name,
                                caller.act(request),
                                before -> {
                                    var json = whole;
                                    if (part != null) {
                                        json = (ObjectNode) Json.parse(before.given());
                                        json.setAll(part);
                                    }
                                    return draft(json, name);
                                })
                        .orElseThrow(() -> notFound(name));
        routes.refresh();
        return Json.response(200, json(changed));
    }

    private static Draft draft(ObjectNode json, String name) {
        if (!json.has("name")) {
            json.put("name", name);
        }
        var spec = PolicyChoices.read(json, "");
        if (!name.equals(spec.name())) {
            throw Problem.invalid(
                    "/name", "A retry policy keeps its name; copy it under another one.");
        }
        return new Draft(json.toString(), spec);
    }

    private Response delete(Request request, Caller caller) throws SQLException {
        var name = request.part("name");
        requireOwn(name);
        var deletion = policies.delete(name, caller.act(request));
        routes.refresh();
        return switch (deletion) {
            case DELETED -> Response.noContent();
            case UNKNOWN -> throw notFound(name);
            case IN_USE ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "An endpoint or event type names the retry policy "
                                    + name
                                    + ". Let it name another one first.");
        };
    }

    private static void requireOwn(String name) {
        if (PolicyJson.isBuiltIn(name)) {
            throw Problem.of(
                    ProblemType.CONFLICT,
                    "The retry policy "
                            + name
                            + " is built in and cannot be changed; copy it under another name.");
        }
    }

    private static ObjectNode json(PolicySpec builtIn) {
        return json(builtIn, true, null, null);
    }

    static ObjectNode json(CustomPolicy policy) {
        return json(policy.spec(), false, policy.createdAt(), policy.updatedAt());
    }

    private static ObjectNode json(
            PolicySpec spec, boolean builtIn, @Nullable Instant made, @Nullable Instant changed) {
        var json = Json.object().put("object", "retry_policy").put("built_in", builtIn);
        json.setAll(PolicyJson.write(spec));
        Json.put(json, "created_at", made);
        Json.put(json, "updated_at", changed);
        return json;
    }

    static String nameOf(ObjectNode row) {
        return row.get("name").stringValue();
    }

    private static Problem taken(String name) {
        return Problem.at(
                ProblemType.CONFLICT, "/name", "There is a retry policy " + name + " already.");
    }

    private static Problem notFound(String name) {
        return Problem.of(ProblemType.NOT_FOUND, "There is no retry policy " + name + ".");
    }
}
