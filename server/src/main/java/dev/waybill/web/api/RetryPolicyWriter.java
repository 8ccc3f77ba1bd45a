package dev.waybill.web.api;

import dev.waybill.domain.access.Caller;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.catalog.CustomPolicy;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.retrypolicies.Policies;
import dev.waybill.feature.retrypolicies.Policies.Creation;
import dev.waybill.feature.retrypolicies.Policies.Draft;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.CaptureText;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Makes, changes and deletes retry policies for whoever asks, by the API or on a page.
public final class RetryPolicyWriter {

    private final Policies policies;
    private final RoutingTable routes;

    public RetryPolicyWriter(Policies policies, RoutingTable routes) {
        this.policies = policies;
        this.routes = routes;
    }

    public CustomPolicy create(
            ObjectNode json, Caller caller, @Nullable IdempotencyKey key, Actor act)
            throws SQLException {
        var spec = PolicyChoices.read(json, "");
        var name = spec.name();
        if (name == null) {
            throw Problem.invalid("/name", "name is required.");
        }
        if (PolicyJson.isBuiltIn(name)) {
            throw taken(name);
        }
        var draft = new Draft(json.toString(), spec);
        var creation = policies.create(name, draft, caller.homeApp(), caller.mode(), key, act);
        routes.refresh();
        return switch (creation) {
            case Creation.Created(var policy) -> policy;
            case Creation.Repeated(var policy) -> policy;
            case Creation.Taken _ -> throw taken(name);
            case Creation.TooMany _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "There are "
                                    + Policies.COUNT_MAX
                                    + " retry policies, which is as many as there can be.");
            case Creation.Clash _ -> throw CaptureText.keyReused();
        };
    }

    /// Puts another in its place.
    public CustomPolicy replace(String name, ObjectNode json, Actor act) throws SQLException {
        return changed(name, act, _ -> json);
    }

    /// What is not mentioned stays as people wrote it; null takes it back to what it is by default.
    CustomPolicy change(String name, ObjectNode part, Actor act) throws SQLException {
        return changed(
                name,
                act,
                before -> {
                    var json = (ObjectNode) Json.parse(before.given());
                    json.setAll(part);
                    return json;
                });
    }

    private CustomPolicy changed(String name, Actor act, Function<CustomPolicy, ObjectNode> change)
            throws SQLException {
        requireOwn(name);
        var changed =
                policies.change(name, act, before -> draft(change.apply(before), name))
                        .orElseThrow(() -> notFound(name));
        routes.refresh();
        return changed;
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

    public void delete(String name, Actor act) throws SQLException {
        requireOwn(name);
        var deletion = policies.delete(name, act);
        routes.refresh();
        switch (deletion) {
            case DELETED -> {
                // As was asked.
            }
            case UNKNOWN -> throw notFound(name);
            case IN_USE ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "An endpoint or event type names the retry policy "
                                    + name
                                    + ". Let it name another one first.");
        }
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

    private static Problem taken(String name) {
        return Problem.at(
                ProblemType.CONFLICT, "/name", "There is a retry policy " + name + " already.");
    }

    static Problem notFound(String name) {
        return Problem.of(ProblemType.NOT_FOUND, "There is no retry policy " + name + ".");
    }
}
