package dev.waybill.reconcile;

import dev.waybill.db.Database;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the places of the feed ascending when the database wakes up on another server, or in an
/// earlier state: restored from a dump or a backup, or taken over by a replica. Places are then
/// shifted above all that were given out before, even by transactions that are lost, so that every
/// cursor a reader may hold stays true: what follows it is what was captured since.
public final class FeedShift {

    /// More transactions than a server runs between a backup and its end: at ten thousand a second,
    /// three years.
    static final long LOST_MAX = 1L << 40;

    /// A replica may take over while we run.
    public static final Duration PERIOD = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(FeedShift.class);

    private static final String MOVED =
            """
            SELECT EXISTS (
                       SELECT
                         FROM feed, pg_control_system() AS system, pg_control_checkpoint() AS life
                        WHERE feed.system_identifier <> system.system_identifier
                           OR feed.timeline <> life.timeline_id)
            """;

    // Not below its own number either: a server may be older than the one before.
    private static final String RAISE =
            """
            UPDATE feed
               SET shift = GREATEST(
                               shift,
                               COALESCE((SELECT feed_place
                                           FROM event
                                          ORDER BY feed_place DESC, id DESC
                                          LIMIT 1), 0)) + :lost_max,
                   system_identifier = (SELECT system_identifier FROM pg_control_system()),
                   timeline = (SELECT timeline_id FROM pg_control_checkpoint())
            RETURNING shift
            """;

    private final Database database;

    public FeedShift(Database database) {
        this.database = database;
    }

    /// Returns whether the places had to be shifted.
    public boolean runOnce() {
        return database.desk().withHandle(FeedShift::moved)
                && database.desk().inTransaction(FeedShift::raise);
    }

    private static boolean moved(Handle handle) {
        return handle.createQuery(MOVED).mapTo(Boolean.class).one();
    }

    /// Captures wait for the default to be changed, and none commits in between: each has a place
    /// by one shift or the other.
    private static boolean raise(Handle tx) {
        tx.execute("SET LOCAL lock_timeout = '2s'");
        tx.execute("SELECT pg_advisory_xact_lock(hashtext('feed'))");
        tx.execute("LOCK TABLE event IN ACCESS EXCLUSIVE MODE");
        if (!moved(tx)) {
            return false;
        }
        long shift = tx.createQuery(RAISE).bind("lost_max", LOST_MAX).mapTo(Long.class).one();
        tx.execute(
                """
                ALTER TABLE event
                ALTER COLUMN feed_place SET DEFAULT pg_current_xact_id()::text::bigint + %d
                """
                        .formatted(shift));
        LOG.warn("the database has moved; the places of the feed are shifted, shift={}", shift);
        return true;
    }
}
