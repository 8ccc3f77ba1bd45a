package dev.waybill.engine.routing;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.LogText;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.endpoint.Standing;
import dev.waybill.domain.endpoint.Transition;
import dev.waybill.domain.endpoint.Transition.Changed;
import dev.waybill.domain.endpoint.Transition.Refused;
import dev.waybill.domain.endpoint.Transition.Unchanged;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.log.LogScope;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.TrafficMetrics;
import io.prometheus.metrics.core.metrics.Counter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Changes the states of endpoints, for users and for Waybill's own rules. A change, its entry in
/// the history and the new routing version are one transaction.
public final class EndpointStates implements Measured {

    /// The reason of a change that a user requested without a reason.
    public static final String REQUESTED = "requested";

    /// Deliveries ended in one statement.
    private static final int ENDED_PER_STATEMENT = 2_000;

    /// The most statements that a request to enable runs before it answers: a matter of seconds.
    private static final int STATEMENTS_PER_REQUEST_MAX = 20;

    private static final Logger LOG = LoggerFactory.getLogger(EndpointStates.class);

    private final Database database;
    private final RoutingTable routes;
    private final AuditTrail<Endpoint> trail;
    private final InstantSource clock;
    private final Ids ids;
    private final EndpointStore store = new EndpointStore();
    private final StateChangeStore history = new StateChangeStore();
    private final HealthStore health = new HealthStore();
    private final PaceStore pace = new PaceStore();
    private final WaitingStore waiting = new WaitingStore();

    private final Counter changes = TrafficMetrics.ENDPOINT_STATE_CHANGES.counter();

    public EndpointStates(
            Database database,
            RoutingTable routes,
            AuditTrail<Endpoint> trail,
            InstantSource clock,
            Ids ids) {
        this.database = database;
        this.routes = routes;
        this.trail = trail;
        this.clock = clock;
        this.ids = ids;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(TrafficMetrics.ENDPOINT_STATE_CHANGES, changes);
        metrics.read(
                TrafficMetrics.ENDPOINTS,
                series ->
                        routes.current()
                                .customersByState()
                                .forEach((state, count) -> series.add(count, state.code())));
    }

    /// The result of an action.
    public sealed interface Result {

        /// The endpoint in its current state, whether or not the action changed it.
        record Done(Endpoint endpoint, boolean changed) implements Result {}

        /// The action is not possible in the current state of the endpoint.
        record NotPossible(String why) implements Result {}

        /// Too many deliveries from before the endpoint was disabled still have to be ended. The
        /// request can be repeated later.
        record Busy() implements Result {}

        record NoSuchEndpoint() implements Result {}
    }

    /// Performs the action. This process acts on it at once; others do when they next refresh their
    /// routing tables.
    public Result act(UUID id, EndpointAction action, String reason, Actor actor)
            throws SQLException {
        if (action == EndpointAction.ENABLE && !endWhatWaited(id)) {
            return new Result.Busy();
        }
        var result =
                database.interactive().inTransaction(tx -> change(tx, id, action, reason, actor));
        if (result instanceof Result.Done(var endpoint, boolean changed) && changed) {
            report(endpoint, reason, actor);
            routes.refreshed();
        }
        return result;
    }

    /// The same for many endpoints, under one version of the routing: every version costs every
    /// process a new table, and captures under way a second try. Not for enabling, which has to end
    /// waiting deliveries. Returns how many it changed.
    public int actOnAll(Collection<UUID> all, EndpointAction action, String reason, Actor actor)
            throws SQLException {
        var changed =
                database.interactive()
                        .inTransaction(tx -> changeAll(tx, all, action, reason, actor));
        changed.forEach(endpoint -> report(endpoint, reason, actor));
        if (!changed.isEmpty()) {
            routes.refreshed();
        }
        return changed.size();
    }

    private void report(Endpoint endpoint, String reason, Actor actor) {
        if (endpoint.mode() == Mode.LIVE && !Apps.isInternal(endpoint.appId())) {
            // Users write reasons as they like, so all of theirs are one value.
            var label = actor.equals(Actor.ITSELF) ? reason : REQUESTED;
            changes.labelValues(endpoint.state().code(), label).inc();
        }
        LOG.atInfo()
                .addKeyValue(LogScope.ENDPOINT_ID, IdKind.ENDPOINT.format(endpoint.id()))
                .addKeyValue(LogScope.APP_ID, IdKind.APP.format(endpoint.appId()))
                .log(
                        "an endpoint's state changed, state={} reason={} actor={}",
                        endpoint.state().code(),
                        LogText.quoted(reason),
                        actor.id());
    }

    private Result change(Handle tx, UUID id, EndpointAction action, String reason, Actor actor) {
        // Checked before the lock, because a hundred attempts may report the same, and a new
        // routing version costs every capture under way a second try.
        var seen = decide(tx, id, action, reason);
        if (!(seen.transition instanceof Changed)) {
            return seen.result();
        }
        long version = store.bumpRouting(tx);
        var decided = decide(tx, id, action, reason);
        if (decided.endpoint != null && decided.transition instanceof Changed(var after)) {
            return new Result.Done(
                    write(tx, decided.endpoint, after, version, action, reason, actor), true);
        }
        return decided.result();
    }

    private List<Endpoint> changeAll(
            Handle tx, Collection<UUID> all, EndpointAction action, String reason, Actor actor) {
        var changed = new ArrayList<Endpoint>();
        if (store.findAll(tx, all).stream()
                .map(endpoint -> transition(endpoint, action, reason))
                .noneMatch(Changed.class::isInstance)) {
            return changed;
        }
        long version = store.bumpRouting(tx);
        for (var endpoint : store.findAll(tx, all)) {
            if (transition(endpoint, action, reason) instanceof Changed(var after)) {
                changed.add(write(tx, endpoint, after, version, action, reason, actor));
            }
        }
        return changed;
    }

    private Endpoint write(
            Handle tx,
            Endpoint before,
            Standing after,
            long version,
            EndpointAction action,
            String reason,
            Actor actor) {
        store.updateStanding(tx, before.id(), after, version);
        history.insert(
                tx,
                new StateChange(
                        ids.next(),
                        before.id(),
                        after.since(),
                        before.state(),
                        after.state(),
                        reason,
                        actor.id()),
                // A notification about an endpoint that receives notifications would cause further
                // ones.
                Apps.isInternal(before.appId()));
        if (after.state() == EndpointState.ACTIVE) {
            // The endpoint begins again; earlier failures must not count.
            health.forget(tx, before.id(), clock.instant());
            pace.forget(tx, before.id());
        }
        var changed = before.with(after);
        var note = reason.equals(REQUESTED) ? null : reason;
        trail.changed(tx, actor, action.done(), before, changed, note);
        return changed;
    }

    private record Decided(@Nullable Endpoint endpoint, Transition transition) {

        Result result() {
            if (endpoint == null) {
                return new Result.NoSuchEndpoint();
            }
            return switch (transition) {
                case Changed(var after) -> new Result.Done(endpoint.with(after), true);
                case Unchanged _ -> new Result.Done(endpoint, false);
                case Refused(var why) -> new Result.NotPossible(why);
            };
        }
    }

    private Decided decide(Handle tx, UUID id, EndpointAction action, String reason) {
        return store.find(tx, id)
                .map(endpoint -> new Decided(endpoint, transition(endpoint, action, reason)))
                .orElseGet(() -> new Decided(null, new Unchanged()));
    }

    private Transition transition(Endpoint endpoint, EndpointAction action, String reason) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return Transition.of(endpoint.standing(), action, reason, now);
    }

    /// Enabling is not replaying: deliveries that waited when the endpoint was disabled must not be
    /// sent, even if they have not been ended yet. Returns false if there are more than one request
    /// can end.
    private boolean endWhatWaited(UUID id) throws SQLException {
        var endpoint = database.interactive().withHandle(handle -> store.find(handle, id));
        if (endpoint.isEmpty() || endpoint.get().state() != EndpointState.DISABLED) {
            return true;
        }
        try (var connection = database.engine()) {
            for (int i = 0; i < STATEMENTS_PER_REQUEST_MAX; i++) {
                int ended =
                        waiting.end(
                                connection,
                                id,
                                Reason.ENDPOINT_DISABLED,
                                ENDED_PER_STATEMENT,
                                clock.instant());
                if (ended < ENDED_PER_STATEMENT) {
                    return true;
                }
            }
            return false;
        }
    }

    /// Changes that have not been published and that no process is publishing, oldest first. They
    /// are reserved for the caller until its time is over.
    public List<PendingNotification> takePending(int limit, Duration time) {
        var now = clock.instant();
        return database.interactive()
                .withHandle(handle -> history.takePending(handle, limit, now, now.plus(time)));
    }

    public void markNotified(UUID changeId) {
        database.interactive()
                .useHandle(handle -> history.markNotified(handle, changeId, clock.instant()));
    }

    /// The history of an endpoint, newest first, older than the change `before`.
    public List<StateChange> history(UUID id, UUID before, int limit) {
        return database.interactive().withHandle(handle -> history.page(handle, id, before, limit));
    }
}
