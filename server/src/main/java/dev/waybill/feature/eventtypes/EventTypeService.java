package dev.waybill.feature.eventtypes;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.catalog.PayloadSchema;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.eventtypes.EventTypes.Change;
import dev.waybill.feature.eventtypes.EventTypes.Creation;
import dev.waybill.feature.retrypolicies.Policies;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Creates, changes and deletes event types: checks every rule, then makes the change. The API and
/// the forms read their input into the commands and express the results.
public final class EventTypeService {

    private final EventTypes types;
    private final Policies policies;
    private final RoutingTable routes;
    private final InstantSource clock;

    public EventTypeService(
            EventTypes types, Policies policies, RoutingTable routes, InstantSource clock) {
        this.types = types;
        this.policies = policies;
        this.routes = routes;
        this.clock = clock;
    }

    /// The result of a create.
    public sealed interface Created {

        record Done(CatalogType type) implements Created {}

        /// The same request created it before.
        record Repeated(CatalogType type) implements Created {}

        record Invalid(List<Violation> violations) implements Created {}

        /// There is an event type of this name.
        record NameTaken(String name) implements Created {}

        /// There are as many event types as there can be.
        record TooMany(int max) implements Created {}

        /// The Idempotency-Key was used for another request.
        record KeyReused() implements Created {}
    }

    /// The result of a change.
    public sealed interface Changed {

        record Done(CatalogType type) implements Changed {}

        record Invalid(List<Violation> violations) implements Changed {}

        record NotFound() implements Changed {}
    }

    /// Creates an event type, or finds the one that the same request created before.
    ///
    /// @param violations those found when the command was read; with any, nothing is created
    public Created create(CreateEventType command, Violations violations, Actor actor)
            throws SQLException {
        var name = command.name();
        if (name == null) {
            violations.add(
                    "name", Violation.Code.REQUIRED, "{} is required, such as invoice.paid.");
        }
        EventTypeRules.checkName(name, violations);
        var settings = command.settings();
        var schema = check(settings, violations);
        EventTypeRules.checkPayload(settings.payload(), StoredPayload.NONE, schema, violations);
        if (name == null || !violations.isEmpty()) {
            return new Created.Invalid(violations.all());
        }
        var now = now();
        var caller = command.caller();
        var creation =
                types.create(
                        settings.onto(blank(name, now), stored(settings), now),
                        caller.homeApp(),
                        caller.mode(),
                        command.key(),
                        actor);
        routes.refresh();
        return switch (creation) {
            case Creation.Created(var type) -> new Created.Done(type);
            case Creation.Repeated(var type) -> new Created.Repeated(type);
            case Creation.Taken _ -> new Created.NameTaken(name);
            case Creation.TooMany _ -> new Created.TooMany(EventTypes.COUNT_MAX);
            case Creation.Clash _ -> new Created.KeyReused();
        };
    }

    private static CatalogType blank(String name, Instant now) {
        return new CatalogType(
                name,
                CatalogType.Documentation.NONE,
                CatalogType.DeliveryRules.NONE,
                null,
                false,
                now,
                now);
    }

    /// Changes the settings that the command mentions.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed change(ChangeEventType command, Violations violations, Actor actor)
            throws SQLException {
        var settings = command.settings();
        EventTypeRules.checkName(command.name(), violations);
        if (command.name() != null && !command.name().equals(command.type())) {
            violations.add(
                    "name",
                    Violation.Code.CONFLICT,
                    "The name of an event type cannot be changed, because events carry it.");
        }
        // Before the transaction, because compiling a schema takes time.
        var schema = check(settings, violations);
        var policy = violations.isEmpty() ? stored(settings) : Update.<String>keep();
        var change =
                types.change(
                        command.type(),
                        actor,
                        before -> {
                            EventTypeRules.checkPayload(
                                    settings.payload(),
                                    StoredPayload.of(before),
                                    schema,
                                    violations);
                            return violations.isEmpty()
                                    ? Optional.of(settings.onto(before, policy, now()))
                                    : Optional.empty();
                        });
        return switch (change) {
            case Change.Changed(var type) -> {
                routes.refresh();
                yield new Changed.Done(type);
            }
            case Change.Refused _ -> new Changed.Invalid(violations.all());
            case Change.NotFound _ -> new Changed.NotFound();
        };
    }

    /// Deletes an event type; false if there is none of this name.
    public boolean delete(String name, Actor actor) throws SQLException {
        boolean deleted = types.delete(name, actor);
        if (deleted) {
            routes.refresh();
        }
        return deleted;
    }

    /// Checks all rules that do not depend on the type as it is. Returns the schema of the update,
    /// ready for use.
    private @Nullable PayloadSchema check(EventTypeUpdate settings, Violations violations) {
        settings.delivery()
                .retryPolicy()
                .value()
                .ifPresent(choice -> choice.check(policies, violations));
        return EventTypeRules.check(settings, violations);
    }

    private Update<String> stored(EventTypeUpdate settings) {
        return settings.delivery().retryPolicy().map(choice -> choice.stored(policies));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
