package dev.waybill.engine.recovery;

import dev.waybill.infra.db.Database;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the positions of the feed ascending when the database is moved to another server, from a
/// dump or by an upgrade. Positions are then shifted above all earlier ones, including those of
/// lost transactions, so that every cursor of a reader stays valid: it is followed by the events
/// captured since. A promotion or a recovery to a point in time needs no shift, because the
/// timeline is part of each position.
public final class FeedShift {

    /// More than can have been assigned between a dump and the end of its server: 64 promotions, or
    /// more transactions than any server runs.
    static final long LOST_MAX = 1L << 50;

    /// A database is rarely exchanged under a running process.
    public static final Duration PERIOD = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(FeedShift.class);

    private static final String MOVED =
            """
            SELECT EXISTS (
                       SELECT
                         FROM feed, pg_control_system() AS system
                        WHERE feed.system_identifier <> system.system_identifier)
            """;

    private static final String RAISE =
            """
            UPDATE feed
               SET shift = GREATEST(
                               shift,
                               COALESCE((SELECT feed_place
                                           FROM event
                                          ORDER BY feed_place DESC, id DESC
                                          LIMIT 1), 0)) + :lost_max,
                   system_identifier = (SELECT system_identifier FROM pg_control_system())
            RETURNING shift
            """;

    private final Database database;

    public FeedShift(Database database) {
        this.database = database;
    }

    /// Returns whether the positions were shifted.
    public boolean runOnce() {
        return database.interactive().withHandle(FeedShift::moved)
                && database.interactive().inTransaction(FeedShift::raise);
    }

    private static boolean moved(Handle handle) {
        return handle.createQuery(MOVED).mapTo(Boolean.class).one();
    }

    /// No capture commits in between: each has a position by one shift or the other. Captures wait
    /// for this lock before they read the shift. A dump only reads: it neither waits nor blocks.
    private static boolean raise(Handle tx) {
        tx.execute("SET LOCAL lock_timeout = '2s'");
        tx.execute("LOCK TABLE event IN SHARE ROW EXCLUSIVE MODE");
        if (!moved(tx)) {
            return false;
        }
        long shift = tx.createQuery(RAISE).bind("lost_max", LOST_MAX).mapTo(Long.class).one();
        LOG.warn("the database is on another server; feed positions are shifted, shift={}", shift);
        return true;
    }
}
