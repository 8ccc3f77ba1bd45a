package dev.waybill.engine.recovery;

import dev.waybill.domain.Retention;
import dev.waybill.infra.db.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forgets the keys that made requests repeatable, once their time is over. A key that comes again
/// later is a new request.
public final class KeyPruner {

    /// How long a request with an Idempotency-Key may be repeated: the contract.
    static final Duration REQUESTS_KEPT = Duration.ofHours(24);

    /// Bounds one statement, of each kind; some milliseconds.
    static final int KEYS_PER_PASS_MAX = 2_000;

    /// Ids whose event was kept are looked at again so often.
    private static final Duration ROUND = Duration.ofDays(1);

    /// Keys may be kept a little longer than promised, never shorter.
    public static final Duration PERIOD = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(KeyPruner.class);

    private final Database database;
    private final InstantSource clock;
    private final Duration eventIdsKept;
    private final PruneStore store = new PruneStore();

    /// Older ids have been looked at in this round: those that are left are of events that were
    /// kept, and there may be very many.
    private Instant lookedUntil = Instant.EPOCH;

    private Instant nextRound = Instant.MIN;

    /// A producer's own event id lives as long as its event, and longer if the event is kept.
    public KeyPruner(Database database, InstantSource clock, Retention retention) {
        this.database = database;
        this.clock = clock;
        this.eventIdsKept = Duration.ofDays(retention.events());
    }

    /// How many keys one pass forgot.
    ///
    /// @param moreEventIds whether there are event ids that it has not looked at
    public record Pass(int publishes, int eventIds, int requests, boolean moreEventIds) {

        public boolean mayHaveMore() {
            return moreEventIds || Math.max(publishes, requests) >= KEYS_PER_PASS_MAX;
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
            LOG.debug("keys forgotten, pass={}", pass);
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
            // Should one instant have more ids than a pass, the others of it wait for the next
            // round.
            boolean stuck = eventIds.looked() >= KEYS_PER_PASS_MAX && lastAt.equals(lookedUntil);
            lookedUntil = stuck ? lastAt.plusNanos(1_000) : lastAt;
        }
        return eventIds;
    }
}
