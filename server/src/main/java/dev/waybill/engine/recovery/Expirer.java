package dev.waybill.engine.recovery;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.infra.db.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends what goes stale where nobody claims it: behind others in a lane, or at an endpoint that is
/// paused or parked. It says so when the time has come, not when somebody looks.
public final class Expirer {

    /// Ended in one statement.
    static final int EXPIRED_PER_PASS_MAX = 1_000;

    public static final Duration PERIOD = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(Expirer.class);

    private final Database database;
    private final InstantSource clock;
    private final Consumer<OrderedLane> onFreed;
    private final ExpireStore store = new ExpireStore();

    /// An expirer that tells of lanes that can go on.
    public Expirer(Database database, InstantSource clock, Consumer<OrderedLane> onFreed) {
        this.database = database;
        this.clock = clock;
        this.onFreed = onFreed;
    }

    /// What one pass ended.
    public record Pass(int deliveries) {

        public boolean mayHaveMore() {
            return deliveries >= EXPIRED_PER_PASS_MAX;
        }
    }

    public Pass runOnce() throws SQLException {
        try (var connection = database.engine()) {
            var expired = store.expire(connection, EXPIRED_PER_PASS_MAX, clock.instant());
            expired.lanes().forEach(onFreed);
            if (expired.deliveries() > 0) {
                LOG.debug("went stale while waiting, deliveries={}", expired.deliveries());
            }
            return new Pass(expired.deliveries());
        }
    }
}
