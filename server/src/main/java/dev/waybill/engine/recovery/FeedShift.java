package dev.waybill.engine.recovery;

import dev.waybill.infra.db.Database;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the places of the feed ascending when the database wakes up on another server, restored
/// from a dump or by an upgrade. Places are then shifted above all that were given out before, even
/// by transactions that are lost, so that every cursor a reader may hold stays true: what follows
/// it is what was captured since. A promotion or a recovery to a point in time needs no shift: the
/// timeline is part of each place.
public final class FeedShift {

    /// More than was given out between a dump and the end of its server: 64 promotions, or as many
    /// transactions as no server runs.
    static final long LOST_MAX = 1L << 50;

    /// A database is seldom exchanged under a running process.
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

    /// Returns whether the places had to be shifted.
    public boolean runOnce() {
        return database.interactive().withHandle(FeedShift::moved)
                && database.interactive().inTransaction(FeedShift::raise);
    }

    private static boolean moved(Handle handle) {
        return handle.createQuery(MOVED).mapTo(Boolean.class).one();
    }

    /// No capture commits in between: each has a place by one shift or the other. Captures wait for
    /// this lock before they look at the shift; a dump, which only reads, neither waits nor keeps
    /// anybody waiting.
    private static boolean raise(Handle tx) {
        tx.execute("SET LOCAL lock_timeout = '2s'");
        tx.execute("LOCK TABLE event IN SHARE ROW EXCLUSIVE MODE");
        if (!moved(tx)) {
            return false;
        }
        long shift = tx.createQuery(RAISE).bind("lost_max", LOST_MAX).mapTo(Long.class).one();
        LOG.warn("the database has moved; the places of the feed are shifted, shift={}", shift);
        return true;
    }
}
