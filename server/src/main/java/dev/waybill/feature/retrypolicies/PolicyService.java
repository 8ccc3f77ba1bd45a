package dev.waybill.feature.retrypolicies;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.retry.PolicyDraft;
import dev.waybill.domain.retry.PolicyRules;
import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.catalog.CustomPolicy;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.retrypolicies.Policies.Change;
import dev.waybill.feature.retrypolicies.Policies.Creation;
import dev.waybill.feature.retrypolicies.Policies.Draft;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Creates, changes and deletes retry policies: checks every rule, then makes the change. The API
/// and the forms read their input into the commands and express the results.
public final class PolicyService {

    private final Policies policies;
    private final RoutingTable routes;

    public PolicyService(Policies policies, RoutingTable routes) {
        this.policies = policies;
        this.routes = routes;
    }

    /// The result of a create.
    public sealed interface Created {

        record Done(CustomPolicy policy) implements Created {}

        /// The same request created it before.
        record Repeated(CustomPolicy policy) implements Created {}

        record Invalid(List<Violation> violations) implements Created {}

        /// Another policy has this name.
        record NameTaken(String name) implements Created {}

        /// There are as many policies as there can be.
        record TooMany(int max) implements Created {}

        /// The Idempotency-Key was used for another request.
        record KeyReused() implements Created {}
    }

    /// The result of a change.
    public sealed interface Changed {

        record Done(CustomPolicy policy) implements Changed {}

        record Invalid(List<Violation> violations) implements Changed {}

        record NotFound() implements Changed {}

        /// A built-in policy cannot be changed.
        record BuiltIn() implements Changed {}
    }

    /// The result of a delete.
    public enum Deleted {
        DONE,
        NOT_FOUND,
        /// A built-in policy cannot be deleted.
        BUILT_IN,
        /// An endpoint or event type names the policy.
        IN_USE
    }

    /// Creates a policy, or finds the one that the same request created before.
    ///
    /// @param violations those found when the command was read; with any, nothing is created
    public Created create(CreatePolicy command, Violations violations, Actor actor)
            throws SQLException {
        if (command.draft().name().value().isEmpty()) {
            violations.add("name", Violation.Code.REQUIRED, "{} is required.");
        }
        var spec = PolicyRules.check(command.draft(), violations).orElse(null);
        if (spec == null || spec.name() == null) {
            return new Created.Invalid(violations.all());
        }
        if (PolicyJson.isBuiltIn(spec.name())) {
            return new Created.NameTaken(spec.name());
        }
        var caller = command.caller();
        var creation =
                policies.create(
                        spec.name(),
                        stored(command.draft(), spec),
                        caller.homeApp(),
                        caller.mode(),
                        command.key(),
                        actor);
        routes.refresh();
        return switch (creation) {
            case Creation.Created(var policy) -> new Created.Done(policy);
            case Creation.Repeated(var policy) -> new Created.Repeated(policy);
            case Creation.Taken _ -> new Created.NameTaken(spec.name());
            case Creation.TooMany _ -> new Created.TooMany(Policies.COUNT_MAX);
            case Creation.Clash _ -> new Created.KeyReused();
        };
    }

    /// Replaces a policy by another one.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed replace(ReplacePolicy command, Violations violations, Actor actor)
            throws SQLException {
        var draft = command.draft().named(command.name());
        return change(command.name(), _ -> draft, violations, actor);
    }

    /// Changes the parts of a policy that the command mentions.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed change(ChangePolicy command, Violations violations, Actor actor)
            throws SQLException {
        return change(
                command.name(),
                before -> command.draft().onto(PolicyJson.readDraft(before.given())),
                violations,
                actor);
    }

    private Changed change(
            String name,
            Function<CustomPolicy, PolicyDraft> change,
            Violations violations,
            Actor actor)
            throws SQLException {
        if (PolicyJson.isBuiltIn(name)) {
            return new Changed.BuiltIn();
        }
        var changed =
                policies.change(
                        name, actor, before -> checked(change.apply(before), name, violations));
        return switch (changed) {
            case Change.Changed(var policy) -> {
                routes.refresh();
                yield new Changed.Done(policy);
            }
            case Change.Refused _ -> new Changed.Invalid(violations.all());
            case Change.NotFound _ -> new Changed.NotFound();
        };
    }

    private static Optional<Draft> checked(PolicyDraft draft, String name, Violations violations) {
        var spec = PolicyRules.check(draft, violations);
        if (!name.equals(draft.name().orNull())) {
            violations.add(
                    "name",
                    Violation.Code.CONFLICT,
                    "The name of a retry policy cannot be changed; copy the policy under another"
                            + " name.");
        }
        return violations.isEmpty() ? spec.map(valid -> stored(draft, valid)) : Optional.empty();
    }

    private static Draft stored(PolicyDraft draft, PolicySpec spec) {
        return new Draft(PolicyJson.write(draft).toString(), spec);
    }

    /// Deletes a policy that nothing uses. Deliveries under way keep it.
    public Deleted delete(String name, Actor actor) throws SQLException {
        if (PolicyJson.isBuiltIn(name)) {
            return Deleted.BUILT_IN;
        }
        var deletion = policies.delete(name, actor);
        routes.refresh();
        return switch (deletion) {
            case DELETED -> Deleted.DONE;
            case UNKNOWN -> Deleted.NOT_FOUND;
            case IN_USE -> Deleted.IN_USE;
        };
    }
}
