package dev.waybill.engine.recovery;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.lease.Leases;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseClock;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the database that this process lives, and learns its time. A process that came too late is
/// taken for dead by the others: it begins a new life and forgets what it held in the old one.
public final class Heartbeat {

    /// Longer than the longest attempt by a wide margin, because no attempt starts that the life
    /// does not cover; short enough that a dead process's deliveries do not wait for long.
    public static final Duration LIFETIME = Duration.ofSeconds(60);

    public static final Duration PERIOD = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

    private final Database database;
    private final DatabaseClock clock;
    private final Leases leases;
    private final Ids ids;
    private final ProcessStore store = new ProcessStore();

    public Heartbeat(Database database, DatabaseClock clock, Leases leases, Ids ids) {
        this.database = database;
        this.clock = clock;
        this.leases = leases;
        this.ids = ids;
    }

    /// Enters this process into the books. To be called once, before anything is captured.
    public void begin() throws SQLException {
        try (var connection = database.engine()) {
            var life = leases.life();
            var sentWall = life.wallTime();
            long sentNanos = life.nanoTime();
            clock.adjust(sentNanos, store.register(connection, life.processId(), LIFETIME));
            life.prolong(sentNanos, sentWall, LIFETIME);
        }
    }

    /// For a database that no other process can be using: whoever is in the books is dead.
    public void declareOthersDead() throws SQLException {
        try (var connection = database.engine()) {
            store.removeOthers(connection, leases.life().processId());
        }
    }

    public boolean runOnce() throws SQLException {
        try (var connection = database.engine()) {
            var life = leases.life();
            var sentWall = life.wallTime();
            long sentNanos = life.nanoTime();
            var answer = store.prolong(connection, life.processId(), LIFETIME);
            if (answer.isPresent()) {
                clock.adjust(sentNanos, answer.get());
                life.prolong(sentNanos, sentWall, LIFETIME);
                return false;
            }
        }
        LOG.warn("this process was taken for dead, leases={}", leases.count());
        beginNewLife();
        return false;
    }

    /// Also after a promotion: the new server may not know of leases taken in the last moments of
    /// the one before, and may give their deliveries to others.
    public void beginNewLife() throws SQLException {
        leases.beginLife(leases.life().next(ids.next()));
        begin();
    }

    /// Leaves the books: what is still held can be taken over at once.
    public void end() throws SQLException {
        try (var connection = database.engine()) {
            store.remove(connection, leases.life().processId());
        }
    }
}
