package dev.waybill.engine.recovery;

import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.recovery.RescueStore.Lease;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import dev.waybill.infra.schedule.JobResult;
import io.prometheus.metrics.core.metrics.Counter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hands back deliveries that no process works on: those under leases of dead processes, and those
/// under leases of this process that it does not know, after a commit whose answer was lost.
public final class Rescuer implements Measured {

    /// Limits one pass: a lease has up to a few thousand deliveries.
    static final int LEASES_PER_PASS_MAX = 4;

    /// A statement may still run on the server after we stopped waiting for it. After this time it
    /// must have ended.
    static final Duration UNKNOWN_LEASE_AGE_MIN = Duration.ofSeconds(30);

    /// After a start, or a time in which our own heartbeats failed, the other processes have this
    /// time to send theirs before they count as dead. Other local faults, such as waiting for a
    /// connection in vain, say nothing about them.
    static final Duration GRACE = Duration.ofSeconds(15);

    public static final Duration PERIOD = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Rescuer.class);

    private final Database database;
    private final Leases leases;
    private final InstantSource clock;
    private final RescueStore store = new RescueStore();
    private final ProcessStore processes = new ProcessStore();
    private final Counter rescued = StationMetrics.RESCUED.counter();
    private volatile boolean alone;

    public Rescuer(Database database, Leases leases, InstantSource clock) {
        this.database = database;
        this.leases = leases;
        this.clock = clock;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(StationMetrics.RESCUED, rescued);
    }

    /// The leases that one pass released, and the deliveries that it handed back.
    public record Pass(int leases, int deliveries) {

        public boolean mayHaveMore() {
            return leases >= LEASES_PER_PASS_MAX;
        }

        public JobResult result() {
            return new JobResult(deliveries, mayHaveMore());
        }

        Pass and(Pass other) {
            return new Pass(leases + other.leases, deliveries + other.deliveries);
        }
    }

    /// For a database that no other process can use: there is no need for a grace period.
    public void trustAtOnce() {
        alone = true;
    }

    public Pass runOnce() throws SQLException {
        if (!leases.life().covers(Duration.ZERO)) {
            // This process is late itself: its knowledge of leases may be wrong.
            return new Pass(0, 0);
        }
        try (var connection = database.engine()) {
            var pass = release(connection, unknownLeases(connection), "unknown leases");
            if (!alone && !leases.life().steadyFor(GRACE)) {
                return pass;
            }
            processes.cutToLifetime(connection, Heartbeat.LIFETIME);
            var dead = store.leasesOfTheDead(connection, LEASES_PER_PASS_MAX);
            pass = pass.and(release(connection, dead, "dead processes"));
            processes.removeDead(connection);
            return pass;
        }
    }

    private List<Lease> unknownLeases(Connection connection) throws SQLException {
        var old = clock.instant().minus(UNKNOWN_LEASE_AGE_MIN);
        var unknown =
                store.tokensOf(connection, leases.life().processId(), old).stream()
                        .filter(token -> !leases.holds(token))
                        .limit(LEASES_PER_PASS_MAX)
                        .toList();
        return unknown.isEmpty() ? List.of() : store.leases(connection, unknown);
    }

    private Pass release(Connection connection, List<Lease> found, String whose)
            throws SQLException {
        if (found.isEmpty()) {
            return new Pass(0, 0);
        }
        int deliveries = 0;
        for (var released : store.release(connection, found, clock.instant())) {
            deliveries += released.deliveries();
            if (released.processId() != null) {
                store.note(connection, released.processId(), released.deliveries());
            }
        }
        rescued.inc(deliveries);
        if (deliveries > 0) {
            LOG.info("handed back from {}, deliveries={}", whose, deliveries);
        }
        return new Pass(found.size(), deliveries);
    }
}
