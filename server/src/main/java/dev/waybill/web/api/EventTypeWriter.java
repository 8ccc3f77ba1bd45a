package dev.waybill.web.api;

import dev.waybill.domain.access.Caller;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.catalog.CatalogType.DeliveryRules;
import dev.waybill.engine.catalog.CatalogType.Documentation;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.eventtypes.EventTypes;
import dev.waybill.feature.eventtypes.EventTypes.Creation;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.text.CaptureText;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Makes, changes and deletes event types for whoever asks, by the API or on a page.
public final class EventTypeWriter {

    private final EventTypes types;
    private final PolicyChoices policies;
    private final RoutingTable routes;
    private final InstantSource clock;

    public EventTypeWriter(
            EventTypes types, PolicyChoices policies, RoutingTable routes, InstantSource clock) {
        this.types = types;
        this.policies = policies;
        this.routes = routes;
        this.clock = clock;
    }

    public CatalogType create(
            ObjectNode json, Caller caller, @Nullable IdempotencyKey key, Actor act)
            throws SQLException {
        var fields = new EventTypeFields(json, policies);
        var name =
                fields.name()
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "/name", "name is required, such as invoice.paid."));
        var now = now();
        var type = fields.appliedTo(blank(name, now), now);
        var creation = types.create(type, caller.homeApp(), caller.mode(), key, act);
        routes.refresh();
        return switch (creation) {
            case Creation.Created(var made) -> made;
            case Creation.Repeated(var made) -> made;
            case Creation.Taken _ ->
                    throw Problem.at(
                            ProblemType.CONFLICT,
                            "/name",
                            "There is an event type " + name + " already.");
            case Creation.TooMany _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "There are "
                                    + EventTypes.COUNT_MAX
                                    + " event types, which is as many as there can be.");
            case Creation.Clash _ -> throw CaptureText.keyReused();
        };
    }

    public CatalogType change(String name, ObjectNode json, Actor act) throws SQLException {
        var fields = new EventTypeFields(json, policies);
        if (!fields.name().orElse(name).equals(name)) {
            throw Problem.invalid("/name", "An event type keeps its name: events carry it.");
        }
        var changed =
                types.change(name, act, before -> fields.appliedTo(before, now()))
                        .orElseThrow(() -> notFound(name));
        routes.refresh();
        return changed;
    }

    public void delete(String name, Actor act) throws SQLException {
        if (!types.delete(name, act)) {
            throw notFound(name);
        }
        routes.refresh();
    }

    private static CatalogType blank(String name, Instant now) {
        return new CatalogType(name, Documentation.NONE, DeliveryRules.NONE, null, false, now, now);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    static Problem notFound(String name) {
        return Problem.of(ProblemType.NOT_FOUND, "There is no event type " + name + ".");
    }
}
