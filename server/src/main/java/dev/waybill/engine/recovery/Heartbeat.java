package dev.waybill.engine.recovery;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.lease.Leases;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseClock;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Records in the database that this process is alive, and reads the time of the database. A
/// process that is late counts as dead for the others: it then begins a new life and drops the
/// deliveries of the old one.
public final class Heartbeat {

    /// Much longer than the longest attempt, because no attempt starts that the life does not
    /// cover; short enough that the deliveries of a dead process do not wait for long.
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

    /// Registers this process in the database. To be called once, before anything is captured.
    public void begin() throws SQLException {
        try (var connection = database.engine()) {
            var life = leases.life();
            var sentWall = life.wallTime();
            long sentNanos = life.nanoTime();
            clock.adjust(sentNanos, store.register(connection, life.processId(), LIFETIME));
            life.prolong(sentNanos, sentWall, LIFETIME);
        }
    }

    /// For a database that no other process can use: all registered processes are dead.
    public void declareOthersDead() throws SQLException {
        try (var connection = database.engine()) {
            store.removeOthers(connection, leases.life().processId());
        }
    }

    /// Returns false if the other processes took this one for dead; it then begins a new life.
    public boolean runOnce() throws SQLException {
        try (var connection = database.engine()) {
            var life = leases.life();
            var sentWall = life.wallTime();
            long sentNanos = life.nanoTime();
            var answer = store.prolong(connection, life.processId(), LIFETIME);
            if (answer.isPresent()) {
                clock.adjust(sentNanos, answer.get());
                life.prolong(sentNanos, sentWall, LIFETIME);
                return true;
            }
        }
        LOG.warn(
                "this process had expired and continues under a new process id, leases={}",
                leases.count());
        beginNewLife();
        return false;
    }

    /// Also after a promotion: the new server may not have the leases taken in the last moments of
    /// the old one, and may give their deliveries to other processes.
    public void beginNewLife() throws SQLException {
        leases.beginLife(leases.life().next(ids.next()));
        begin();
    }

    /// Removes this process from the database: its deliveries can be taken over at once.
    public void end() throws SQLException {
        try (var connection = database.engine()) {
            store.remove(connection, leases.life().processId());
        }
    }
}
