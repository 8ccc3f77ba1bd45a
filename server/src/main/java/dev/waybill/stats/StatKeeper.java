package dev.waybill.stats;

import dev.waybill.db.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes down what was counted, and makes the sums coarser as they age, so that a month of them
/// stays quick to read: five minutes for six hours, then hours for a week, then days.
public final class StatKeeper {

    public static final Duration PERIOD = Duration.ofSeconds(5);

    /// Added in one statement.
    static final int ENDS_PER_PASS_MAX = 10_000;

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

    public StatKeeper(Database database, Tally tally, InstantSource clock) {
        this.database = database;
        this.tally = tally;
        this.clock = clock;
    }

    /// Returns whether there may be more to write down.
    public boolean runOnce() throws SQLException {
        try (var connection = database.engine()) {
            var entries = tally.take();
            boolean written = entries.isEmpty();
            try {
                if (!written) {
                    store.add(connection, entries);
                    written = true;
                }
            } finally {
                if (!written) {
                    tally.putBack(entries);
                }
            }
            return store.addEnds(connection, ENDS_PER_PASS_MAX) == ENDS_PER_PASS_MAX;
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
