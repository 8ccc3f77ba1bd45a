package dev.waybill.reconcile;

import dev.waybill.db.Database;
import dev.waybill.lease.Leases;
import dev.waybill.reconcile.RescueStore.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hands back what nobody works on: the leases of dead processes, and leases in our own name that
/// we do not know of (a commit whose answer was lost).
public final class Rescuer {

    /// Bounds one pass: a lease holds up to a few thousand deliveries.
    static final int LEASES_PER_PASS_MAX = 4;

    /// A statement of ours may still be under way on the server after we stopped waiting for it;
    /// only after this it must have ended.
    static final Duration UNKNOWN_LEASE_AGE_MIN = Duration.ofSeconds(30);

    /// After a start, or trouble with the database, how long the others have to send their
    /// heartbeat before they are believed to be dead.
    static final Duration GRACE = Duration.ofSeconds(15);

    public static final Duration PERIOD = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Rescuer.class);

    private final Database database;
    private final Leases leases;
    private final InstantSource clock;
    private final RescueStore store = new RescueStore();
    private final ProcessStore processes = new ProcessStore();
    private volatile long trustFromNanos;

    public Rescuer(Database database, Leases leases, InstantSource clock) {
        this.database = database;
        this.leases = leases;
        this.clock = clock;
        this.trustFromNanos = nanoTime() + GRACE.toNanos();
    }

    /// What one pass handed back.
    public record Pass(int leases, int deliveries) {

        public boolean mayHaveMore() {
            return leases >= LEASES_PER_PASS_MAX;
        }

        Pass and(Pass other) {
            return new Pass(leases + other.leases, deliveries + other.deliveries);
        }
    }

    /// For a database that nobody else can be using: there is no one to give a grace to.
    public void trustAtOnce() {
        trustFromNanos = nanoTime();
    }

    public Pass runOnce() throws SQLException {
        if (!leases.life().covers(Duration.ZERO)) {
            // We are the ones who are late: our idea of who holds what is not to be trusted.
            return new Pass(0, 0);
        }
        try (var connection = database.engine()) {
            var pass = release(connection, unknownLeases(connection), "unknown leases");
            if (nanoTime() - trustFromNanos < 0) {
                return pass;
            }
            var dead = store.leasesOfTheDead(connection, LEASES_PER_PASS_MAX);
            pass = pass.and(release(connection, dead, "dead processes"));
            processes.removeDead(connection);
            return pass;
        } catch (SQLException e) {
            trustFromNanos = nanoTime() + GRACE.toNanos();
            throw e;
        }
    }

    private long nanoTime() {
        return leases.life().nanoTime();
    }

    private List<Lease> unknownLeases(Connection connection) throws SQLException {
        var old = clock.instant().minus(UNKNOWN_LEASE_AGE_MIN);
        return store.leasesOf(connection, leases.life().processId(), old).stream()
                .filter(lease -> !leases.holds(lease.token()))
                .toList();
    }

    private Pass release(Connection connection, List<Lease> found, String whose)
            throws SQLException {
        if (found.isEmpty()) {
            return new Pass(0, 0);
        }
        int deliveries = store.release(connection, found, clock.instant());
        if (deliveries > 0) {
            LOG.info("handed back from {}, deliveries={}", whose, deliveries);
        }
        return new Pass(found.size(), deliveries);
    }
}
