package dev.waybill.feature.replays;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.event.Ids;
import dev.waybill.domain.replay.ReplayState;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.capture.IdempotencyStore;
import dev.waybill.infra.db.Database;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Plans, starts, pauses, resumes and cancels replays. [ReplayRunner] runs them.
public final class Replays {

    /// Limit of open replays in a list.
    private static final int LISTED_MAX = 100;

    /// Limit of items in one replay: more take longer to freeze than a request may last.
    public static final long ITEMS_MAX = 500_000;

    /// Limit of items that one page of a list reads.
    public static final int LOOKED_AT_MAX = 10_000;

    private final Database database;
    private final AuditTrail<Replay> trail;
    private final Function<Plan, ObjectNode> planJson;
    private final InstantSource clock;
    private final Ids ids;
    private final ReplayStore store = new ReplayStore();
    private final ChoiceStore choices = new ChoiceStore();
    private final IdempotencyStore idempotency = new IdempotencyStore();

    /// Plans and changes replays, and records that in the audit log.
    ///
    /// @param planJson a plan as the API shows it
    public Replays(
            Database database,
            AuditTrail<Replay> trail,
            Function<Plan, ObjectNode> planJson,
            InstantSource clock,
            Ids ids) {
        this.database = database;
        this.trail = trail;
        this.planJson = planJson;
        this.clock = clock;
        this.ids = ids;
    }

    /// The result of a start.
    public sealed interface Start {

        record Started(Replay replay) implements Start {}

        /// The same request started this replay before.
        record Repeated(Replay replay) implements Start {}

        /// The Idempotency-Key was used for another request.
        record Clash() implements Start {}

        /// No slot for the replay is free.
        record TooManyOpen(ReplaySlots.Full full) implements Start {}

        /// Another replay of the same customer is being planned at this moment.
        record Busy() implements Start {}

        /// It would have more than [#ITEMS_MAX] items.
        record TooLarge(long total) implements Start {}

        /// The number of deliveries differs from the expected one: the selection has changed since
        /// it was planned.
        record Changed(Plan plan) implements Start {}

        /// The caller does not have the right.
        record NotAllowed() implements Start {}

        record Invalid(List<Violation> violations) implements Start {}
    }

    /// The plan of a replay as of now.
    public Plan plan(Draft draft) {
        return database.interactive()
                .withHandle(handle -> choices.freeze(handle, draft.selection(), null, now()));
    }

    /// Freezes the set of items. Nothing is added to it or removed from it later.
    public Start start(Actor actor, Draft draft, @Nullable IdempotencyKey key) {
        return database.interactive()
                .inTransaction(tx -> {
                    var result = start(tx, actor, draft, key);
                    if (!(result instanceof Start.Started)) {
                        tx.rollback();
                    }
                    return result;
                });
    }

    private Start start(Handle tx, Actor actor, Draft draft, @Nullable IdempotencyKey key) {
        var now = now();
        var id = ids.next();
        var app = draft.appId() == null ? Apps.PLATFORM : draft.appId();
        var scope = new Scope(draft.appId(), draft.mode());
        if (key != null && !idempotency.insert(tx, app, draft.mode(), key, id, now)) {
            return idempotency
                    .find(tx, app, draft.mode(), key)
                    .flatMap(known -> store.find(tx, known, scope))
                    .<Start>map(Start.Repeated::new)
                    .orElseGet(Start.Clash::new);
        }
        // Without the lock, concurrent requests would not count each other.
        if (draft.byCustomer() && !store.takeTurn(tx, app)) {
            return new Start.Busy();
        }
        var full = store.slots(tx, app, draft.mode(), draft.byCustomer()).full(draft.byCustomer());
        if (full.isPresent()) {
            return new Start.TooManyOpen(full.get());
        }
        var state = draft.startAt().isAfter(now) ? ReplayState.PLANNED : ReplayState.RUNNING;
        store.insert(tx, id, draft, state, actor.id(), now);
        var plan = choices.freeze(tx, draft.selection(), id, now);
        if (plan.total() > ITEMS_MAX) {
            return new Start.TooLarge(plan.total());
        }
        if (draft.expected() != null && draft.expected() != plan.total()) {
            return new Start.Changed(plan);
        }
        store.planned(
                tx,
                id,
                plan.total(),
                planJson.apply(plan).toString(),
                draft.pace().of(plan.total()));
        var replay = store.find(tx, id, scope).orElseThrow();
        trail.created(tx, actor, replay);
        return new Start.Started(replay);
    }

    public Optional<Replay> find(UUID id, Scope scope) {
        return database.interactive().withHandle(handle -> store.find(handle, id, scope));
    }

    /// Open replays, newest first.
    public List<Replay> open(Scope scope) {
        return database.interactive().withHandle(handle -> store.open(handle, scope, LISTED_MAX));
    }

    /// Ended replays before the one with this id, newest first.
    public List<Replay> over(Scope scope, UUID before, int limit) {
        return database.interactive()
                .withHandle(handle -> store.over(handle, scope, before, limit));
    }

    /// Processed items after this ordinal, in the order of the replay. The caller has checked that
    /// they may be seen. May return fewer than exist, because the number of items that are read is
    /// limited.
    ///
    /// @param ended only items with this result; null for all
    public List<ReplayItem> items(
            Replay replay, long after, ReplayItem.@Nullable Ended ended, int limit) {
        return database.interactive()
                .withHandle(handle ->
                        store.items(
                                handle,
                                replay.id(),
                                after,
                                Math.min(replay.progress().made(), after + LOOKED_AT_MAX),
                                ended,
                                limit));
    }

    /// Replays before the one with this id, newest first.
    public List<Replay> page(Scope scope, UUID before, int limit) {
        return database.interactive()
                .withHandle(handle -> store.page(handle, scope, before, limit));
    }

    /// The result of a change of a replay.
    public sealed interface ReplayChange {

        record Done(Replay replay) implements ReplayChange {}

        record NoSuchReplay() implements ReplayChange {}

        /// It has ended, or its state does not allow the change.
        record Refused(ReplayState state) implements ReplayChange {}

        /// The caller does not have the right.
        record NotAllowed() implements ReplayChange {}

        record Invalid(List<Violation> violations) implements ReplayChange {}
    }

    /// Creates no deliveries until it is resumed. Existing deliveries are not affected.
    public ReplayChange pause(Actor actor, UUID id, Scope scope) {
        return changeState(actor, id, scope, "paused", ReplayTransition::paused);
    }

    /// Continues at its pace where it was paused.
    public ReplayChange resume(Actor actor, UUID id, Scope scope) {
        return changeState(actor, id, scope, "resumed", ReplayTransition::resumed);
    }

    /// Creates no more deliveries. Existing deliveries are not affected.
    public ReplayChange cancel(Actor actor, UUID id, Scope scope) {
        return changeState(actor, id, scope, "cancelled", ReplayTransition::cancelled);
    }

    /// Changes the pace of the remaining deliveries.
    public ReplayChange changePace(Actor actor, UUID id, Scope scope, Draft.Speed pace) {
        return changeState(
                actor,
                id,
                scope,
                "updated",
                (replay, now) -> ReplayTransition.at(replay, pace, now));
    }

    /// The replay after the change; empty if the change is not possible.
    @FunctionalInterface
    private interface Change {
        Optional<Replay> of(Replay replay, Instant now);
    }

    private ReplayChange changeState(
            Actor actor, UUID id, Scope scope, String what, Change change) {
        return database.interactive()
                .inTransaction(tx -> {
                    var before = store.lock(tx, id, scope);
                    if (before.isEmpty()) {
                        return new ReplayChange.NoSuchReplay();
                    }
                    var after = change.of(before.get(), now());
                    if (after.isEmpty()) {
                        return new ReplayChange.Refused(before.get().state());
                    }
                    if (!after.get().equals(before.get())) {
                        store.change(tx, after.get());
                        trail.changed(tx, actor, what, before.get(), after.get(), null);
                    }
                    return new ReplayChange.Done(after.get());
                });
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
