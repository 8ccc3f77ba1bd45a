package dev.waybill.web.health;

import dev.waybill.engine.partitions.PartitionKeeper;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.health.Condition;
import dev.waybill.web.health.ProbeStore.Seen;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Asks the database once a second for the conditions of readiness, so that requests for readiness
/// take no connection.
public final class DatabaseWatch {

    public static final Duration PERIOD = Duration.ofSeconds(1);

    /// A probe takes milliseconds. A longer one means that the database is unreachable or does not
    /// answer, or that the pool has been empty all that time.
    static final Duration SILENCE_MAX = Duration.ofSeconds(3);

    private record Answer(long nanos, Seen seen) {}

    private final Database database;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final ProbeStore store = new ProbeStore();
    private volatile @Nullable Answer last;

    public DatabaseWatch(Database database, InstantSource clock, LongSupplier nanoClock) {
        this.database = database;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    public void runOnce() throws SQLException {
        try (var connection = database.engine()) {
            var tables = PartitionKeeper.tablesOfTomorrow(clock.instant());
            last = new Answer(nanoClock.getAsLong(), store.probe(connection, tables));
        } catch (SQLException e) {
            last = null;
            throw e;
        }
    }

    public List<Condition> conditions() {
        return List.of(
                Condition.unless("database", () -> seen() == null, "The database does not answer."),
                new Condition(
                        "primary", () -> problem(Seen::standby, "The database is a standby.")),
                new Condition(
                        "partitions",
                        () ->
                                problem(
                                        seen -> !seen.tablesExist(),
                                        "The tables for tomorrow do not exist.")));
    }

    private Optional<String> problem(Predicate<Seen> broken, String sentence) {
        return Optional.ofNullable(seen()).filter(broken).map(_ -> sentence);
    }

    /// Null if the last answer is too old.
    private @Nullable Seen seen() {
        var answer = last;
        return answer != null && nanoClock.getAsLong() - answer.nanos <= SILENCE_MAX.toNanos()
                ? answer.seen
                : null;
    }
}
