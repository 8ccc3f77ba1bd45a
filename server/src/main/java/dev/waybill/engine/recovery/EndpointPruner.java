package dev.waybill.engine.recovery;

import dev.waybill.infra.db.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes endpoints that were deleted long ago, when no delivery refers to them any more, with
/// what belongs to them; and what processes held that are no more.
public final class EndpointPruner {

    /// Looked at by one statement, each in every day there is.
    static final int ENDPOINTS_PER_PASS = 100;

    public static final Duration PERIOD = Duration.ofMinutes(10);

    /// Long after every process has heard of it, and after what it counted has been added up.
    static final Duration KEPT = Duration.ofDays(31);

    private static final Duration ROUND = Duration.ofDays(1);

    private static final Logger LOG = LoggerFactory.getLogger(EndpointPruner.class);

    private final Database database;
    private final InstantSource clock;
    private final EndpointPruneStore store = new EndpointPruneStore();
    private EndpointPruneStore.Place position = EndpointPruneStore.Place.FIRST;
    private Instant nextRound = Instant.MIN;

    public EndpointPruner(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /// What one pass removed.
    ///
    /// @param done whether all deleted endpoints have been looked at for today
    public record Pass(int custodies, int endpoints, boolean done) {}

    public Pass runOnce() throws SQLException {
        var now = clock.instant();
        try (var connection = database.engine()) {
            int custodies = store.removeCustodiesOfTheDead(connection);
            if (now.isBefore(nextRound)) {
                return new Pass(custodies, 0, true);
            }
            var asked = store.deleted(connection, position, now.minus(KEPT), ENDPOINTS_PER_PASS);
            int removed = asked.isEmpty() ? 0 : store.remove(connection, asked);
            boolean done = asked.size() < ENDPOINTS_PER_PASS;
            position = done ? EndpointPruneStore.Place.FIRST : asked.getLast();
            if (done) {
                nextRound = now.plus(ROUND);
            }
            if (removed > 0) {
                LOG.info("deleted endpoints removed, count={}", removed);
            }
            return new Pass(custodies, removed, done);
        }
    }
}
