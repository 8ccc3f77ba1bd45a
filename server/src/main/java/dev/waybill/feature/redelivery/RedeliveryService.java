package dev.waybill.feature.redelivery;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.access.AppScopes;
import dev.waybill.engine.audit.Actor;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/// Requeues deliveries and cancels them by a filter: checks every rule, then acts. The API and the
/// forms read their input into the commands and express the results.
public final class RedeliveryService {

    private final Requeues requeues;
    private final Resends resends;
    private final Cancels cancels;
    private final AppScopes apps;

    public RedeliveryService(Requeues requeues, Resends resends, Cancels cancels, AppScopes apps) {
        this.requeues = requeues;
        this.resends = resends;
        this.cancels = cancels;
        this.apps = apps;
    }

    /// The result of a requeue.
    public sealed interface Requeued {

        /// The delivery was pending and has another due time.
        record Moved() implements Requeued {}

        /// The delivery had ended, so it was resent, or could not be.
        record Resent(Resends.Result result) implements Requeued {}

        record Refused(Requeues.Result why) implements Requeued {}

        record Invalid(List<Violation> violations) implements Requeued {}
    }

    /// Gives a pending delivery another due time. A delivery that has ended is resent, not before
    /// that time.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Requeued requeue(RequeueDelivery command, Violations violations, Actor actor)
            throws SQLException {
        RedeliveryRules.check(command, violations);
        if (!violations.isEmpty()) {
            return new Requeued.Invalid(violations.all());
        }
        var delay =
                command.delaySeconds() == null
                        ? Duration.ZERO
                        : Duration.ofSeconds(command.delaySeconds());
        var id = command.id();
        var scope = command.scope();
        var result = requeues.requeue(actor, id, scope, delay);
        return switch (result) {
            case Requeues.Result.Moved _ -> new Requeued.Moved();
            case Requeues.Result.Ended _ ->
                    new Requeued.Resent(resends.resend(actor, id, scope, delay, command.key()));
            case Requeues.Result.InFlight _,
                    Requeues.Result.Stale _,
                    Requeues.Result.BehindOthers _,
                    Requeues.Result.LaneHeld _,
                    Requeues.Result.NoSuchDelivery _ ->
                    new Requeued.Refused(result);
        };
    }

    /// The result of planning a cancel.
    public sealed interface CancelPlanned {

        record Done(CancelPlan plan) implements CancelPlanned {}

        record Invalid(List<Violation> violations) implements CancelPlanned {}
    }

    /// The result of a cancel.
    public sealed interface Cancelled {

        record Done(Cancels.Many result) implements Cancelled {}

        record Invalid(List<Violation> violations) implements Cancelled {}
    }

    /// Counts what would be cancelled now. Nothing is changed.
    ///
    /// @param violations those found when the command was read; with any, nothing is counted
    public CancelPlanned plan(CancelDeliveries command, Violations violations) {
        RedeliveryRules.check(command, violations);
        var scope = apps.of(command.app(), command.caller(), violations.in(RedeliveryRules.FILTER));
        return violations.isEmpty()
                ? new CancelPlanned.Done(cancels.plan(scope, command.filter()))
                : new CancelPlanned.Invalid(violations.all());
    }

    /// Cancels the pending deliveries that match.
    ///
    /// @param violations those found when the command was read; with any, nothing is cancelled
    public Cancelled cancel(CancelDeliveries command, Violations violations, Actor actor) {
        RedeliveryRules.check(command, violations);
        var scope = apps.of(command.app(), command.caller(), violations.in(RedeliveryRules.FILTER));
        return violations.isEmpty()
                ? new Cancelled.Done(
                        cancels.cancel(
                                actor,
                                scope,
                                command.filter(),
                                command.criteria(),
                                command.reason()))
                : new Cancelled.Invalid(violations.all());
    }
}
