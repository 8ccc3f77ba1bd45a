package dev.waybill.engine.stats;

import dev.waybill.infra.db.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes down what was counted, and makes the sums coarser as they age, so that a month of them
/// stays quick to read: five minutes for six hours, then hours for a week, then days.
public final class StatKeeper {

    public static final Duration PERIOD = Duration.ofSeconds(5);

    /// Written in one statement, some 0.1 s of the database's time.
    static final int SUMS_PER_STATEMENT_MAX = 2_000;

    /// Added in one statement.
    static final int ENDS_PER_PASS_MAX = 10_000;

    /// Writing takes at most one part in so many of the time: the more there is to write, the
    /// seldomer it is written, and the more is in each row.
    private static final int REST_PER_WORK = 20;

    public static final Duration FOLD_PERIOD = Duration.ofMinutes(5);

    /// Long enough for a chart of the last hours.
    static final Duration FINE_KEPT = Duration.ofHours(6);

    static final Duration HOURS_KEPT = Duration.ofDays(7);

    /// A year, and the one before to compare it with.
    static final Duration DAYS_KEPT = Duration.ofDays(732);

    private static final Logger LOG = LoggerFactory.getLogger(StatKeeper.class);

    private final Database database;
    private final Tally tally;
    private final InstantSource clock;
    private final StatStore store = new StatStore();
    private Instant restsUntil = Instant.MIN;

    public StatKeeper(Database database, Tally tally, InstantSource clock) {
        this.database = database;
        this.tally = tally;
        this.clock = clock;
    }

    /// Returns whether there may be more to write down.
    public boolean runOnce() throws SQLException {
        try (var connection = database.engine()) {
            var begun = clock.instant();
            if (!begun.isBefore(restsUntil)) {
                addCounts(connection);
                var ended = clock.instant();
                restsUntil = ended.plus(Duration.between(begun, ended).multipliedBy(REST_PER_WORK));
            }
            return store.addEnds(connection, ENDS_PER_PASS_MAX) == ENDS_PER_PASS_MAX;
        }
    }

    /// Writes down everything at once: nothing follows.
    public void finish() throws SQLException {
        try (var connection = database.engine()) {
            addCounts(connection);
        }
    }

    /// In parts, each of which is committed by itself: however much there is, no statement takes
    /// longer than it may.
    private void addCounts(Connection connection) throws SQLException {
        var entries = tally.take();
        int written = 0;
        try {
            while (written < entries.size()) {
                int next = Math.min(written + SUMS_PER_STATEMENT_MAX, entries.size());
                store.add(connection, entries.subList(written, next));
                written = next;
            }
        } finally {
            tally.putBack(entries.subList(written, entries.size()));
        }
    }

    /// One step of making things coarser; returns whether there may be more to do.
    public boolean foldOnce() throws SQLException {
        var now = clock.instant();
        try (var connection = database.engine()) {
            int folded =
                    store.fold(connection, Tally.GRAIN, Grain.HOUR, now.minus(FINE_KEPT))
                            + store.fold(connection, Grain.HOUR, Grain.DAY, now.minus(HOURS_KEPT));
            int forgotten = store.forget(connection, now.minus(DAYS_KEPT));
            LOG.debug("sums folded={}, forgotten={}", folded, forgotten);
            return folded > 0;
        }
    }
}
