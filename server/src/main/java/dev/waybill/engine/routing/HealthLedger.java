package dev.waybill.engine.routing;

import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.endpoint.EndpointHealth;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.routing.HealthStore.Report;
import dev.waybill.infra.db.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Collects how deliveries end, reports to the database once a second, and takes endpoints out of
/// service by their rules. A success of a healthy endpoint costs one map lookup and one write.
public final class HealthLedger {

    /// The reasons of its changes.
    public static final String CONSECUTIVE_FAILURES = "consecutive_failures";

    public static final String NO_SUCCESS = "no_success";

    public static final Duration PERIOD = Duration.ofSeconds(1);

    /// Before a rule is applied, the other processes have this time to learn of the failures and to
    /// report a success.
    static final Duration SECOND_THOUGHTS = PERIOD.multipliedBy(4);

    /// Endpoints changed in one transaction: for half a second no other transaction changes an
    /// endpoint.
    static final int CHANGED_AT_ONCE_MAX = 500;

    /// Read again, because a row has the time at which its statement began, and is visible from its
    /// commit.
    private static final Duration OVERLAP = Duration.ofSeconds(2);

    /// Rows that were missed all the same are read after this time.
    private static final Duration ALL_PERIOD = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(HealthLedger.class);

    private final Database database;
    private final RoutingTable routes;
    private final EndpointStates states;
    private final InstantSource clock;
    private final HealthStore store = new HealthStore();
    private final ConcurrentHashMap<UUID, Tally> tallies = new ConcurrentHashMap<>();
    private final Set<UUID> goneUnwritten = ConcurrentHashMap.newKeySet();
    private final Set<UUID> goneWaiting = ConcurrentHashMap.newKeySet();
    private final ReentrantLock goneLock = new ReentrantLock();
    private Map<UUID, EndpointHealth> failing = new HashMap<>();
    private Instant seenUntil = Instant.MIN;
    private Instant allSeenAt = Instant.MIN;
    private Map<UUID, Instant> overSince = Map.of();

    public HealthLedger(
            Database database, RoutingTable routes, EndpointStates states, InstantSource clock) {
        this.database = database;
        this.routes = routes;
        this.states = states;
        this.clock = clock;
    }

    /// The results that this process saw for one endpoint since its last report. Guarded by `this`,
    /// except for the time of the last success, which many threads write all the time.
    private static final class Tally {

        private volatile long succeededMillis;
        private long reportedMillis;
        private int failures;
        private @Nullable Instant firstFailureAt;
        private @Nullable Instant lastFailureAt;

        synchronized void failed(Instant now) {
            if (firstFailureAt == null || succeededMillis >= firstFailureAt.toEpochMilli()) {
                failures = 0;
                firstFailureAt = now;
            }
            failures++;
            lastFailureAt = now;
        }

        /// The report; null for none. A success is reported only for an endpoint that is known to
        /// be failing, or was a moment ago.
        synchronized @Nullable Report take(UUID endpointId, boolean knownToFail) {
            long success = succeededMillis;
            boolean succeeded = success > reportedMillis && (knownToFail || failures > 0);
            if (failures == 0 && !succeeded) {
                return null;
            }
            boolean over = lastFailureAt != null && success >= lastFailureAt.toEpochMilli();
            var report =
                    new Report(
                            endpointId,
                            over ? 0 : failures,
                            over ? null : firstFailureAt,
                            lastFailureAt,
                            succeeded ? Instant.ofEpochMilli(success) : null);
            reportedMillis = success;
            failures = 0;
            firstFailureAt = null;
            lastFailureAt = null;
            return report;
        }
    }

    /// A delivery was accepted.
    public void delivered(UUID endpointId) {
        tally(endpointId).succeededMillis = clock.millis();
    }

    /// A delivery ended without being accepted.
    public void ended(UUID endpointId, Reason reason) {
        if (reason.countsAgainstEndpoint()) {
            tally(endpointId).failed(clock.instant());
        }
    }

    /// An endpoint answered 410. To be called before its answer is recorded: after a crash in
    /// between, either the endpoint is disabled, or its next answer will be the same. While the
    /// database is unreachable, it is kept here, as the answer is kept elsewhere.
    public void gone(UUID endpointId) {
        goneWaiting.add(endpointId);
        goneLock.lock();
        try {
            // The thread that had the lock before may have disabled this endpoint too.
            if (goneWaiting.remove(endpointId)) {
                disableWithWaiting(endpointId);
            }
        } finally {
            goneLock.unlock();
        }
    }

    /// Disables all endpoints that wait: ten thousand of them at once cause a few changes of the
    /// routing, not ten thousand.
    private void disableWithWaiting(UUID endpointId) {
        var all = new ArrayList<UUID>();
        all.add(endpointId);
        goneWaiting.removeIf(other -> all.size() < CHANGED_AT_ONCE_MAX && all.add(other));
        try {
            disableGone(all);
        } catch (SQLException | RuntimeException e) {
            LOG.warn("endpoints that answered 410 cannot be disabled yet, endpoints={}", all, e);
            goneUnwritten.addAll(all);
        }
    }

    /// The number of endpoints that answered 410 and wait to be disabled.
    int goneWaiting() {
        return goneWaiting.size();
    }

    private void disableGone(List<UUID> all) throws SQLException {
        states.actOnAll(all, EndpointAction.DISABLE, Reason.GONE.code(), Actor.ITSELF);
    }

    private Tally tally(UUID endpointId) {
        var tally = tallies.get(endpointId);
        return tally != null ? tally : tallies.computeIfAbsent(endpointId, _ -> new Tally());
    }

    /// Reports, learns and applies the rules. Returns how many endpoints it took out of service.
    /// Confined to one thread.
    public int runOnce() throws SQLException {
        var unwritten = goneUnwritten.stream().limit(CHANGED_AT_ONCE_MAX).toList();
        if (!unwritten.isEmpty()) {
            disableGone(unwritten);
            unwritten.forEach(goneUnwritten::remove);
        }
        var now = clock.instant();
        try (var connection = database.engine()) {
            var reports = reports();
            if (!reports.isEmpty()) {
                store.addUp(connection, reports, now);
            }
            learn(connection, now);
        }
        return judge(now);
    }

    private void learn(Connection connection, Instant now) throws SQLException {
        // The clock of the database may be set back.
        if (now.isBefore(seenUntil) || !allSeenAt.plus(ALL_PERIOD).isAfter(now)) {
            failing = store.failing(connection);
            allSeenAt = now;
        } else {
            store.update(connection, seenUntil.minus(OVERLAP), failing);
        }
        seenUntil = now;
    }

    /// The number of endpoints with results in memory.
    int watched() {
        return tallies.size();
    }

    private List<Report> reports() {
        var reports = new ArrayList<Report>();
        tallies.forEach((endpointId, tally) -> {
            var report = tally.take(endpointId, failing.containsKey(endpointId));
            if (report != null) {
                reports.add(report);
            } else if (routes.current().endpoint(endpointId) == null) {
                // The endpoint is deleted, and there is nothing left to report.
                tallies.remove(endpointId, tally);
            }
        });
        return reports;
    }

    private int judge(Instant now) throws SQLException {
        var over = new HashMap<UUID, Instant>();
        var acts = new EnumMap<EndpointAction, List<UUID>>(EndpointAction.class);
        for (var entry : failing.entrySet()) {
            var endpoint = routes.current().endpoint(entry.getKey());
            if (endpoint == null || endpoint.state() != EndpointState.ACTIVE) {
                continue;
            }
            var action = entry.getValue().requiredAction(endpoint.healthRules());
            if (action == null) {
                continue;
            }
            var since = overSince(endpoint.id(), now);
            if (Duration.between(since, now).compareTo(SECOND_THOUGHTS) < 0) {
                over.put(endpoint.id(), since);
            } else {
                acts.computeIfAbsent(action, _ -> new ArrayList<>()).add(endpoint.id());
            }
        }
        int acted = 0;
        for (var actor : acts.entrySet()) {
            // The rest still violates its rules in the next pass, which follows at once.
            var some = actor.getValue();
            some.stream().skip(CHANGED_AT_ONCE_MAX).forEach(id -> over.put(id, overSince(id, now)));
            var first = some.subList(0, Math.min(some.size(), CHANGED_AT_ONCE_MAX));
            acted += states.actOnAll(first, actor.getKey(), code(actor.getKey()), Actor.ITSELF);
        }
        overSince = over;
        return acted;
    }

    private Instant overSince(UUID endpointId, Instant now) {
        return overSince.getOrDefault(endpointId, now);
    }

    private static String code(EndpointAction action) {
        return action == EndpointAction.DISABLE ? CONSECUTIVE_FAILURES : NO_SUCCESS;
    }
}
