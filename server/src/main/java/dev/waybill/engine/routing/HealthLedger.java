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

/// Collects how deliveries end, tells the database once a second, and takes endpoints out of
/// service by their own rules. A success of an endpoint that is well costs a look into a map and a
/// write.
public final class HealthLedger {

    /// The reasons that it gives.
    public static final String CONSECUTIVE_FAILURES = "consecutive_failures";

    public static final String NO_SUCCESS = "no_success";

    public static final Duration PERIOD = Duration.ofSeconds(1);

    /// Before a rule is applied the other processes have the time to learn of the failures and to
    /// tell of a success.
    static final Duration SECOND_THOUGHTS = PERIOD.multipliedBy(4);

    /// Changed in one transaction: half a second in which nobody else changes an endpoint.
    static final int CHANGED_AT_ONCE_MAX = 500;

    /// Read again, because a row is changed when its statement begins and seen when it commits.
    private static final Duration OVERLAP = Duration.ofSeconds(2);

    /// What was missed all the same is learned after this time.
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

    /// What this process saw of one endpoint since it last told. Guarded by `this`, but for the
    /// time of the last success, which is written all the time and by many.
    private static final class Tally {

        private volatile long succeededMillis;
        private long toldMillis;
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

        /// What there is to tell; null for nothing. A success is news only about an endpoint that
        /// is known to be failing, or was a moment ago.
        synchronized @Nullable Report take(UUID endpointId, boolean knownToFail) {
            long success = succeededMillis;
            boolean news = success > toldMillis && (knownToFail || failures > 0);
            if (failures == 0 && !news) {
                return null;
            }
            boolean over = lastFailureAt != null && success >= lastFailureAt.toEpochMilli();
            var report =
                    new Report(
                            endpointId,
                            over ? 0 : failures,
                            over ? null : firstFailureAt,
                            lastFailureAt,
                            news ? Instant.ofEpochMilli(success) : null);
            toldMillis = success;
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

    /// A delivery ended without having been accepted.
    public void ended(UUID endpointId, Reason reason) {
        if (reason.countsAgainstEndpoint()) {
            tally(endpointId).failed(clock.instant());
        }
    }

    /// An endpoint said that it is gone. To be called before its answer is written down: whatever
    /// dies in between, the endpoint is disabled, or its next answer will be the same. While the
    /// database is away it is remembered here, like the answer itself elsewhere.
    public void gone(UUID endpointId) {
        goneWaiting.add(endpointId);
        goneLock.lock();
        try {
            // Whoever had the lock before may have taken it along: then it is written by now.
            if (goneWaiting.remove(endpointId)) {
                disableWithWaiting(endpointId);
            }
        } finally {
            goneLock.unlock();
        }
    }

    /// Ten thousand that are gone at once are a few changes of the routing, not ten thousand.
    private void disableWithWaiting(UUID endpointId) {
        var all = new ArrayList<UUID>();
        all.add(endpointId);
        goneWaiting.removeIf(other -> all.size() < CHANGED_AT_ONCE_MAX && all.add(other));
        try {
            disableGone(all);
        } catch (SQLException | RuntimeException e) {
            LOG.warn("endpoints that are gone cannot be disabled yet, endpoints={}", all, e);
            goneUnwritten.addAll(all);
        }
    }

    /// How many that are gone wait for somebody to disable them.
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

    /// Tells, learns and judges. Returns how many endpoints it took out of service. Confined to one
    /// thread.
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
        // The clock is the database's, which may be set back.
        if (now.isBefore(seenUntil) || !allSeenAt.plus(ALL_PERIOD).isAfter(now)) {
            failing = store.failing(connection);
            allSeenAt = now;
        } else {
            store.update(connection, seenUntil.minus(OVERLAP), failing);
        }
        seenUntil = now;
    }

    /// How many endpoints it has something in memory of.
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
                // Deleted, and nothing is left to tell of it.
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
            var action = entry.getValue().judged(endpoint.healthRules());
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
        for (var act : acts.entrySet()) {
            // The rest is still over the line in the next pass, which follows at once.
            var some = act.getValue();
            some.stream().skip(CHANGED_AT_ONCE_MAX).forEach(id -> over.put(id, overSince(id, now)));
            var first = some.subList(0, Math.min(some.size(), CHANGED_AT_ONCE_MAX));
            acted += states.actOnAll(first, act.getKey(), code(act.getKey()), Actor.ITSELF);
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
