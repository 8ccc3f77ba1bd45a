package dev.waybill.engine.recovery;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobResult;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends deliveries that expire where no process claims them: behind others in a lane, or at an
/// endpoint that is paused or parked. They end when they expire, not when they would be attempted.
public final class Expirer {

    /// Deliveries ended in one statement.
    static final int EXPIRED_PER_PASS_MAX = 1_000;

    public static final Duration PERIOD = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(Expirer.class);

    private final Database database;
    private final InstantSource clock;
    private final Consumer<OrderedLane> onFreed;
    private final ExpireStore store = new ExpireStore();

    /// @param onFreed receives ordered lanes whose head has expired
    public Expirer(Database database, InstantSource clock, Consumer<OrderedLane> onFreed) {
        this.database = database;
        this.clock = clock;
        this.onFreed = onFreed;
    }

    /// Ends deliveries that have expired while they waited.
    public JobResult runOnce() throws SQLException {
        try (var connection = database.engine()) {
            var expired = store.expire(connection, EXPIRED_PER_PASS_MAX, clock.instant());
            expired.lanes().forEach(onFreed);
            if (expired.deliveries() > 0) {
                LOG.debug("expired while waiting, deliveries={}", expired.deliveries());
            }
            return JobResult.limited(expired.deliveries(), EXPIRED_PER_PASS_MAX);
        }
    }
}
