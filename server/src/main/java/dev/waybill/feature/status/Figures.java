package dev.waybill.feature.status;

import dev.waybill.domain.replay.ReplayState;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import dev.waybill.infra.metrics.TrafficMetrics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The figures that only the database knows, read by a background job: a request for metrics takes
/// no connection. While the database is away they become old, and then they are left out.
public final class Figures implements Measured {

    public static final Duration PERIOD = Duration.ofSeconds(15);

    /// Older figures say nothing about the present.
    static final Duration KEPT = Duration.ofSeconds(60);

    private final Database database;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final FigureStore store = new FigureStore();
    private final long startedNanos;
    private volatile @Nullable Snapshot last;

    public Figures(Database database, InstantSource clock, LongSupplier nanoClock) {
        this.database = database;
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.startedNanos = nanoClock.getAsLong();
    }

    /// Everything that was read in one pass.
    ///
    /// @param oldestDueSeconds NaN if it is not known
    public record Snapshot(
            long nanos,
            long backlog,
            long openDeadLetters,
            double oldestDueSeconds,
            Map<String, Long> replays,
            double feedLagSeconds,
            long processes,
            long databaseBytes) {}

    /// Reads all figures.
    public void runOnce() {
        last =
                database.interactive()
                        .withHandle(handle -> {
                            var outside = store.oldestOutsideFeed(handle);
                            return new Snapshot(
                                    nanoClock.getAsLong(),
                                    store.backlog(handle),
                                    store.openDeadLetters(handle),
                                    late(store.oldestDue(handle)),
                                    store.openReplays(handle),
                                    outside.map(this::secondsSince).orElse(0.0),
                                    store.processes(handle),
                                    store.databaseBytes(handle));
                        });
    }

    private double late(FigureStore.Oldest oldest) {
        if (oldest.due() == null) {
            return oldest.complete() ? 0 : Double.NaN;
        }
        return secondsSince(oldest.due());
    }

    private double secondsSince(Instant time) {
        return Math.max(0, Duration.between(time, clock.instant()).toMillis()) / 1e3;
    }

    /// The last figures; null before the first, and if they are too old.
    public @Nullable Snapshot current() {
        var known = last;
        return known != null && nanoClock.getAsLong() - known.nanos <= KEPT.toNanos()
                ? known
                : null;
    }

    private double ageSeconds() {
        var known = last;
        long since = known == null ? startedNanos : known.nanos;
        return (nanoClock.getAsLong() - since) / 1e9;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(StationMetrics.FIGURES_AGE, this::ageSeconds);
        metrics.add(TrafficMetrics.BACKLOG, () -> read(Snapshot::backlog));
        metrics.add(TrafficMetrics.DEAD_LETTERS_OPEN, () -> read(Snapshot::openDeadLetters));
        metrics.add(TrafficMetrics.OLDEST_DUE, () -> read(Snapshot::oldestDueSeconds));
        metrics.add(StationMetrics.FEED_LAG, () -> read(Snapshot::feedLagSeconds));
        metrics.add(StationMetrics.PROCESSES, () -> read(Snapshot::processes));
        metrics.add(StationMetrics.DATABASE_SIZE, () -> read(Snapshot::databaseBytes));
        Stream.of(ReplayState.values())
                .filter(state -> !state.isOver())
                .map(ReplayState::code)
                .forEach(state ->
                        metrics.add(
                                TrafficMetrics.REPLAYS,
                                () -> read(known -> known.replays.getOrDefault(state, 0L)),
                                state));
    }

    private double read(ToDoubleFunction<Snapshot> figure) {
        var known = current();
        return known == null ? Double.NaN : figure.applyAsDouble(known);
    }
}
