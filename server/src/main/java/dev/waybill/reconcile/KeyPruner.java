package dev.waybill.reconcile;

import dev.waybill.db.Database;
import dev.waybill.domain.Retention;
import java.sql.SQLException;
import java.time.Duration;
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

    /// Keys may be kept a little longer than promised, never shorter.
    public static final Duration PERIOD = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(KeyPruner.class);

    private final Database database;
    private final InstantSource clock;
    private final Duration eventIdsKept;
    private final PruneStore store = new PruneStore();

    /// A producer's own event id lives as long as its event, and longer if the event is kept.
    public KeyPruner(Database database, InstantSource clock, Retention retention) {
        this.database = database;
        this.clock = clock;
        this.eventIdsKept = Duration.ofDays(retention.events());
    }

    /// How many keys one pass forgot.
    public record Pass(int publishes, int eventIds, int requests) {

        public boolean mayHaveMore() {
            return Math.max(publishes, Math.max(eventIds, requests)) >= KEYS_PER_PASS_MAX;
        }
    }

    public Pass runOnce() throws SQLException {
        var now = clock.instant();
        var requestsFrom = now.minus(REQUESTS_KEPT);
        var eventIdsFrom = now.minus(eventIdsKept);
        try (var connection = database.engine()) {
            var pass =
                    new Pass(
                            store.publishKeys(connection, requestsFrom, KEYS_PER_PASS_MAX),
                            store.eventIds(connection, eventIdsFrom, KEYS_PER_PASS_MAX),
                            store.requestKeys(connection, requestsFrom, KEYS_PER_PASS_MAX));
            LOG.debug("keys forgotten, pass={}", pass);
            return pass;
        }
    }
}
