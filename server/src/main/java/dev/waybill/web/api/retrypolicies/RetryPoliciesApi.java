package dev.waybill.web.api.retrypolicies;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.PolicyPreview;
import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.catalog.CustomPolicy;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.engine.catalog.PolicyReader;
import dev.waybill.feature.endpoints.EndpointRules;
import dev.waybill.feature.retrypolicies.ChangePolicy;
import dev.waybill.feature.retrypolicies.CreatePolicy;
import dev.waybill.feature.retrypolicies.Policies;
import dev.waybill.feature.retrypolicies.PolicyService;
import dev.waybill.feature.retrypolicies.PolicyService.Changed;
import dev.waybill.feature.retrypolicies.PolicyService.Created;
import dev.waybill.feature.retrypolicies.ReplacePolicy;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.Idempotency;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.CaptureText;
import dev.waybill.web.text.PolicyText;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/retry_policies`: built-in and custom policies.
public final class RetryPoliciesApi {

    private static final int BODY_BYTES_MAX = 16 * 1024;

    private static final Cursor<String> CURSOR = Cursor.ofNames(PagedList.RETRY_POLICIES);

    private final Policies policies;
    private final PolicyService service;
    private final InstantSource clock;

    RetryPoliciesApi(Policies policies, PolicyService service, InstantSource clock) {
        this.policies = policies;
        this.service = service;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.ADMINISTER_SHARED, "POST", "/v1/retry_policies", this::create)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.READ, "GET", "/v1/retry_policies", this::list),
                access.route(Right.READ, "GET", "/v1/retry_policies/{name}", this::get),
                access.route(Right.READ, "GET", "/v1/retry_policies/{name}/preview", this::preview),
                access.route(
                                Right.ADMINISTER_SHARED,
                                "PUT",
                                "/v1/retry_policies/{name}",
                                this::replace)
                        .taking(BODY_BYTES_MAX),
                access.route(
                                Right.ADMINISTER_SHARED,
                                "PATCH",
                                "/v1/retry_policies/{name}",
                                this::change)
                        .taking(BODY_BYTES_MAX),
                access.route(
                        Right.ADMINISTER_SHARED,
                        "DELETE",
                        "/v1/retry_policies/{name}",
                        this::delete));
    }

    private Response create(Request request, Caller caller) throws SQLException {
        var json = Json.readObject(request);
        var key = Idempotency.key(request, json).orElse(null);
        var violations = new Violations();
        var command = new CreatePolicy(caller, PolicyReader.draft(json, violations), key);
        return switch (service.create(command, violations, Access.actor(caller, request))) {
            case Created.Done(var policy) -> Json.response(201, json(policy));
            case Created.Repeated(var policy) -> Json.response(201, json(policy));
            case Created.Invalid(var all) -> throw Problem.invalid(all);
            case Created.NameTaken(var name) ->
                    throw Problem.at(ProblemType.CONFLICT, "/name", PolicyText.nameTaken(name));
            case Created.TooMany(var max) ->
                    throw Problem.of(ProblemType.CONFLICT, PolicyText.tooMany(max));
            case Created.KeyReused _ -> throw CaptureText.keyReused();
        };
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "limit", "cursor");
        int limit = params.limit();
        var after = params.cursor(CURSOR).orElse("");
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
                200, Pages.of(page, CURSOR, page.size() < limit ? null : nameOf(page.getLast())));
    }

    private Response get(Request request, Caller caller) {
        var name = request.part("name");
        var builtIn = RetryPolicies.NAMED.get(name);
        return Json.response(200, builtIn != null ? json(builtIn) : json(custom(name)));
    }

    private CustomPolicy custom(String name) {
        return policies.find(name).orElseThrow(() -> notFound(name));
    }

    private Response preview(Request request, Caller caller) {
        var name = request.part("name");
        var ttl = new Params(request, "ttl_seconds").seconds("ttl_seconds");
        var builtIn = RetryPolicies.NAMED.get(name);
        var spec = builtIn != null ? builtIn : custom(name).spec();
        var policy = spec.policy(name);
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var limit = EndpointRules.TIME_LIMIT_DEFAULT;
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
        var name = request.part("name");
        var json = Json.readObject(request);
        var violations = new Violations();
        var command = new ReplacePolicy(name, PolicyReader.draft(json, violations));
        return changed(name, service.replace(command, violations, Access.actor(caller, request)));
    }

    private Response change(Request request, Caller caller) throws SQLException {
        var name = request.part("name");
        var json = Json.readObject(request);
        var violations = new Violations();
        var command = new ChangePolicy(name, PolicyReader.draft(json, violations));
        return changed(name, service.change(command, violations, Access.actor(caller, request)));
    }

    private static Response changed(String name, Changed result) {
        return switch (result) {
            case Changed.Done(var policy) -> Json.response(200, json(policy));
            case Changed.Invalid(var all) -> throw Problem.invalid(all);
            case Changed.NotFound _ -> throw notFound(name);
            case Changed.BuiltIn _ ->
                    throw Problem.of(ProblemType.CONFLICT, PolicyText.builtIn(name));
        };
    }

    private Response delete(Request request, Caller caller) throws SQLException {
        var name = request.part("name");
        return switch (service.delete(name, Access.actor(caller, request))) {
            case DONE -> Response.noContent();
            case NOT_FOUND -> throw notFound(name);
            case BUILT_IN -> throw Problem.of(ProblemType.CONFLICT, PolicyText.builtIn(name));
            case IN_USE -> throw Problem.of(ProblemType.CONFLICT, PolicyText.inUse(name));
        };
    }

    private static Problem notFound(String name) {
        return Problem.of(ProblemType.NOT_FOUND, PolicyText.notFound(name));
    }

    private static ObjectNode json(PolicySpec builtIn) {
        return json(builtIn, true, null, null);
    }

    public static ObjectNode json(CustomPolicy policy) {
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

    public static String nameOf(ObjectNode row) {
        return row.get("name").stringValue();
    }
}
