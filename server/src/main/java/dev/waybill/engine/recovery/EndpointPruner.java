package dev.waybill.engine.recovery;

import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobResult;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes endpoints that were deleted by their owners long ago and have no deliveries left, with
/// their rows, and the ownership rows of dead processes.
public final class EndpointPruner {

    /// Endpoints looked at in one statement, each in every partition.
    static final int ENDPOINTS_PER_PASS = 100;

    public static final Duration PERIOD = Duration.ofMinutes(10);

    /// Long after every process has learned of the deletion, and after all counts have been
    /// written.
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

    /// The rows that one pass deleted.
    ///
    /// @param done whether all deleted endpoints have been looked at today
    public record Pass(int custodies, int endpoints, boolean done) {

        public JobResult result() {
            return new JobResult((long) custodies + endpoints, !done);
        }
    }

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
