package dev.waybill.engine.stats;

import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.Sleeper;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes down what was counted, and makes the sums coarser as they age, so that a month of them
/// stays quick to read: five minutes for six hours, then hours for a week, then days.
public final class StatKeeper {

    public static final Duration PERIOD = Duration.ofSeconds(5);

    /// Written in one statement, some 10 ms of the database's time.
    static final int SUMS_PER_STATEMENT_MAX = 250;

    /// Kinds of ends that are added in one statement.
    static final int KINDS_OF_ENDS_MAX = 2_000;

    /// Added in one statement.
    static final int ENDS_PER_PASS_MAX = 10_000;

    /// Writing takes at most one part in so many of the time: the more there is to write, the
    /// seldomer it is written, and the more is in each row.
    private static final int REST_PER_WORK = 20;

    /// Between two statements, or a large installation's sums would keep a core busy for seconds.
    private static final int PAUSE_PER_WORK = 4;

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
    private final Sleeper sleeper;
    private final StatStore store = new StatStore();
    private Instant restsUntil = Instant.MIN;

    /// @param sleeper pauses between two statements
    public StatKeeper(Database database, Tally tally, InstantSource clock, Sleeper sleeper) {
        this.database = database;
        this.tally = tally;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /// Returns whether there may be more to write down.
    public boolean runOnce() throws SQLException, InterruptedException {
        if (!clock.instant().isBefore(restsUntil)) {
            var worked = addCounts(sleeper);
            restsUntil = clock.instant().plus(worked.multipliedBy(REST_PER_WORK));
        }
        try (var connection = database.engine()) {
            return store.addEnds(connection, ENDS_PER_PASS_MAX) == ENDS_PER_PASS_MAX;
        }
    }

    /// Writes down everything at once: nothing follows.
    public void finish() throws SQLException, InterruptedException {
        var _ = addCounts(_ -> {});
    }

    /// In parts, each of which is committed by itself: however much there is, no statement takes
    /// longer than it may. Returns how long the statements took.
    private Duration addCounts(Sleeper pauses) throws SQLException, InterruptedException {
        var entries = tally.take();
        var worked = Duration.ZERO;
        int written = 0;
        try {
            while (written < entries.size()) {
                int next = Math.min(written + SUMS_PER_STATEMENT_MAX, entries.size());
                var took = add(entries.subList(written, next));
                worked = worked.plus(took);
                written = next;
                if (written < entries.size()) {
                    pauses.pause(took.multipliedBy(PAUSE_PER_WORK));
                }
            }
        } finally {
            tally.putBack(entries.subList(written, entries.size()));
        }
        return worked;
    }

    private Duration add(List<Tally.Entry> part) throws SQLException {
        var begun = clock.instant();
        try (var connection = database.engine()) {
            store.add(connection, part);
        }
        return Duration.between(begun, clock.instant());
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
