package dev.waybill.engine.recovery;

import dev.waybill.domain.Retention;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes idempotency keys after their time. A key that is used again later belongs to a new
/// request.
public final class KeyPruner {

    /// How long a request with an Idempotency-Key may be repeated. This is part of the API
    /// contract.
    static final Duration REQUESTS_KEPT = Duration.ofHours(24);

    /// Keys of each kind deleted in one statement, in a few milliseconds.
    static final int KEYS_PER_PASS_MAX = 2_000;

    /// Ids of events that are kept longer are looked at again after this time.
    private static final Duration ROUND = Duration.ofDays(1);

    /// Keys may be kept a little longer than promised, never shorter.
    public static final Duration PERIOD = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(KeyPruner.class);

    private final Database database;
    private final InstantSource clock;
    private final Duration eventIdsKept;
    private final PruneStore store = new PruneStore();

    /// Older ids have been looked at in this round. Those that remain belong to events that are
    /// kept, and there may be very many.
    private Instant lookedUntil = Instant.EPOCH;

    private Instant nextRound = Instant.MIN;

    /// A producer's own event id is kept as long as its event.
    public KeyPruner(Database database, InstantSource clock, Retention retention) {
        this.database = database;
        this.clock = clock;
        this.eventIdsKept = Duration.ofDays(retention.events());
    }

    /// The number of keys that one pass deleted.
    ///
    /// @param moreEventIds whether there are event ids that it has not looked at
    public record Pass(int publishes, int eventIds, int requests, boolean moreEventIds) {

        public boolean mayHaveMore() {
            return moreEventIds || Math.max(publishes, requests) >= KEYS_PER_PASS_MAX;
        }

        public JobResult result() {
            return new JobResult((long) publishes + eventIds + requests, mayHaveMore());
        }
    }

    public Pass runOnce() throws SQLException {
        var now = clock.instant();
        var requestsFrom = now.minus(REQUESTS_KEPT);
        try (var connection = database.engine()) {
            int publishes = store.publishKeys(connection, requestsFrom, KEYS_PER_PASS_MAX);
            var eventIds = pruneEventIds(connection, now);
            int requests = store.requestKeys(connection, requestsFrom, KEYS_PER_PASS_MAX);
            var pass =
                    new Pass(
                            publishes,
                            eventIds.deleted(),
                            requests,
                            eventIds.looked() >= KEYS_PER_PASS_MAX);
            LOG.debug("publish keys deleted, pass={}", pass);
            return pass;
        }
    }

    private PruneStore.EventIds pruneEventIds(Connection connection, Instant now)
            throws SQLException {
        if (!now.isBefore(nextRound)) {
            lookedUntil = Instant.EPOCH;
            nextRound = now.plus(ROUND);
        }
        var eventIds =
                store.eventIds(connection, lookedUntil, now.minus(eventIdsKept), KEYS_PER_PASS_MAX);
        var lastAt = eventIds.lastAt();
        if (lastAt != null) {
            // If one instant has more ids than a pass, the rest of them waits for the next round.
            boolean stuck = eventIds.looked() >= KEYS_PER_PASS_MAX && lastAt.equals(lookedUntil);
            lookedUntil = stuck ? lastAt.plusNanos(1_000) : lastAt;
        }
        return eventIds;
    }
}
