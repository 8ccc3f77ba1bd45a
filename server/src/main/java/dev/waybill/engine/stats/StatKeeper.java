package dev.waybill.engine.stats;

import dev.waybill.infra.db.Database;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.schedule.JobResult;
import dev.waybill.infra.schedule.Sleeper;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the counts, and combines the sums into coarser ones as they age, so that a month of them
/// stays quick to read: five minutes for six hours, then hours for a week, then days.
public final class StatKeeper implements Measured {

    public static final Duration PERIOD = Duration.ofSeconds(5);

    /// Sums written in one statement, about 10 ms of the database's time.
    static final int SUMS_PER_STATEMENT_MAX = 250;

    /// Kinds of ends added in one statement.
    static final int KINDS_OF_ENDS_MAX = 2_000;

    /// Ends added in one statement.
    static final int ENDS_PER_PASS_MAX = 10_000;

    /// Writing takes at most this fraction of the time. The more there is to write, the less often
    /// it is written, and the more is in each row.
    private static final int REST_PER_WORK = 20;

    /// The pause between two statements, as a multiple of their duration: the sums of a large
    /// installation would otherwise occupy a core for seconds.
    private static final int PAUSE_PER_WORK = 4;

    public static final Duration FOLD_PERIOD = Duration.ofMinutes(5);

    /// Long enough for a chart of the last hours.
    static final Duration FINE_KEPT = Duration.ofHours(6);

    static final Duration HOURS_KEPT = Duration.ofDays(7);

    /// A year, and the previous one for comparison.
    static final Duration DAYS_KEPT = Duration.ofDays(732);

    private static final Logger LOG = LoggerFactory.getLogger(StatKeeper.class);

    private final Database database;
    private final Tally tally;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final StatStore store = new StatStore();
    private final EndMetrics metrics = new EndMetrics();
    private Instant restsUntil = Instant.MIN;

    /// @param sleeper pauses between two statements
    public StatKeeper(Database database, Tally tally, InstantSource clock, Sleeper sleeper) {
        this.database = database;
        this.tally = tally;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    @Override
    public void measureIn(MetricRegistry registry) {
        metrics.measureIn(registry);
    }

    /// Writes the counts, unless it still pauses after the last time, and adds the ends of
    /// deliveries.
    public JobResult runOnce() throws SQLException, InterruptedException {
        if (!clock.instant().isBefore(restsUntil)) {
            var worked = addCounts(sleeper);
            restsUntil = clock.instant().plus(worked.multipliedBy(REST_PER_WORK));
        }
        try (var connection = database.engine()) {
            var added = store.addEnds(connection, ENDS_PER_PASS_MAX);
            metrics.ended(added.ofCustomers());
            return JobResult.limited(added.count(), ENDS_PER_PASS_MAX);
        }
    }

    /// Writes all counts at once, before the process ends.
    public void finish() throws SQLException, InterruptedException {
        var _ = addCounts(_ -> {});
    }

    /// Writes the counts in parts, each in its own transaction, so that no statement takes long.
    /// Returns how long the statements took.
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

    /// Combines some old sums into coarser ones. Returns how many; after some there may be more.
    public int foldOnce() throws SQLException {
        var now = clock.instant();
        try (var connection = database.engine()) {
            int folded =
                    store.fold(connection, Tally.GRAIN, Grain.HOUR, now.minus(FINE_KEPT))
                            + store.fold(connection, Grain.HOUR, Grain.DAY, now.minus(HOURS_KEPT));
            int forgotten = store.forget(connection, now.minus(DAYS_KEPT));
            LOG.debug("sums combined={}, deleted={}", folded, forgotten);
            return folded;
        }
    }
}
