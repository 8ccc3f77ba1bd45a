package dev.waybill.feature.replays;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.event.EventId;
import dev.waybill.engine.access.AppScopes;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.feature.deliveries.CauseSelector;
import dev.waybill.feature.events.EventFeed;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.feature.events.FeedPosition;
import dev.waybill.feature.replays.Replays.ReplayChange;
import dev.waybill.feature.replays.Replays.Start;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Plans, starts and changes replays: checks every rule and the caller's rights, then acts. The API
/// and the forms read their input into the commands and express the results.
public final class ReplayService {

    private final Replays replays;
    private final EventQuery events;
    private final EventFeed feed;
    private final AppScopes apps;

    public ReplayService(Replays replays, EventQuery events, EventFeed feed, AppScopes apps) {
        this.replays = replays;
        this.events = events;
        this.feed = feed;
        this.apps = apps;
    }

    /// The result of planning.
    public sealed interface Planned {

        record Done(Draft draft, Plan plan) implements Planned {}

        record Invalid(List<Violation> violations) implements Planned {}
    }

    /// Counts the deliveries that a replay would create now. Nothing is stored.
    ///
    /// @param violations those found when the command was read; with any, nothing is counted
    public Planned plan(StartReplay command, Violations violations) {
        ReplayRules.check(command, violations);
        return draft(command, violations)
                .<Planned>map(draft -> new Planned.Done(draft, replays.plan(draft)))
                .orElseGet(() -> new Planned.Invalid(violations.all()));
    }

    /// Starts a replay, or finds the one that the same request started before.
    ///
    /// @param violations those found when the command was read; with any, nothing is started
    /// @param key makes a repeated request find the replay that the first one started
    public Start start(
            StartReplay command, Violations violations, @Nullable IdempotencyKey key, Actor actor) {
        ReplayRules.check(command, violations);
        ReplayRules.requireReason(command, violations);
        var draft = draft(command, violations);
        if (draft.isEmpty()) {
            return new Start.Invalid(violations.all());
        }
        return mayStart(command.caller(), draft.get())
                ? replays.start(actor, draft.get(), key)
                : new Start.NotAllowed();
    }

    /// Whether the caller has the right to start a replay. One that belongs to no endpoint may
    /// affect every customer.
    public static boolean mayStart(Caller caller, Draft draft) {
        return draft.endpointId() != null || caller.may(Right.ADMINISTER);
    }

    /// Pauses, resumes or cancels a replay.
    public ReplayChange changeState(ChangeReplayState command, Actor actor) {
        var id = command.id();
        var scope = command.caller().scope();
        return refusal(command.caller(), id)
                .orElseGet(() ->
                        switch (command.action()) {
                            case PAUSE -> replays.pause(actor, id, scope);
                            case RESUME -> replays.resume(actor, id, scope);
                            case CANCEL -> replays.cancel(actor, id, scope);
                        });
    }

    /// Changes the pace of the remaining deliveries of a replay.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public ReplayChange changePace(ChangePace command, Violations violations, Actor actor) {
        var refusal = refusal(command.caller(), command.id());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        ReplayRules.check(command, violations);
        return violations.isEmpty()
                ? replays.changePace(
                        actor, command.id(), command.caller().scope(), command.pace().speed())
                : new ReplayChange.Invalid(violations.all());
    }

    private Optional<ReplayChange> refusal(Caller caller, UUID id) {
        var replay = replays.find(id, caller.scope());
        if (replay.isEmpty()) {
            return Optional.of(new ReplayChange.NoSuchReplay());
        }
        return caller.may(replay.get().right())
                ? Optional.empty()
                : Optional.of(new ReplayChange.NotAllowed());
    }

    /// The command as it is started; empty with any violation.
    private Optional<Draft> draft(StartReplay command, Violations violations) {
        var selection =
                switch (command.criteria()) {
                    case ReplayFilter filter -> deliveries(filter, command, violations);
                    case EndpointEvents criteria -> ofEndpoint(criteria, command, violations);
                };
        return selection.filter(_ -> violations.isEmpty()).map(found -> draft(command, found));
    }

    private static Draft draft(StartReplay command, ReplaySelection selection) {
        var owner = command.criteria().owner();
        var now = command.now();
        var startAt = command.startAt();
        return new Draft(
                selection,
                command.asked(),
                owner == null ? null : owner.appId(),
                owner == null ? command.caller().mode() : owner.mode(),
                owner == null ? null : owner.id(),
                ReplayRules.isCustomer(command.caller()),
                command.pace().speed(),
                startAt == null || startAt.isBefore(now) ? now : startAt,
                command.reason() == null ? "" : command.reason(),
                command.expectedTotal() == null ? null : command.expectedTotal().longValue());
    }

    private Optional<ReplaySelection> deliveries(
            ReplayFilter filter, StartReplay command, Violations violations) {
        var scope = apps.of(filter.app(), command.caller(), violations.in(ReplayRules.FILTER));
        return Optional.of(
                new ReplaySelection.Deliveries(
                        scope,
                        new HashSet<>(filter.states()),
                        new HashSet<>(filter.reasons()),
                        causes(filter),
                        new HashSet<>(filter.deliveryIds()),
                        filter.endpointId(),
                        filter.eventTypes(),
                        orElse(filter.since(), command.now().minus(ReplayRules.REACH)),
                        orElse(filter.until(), command.now())));
    }

    /// The causes with these codes; null for every cause. An unknown code matches nothing.
    private static @Nullable Set<CauseSelector> causes(ReplayFilter filter) {
        return filter.causes().isEmpty()
                ? null
                : filter.causes().stream()
                        .flatMap(code -> CauseSelector.of(code).stream())
                        .collect(Collectors.toUnmodifiableSet());
    }

    private Optional<ReplaySelection> ofEndpoint(
            EndpointEvents criteria, StartReplay command, Violations violations) {
        var outcomes = criteria.outcomes();
        // Without a choice, open deliveries are selected too: the plan then shows that they are
        // excluded.
        var states =
                outcomes.isEmpty()
                        ? EnumSet.allOf(DeliveryState.class)
                        : EnumSet.noneOf(DeliveryState.class);
        outcomes.forEach(outcome -> outcome.state().ifPresent(states::add));
        return position(criteria.since(), command.caller().scope(), violations)
                .map(after ->
                        new ReplaySelection.OfEndpoint(
                                criteria.owner(),
                                after,
                                orElse(criteria.until(), command.now()),
                                criteria.eventTypes(),
                                states,
                                outcomes.isEmpty() || outcomes.contains(EventOutcome.MISSED)));
    }

    /// Where in the feed the events begin; empty with any violation.
    private Optional<FeedPosition> position(
            EndpointEvents.@Nullable Since since, Scope scope, Violations violations) {
        if (since instanceof EndpointEvents.Since.Event(var id) && !violations.has("since")) {
            var event = event(id, scope);
            if (event.isEmpty()) {
                violations.add(
                        "since",
                        Violation.Code.MISSING,
                        "There is no event " + id + ", and this is not a time with an offset.");
            }
            return event.filter(_ -> violations.isEmpty()).map(found -> feed.behind(found, scope));
        }
        return since instanceof EndpointEvents.Since.Time(var time) && violations.isEmpty()
                ? Optional.of(feed.from(time))
                : Optional.empty();
    }

    private Optional<UUID> event(String id, Scope scope) {
        return EventId.isValid(id)
                ? events.resolve(id, scope).filter(found -> events.head(found, scope).isPresent())
                : Optional.empty();
    }

    private static Instant orElse(@Nullable Instant time, Instant byDefault) {
        return time == null ? byDefault : time;
    }
}
