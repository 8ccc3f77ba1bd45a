package dev.waybill.engine.recovery;

import dev.waybill.domain.Retention;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.SqlStates;
import dev.waybill.infra.schedule.JobResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes ordering keys that were not used for as long as their events are kept. Visits all keys
/// once a day, in batches: an index by last use would have to be written by every publish. A new
/// key, or one that is used again later, is numbered above all deleted ones, so no number is used
/// twice.
public final class OrderingKeyPruner {

    /// Keys looked at in one statement.
    static final int KEYS_PER_PASS = 2_000;

    public static final Duration PERIOD = Duration.ofMinutes(10);

    private static final Duration ROUND = Duration.ofDays(1);

    /// A day more than the events are kept: days are in UTC, and events are dropped when their day
    /// is over.
    private static final int SPARE_DAYS = 2;

    private static final Logger LOG = LoggerFactory.getLogger(OrderingKeyPruner.class);

    private final Database database;
    private final InstantSource clock;
    private final int keptDays;
    private final OrderingKeyPruneStore store = new OrderingKeyPruneStore();
    private OrderingKeyPruneStore.@Nullable Key position;
    private Instant nextRound = Instant.MIN;

    public OrderingKeyPruner(Database database, InstantSource clock, Retention retention) {
        this.database = database;
        this.clock = clock;
        this.keptDays = retention.events() + SPARE_DAYS;
    }

    /// The keys that one pass looked at and deleted.
    ///
    /// @param done whether all keys have been looked at today
    public record Pass(int looked, int forgotten, boolean done) {

        public JobResult result() {
            return new JobResult(forgotten, !done);
        }
    }

    public Pass runOnce() throws SQLException {
        var now = clock.instant();
        if (now.isBefore(nextRound)) {
            return new Pass(0, 0, true);
        }
        var before = LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(keptDays);
        try (var connection = database.engine()) {
            var batch = store.next(connection, position, KEYS_PER_PASS);
            boolean anyIdle = batch.stream().anyMatch(key -> key.usedOn().isBefore(before));
            int forgotten = 0;
            if (anyIdle) {
                forgotten = forget(connection, batch.getFirst(), batch.getLast(), before);
            }
            position = batch.size() < KEYS_PER_PASS ? null : batch.getLast();
            boolean done = position == null;
            if (done) {
                nextRound = now.plus(ROUND);
            }
            LOG.debug("ordering keys, checked={}, deleted={}", batch.size(), forgotten);
            return new Pass(batch.size(), forgotten, done);
        }
    }

    /// If the lock is not available at once, the keys are left for the next day: publishes would
    /// queue behind us.
    private int forget(
            Connection connection,
            OrderingKeyPruneStore.Key first,
            OrderingKeyPruneStore.Key last,
            LocalDate before)
            throws SQLException {
        connection.setAutoCommit(false);
        try {
            store.lock(connection);
            int forgotten = store.forget(connection, first, last, before);
            connection.commit();
            return forgotten;
        } catch (SQLException e) {
            connection.rollback();
            if (SqlStates.isLockTimeout(e)) {
                return 0;
            }
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }
}
