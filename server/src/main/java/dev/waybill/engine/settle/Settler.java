package dev.waybill.engine.settle;

import dev.waybill.domain.IdKind;
import dev.waybill.engine.capture.BatchCollector;
import dev.waybill.engine.capture.BatchCollector.Patience;
import dev.waybill.engine.lease.Leases;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.SqlStates;
import dev.waybill.infra.log.LogScope;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import dev.waybill.infra.schedule.Sleeper;
import io.prometheus.metrics.core.metrics.Histogram;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// Collects settlements and writes those that wait in one statement. While PostgreSQL is
/// unreachable they stay in the buffer, in order of arrival. A full buffer blocks the attempts that
/// add to it, and with them their permits, so that no request is sent whose result could not be
/// recorded.
public final class Settler implements Measured {

    /// A larger batch does not make a row cheaper.
    static final int BATCH_MAX = 500;

    /// No caller waits for most settlements, so a batch may collect for longer than a capture.
    /// Among many there may be one that the next delivery of an ordered lane waits for.
    static final Patience PATIENCE =
            new Patience(Duration.ofMillis(20), Duration.ofMillis(50), BATCH_MAX);

    /// A minute of results at a few hundred a second; each is about a kilobyte.
    static final int BUFFER_MAX = 20_000;

    private static final Duration RETRY_PAUSE = Duration.ofMillis(250);

    /// In the order of PostgreSQL: by bytes, not as signed numbers.
    private static final Comparator<Settlement> BY_ID =
            Comparator.comparing(Settlement::deliveryId, Settler::compareUnsigned);

    private static final Logger LOG = LoggerFactory.getLogger(Settler.class);

    private final Database database;
    private final Leases leases;
    private final InstantSource clock;
    private final Consumer<List<Settlement>> onSettled;
    private final Sleeper pause;
    private final SettleStore store = new SettleStore();
    private final BlockingQueue<Settlement> buffer = new ArrayBlockingQueue<>(BUFFER_MAX);
    private final BatchCollector<Settlement> collector =
            new BatchCollector<>(buffer, _ -> 1, BATCH_MAX, Settler::isUrgent, PATIENCE);
    private final Histogram batchResults = StationMetrics.SETTLE_BATCH_RESULTS.histogram();
    private final Histogram batchDuration = StationMetrics.SETTLE_BATCH_DURATION.histogram();
    private volatile boolean stopping;
    private volatile long tickNanos = System.nanoTime();

    public Settler(
            Database database,
            Leases leases,
            InstantSource clock,
            Consumer<List<Settlement>> onSettled,
            Sleeper pause) {
        this.database = database;
        this.leases = leases;
        this.clock = clock;
        this.onSettled = onSettled;
        this.pause = pause;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(StationMetrics.SETTLE_BATCH_RESULTS, batchResults);
        metrics.add(StationMetrics.SETTLE_BATCH_DURATION, batchDuration);
        metrics.add(StationMetrics.SETTLE_BUFFER, buffer::size);
    }

    /// Returns when the settlement is in the buffer.
    public void settle(Settlement settlement) throws InterruptedException {
        buffer.put(settlement);
        announce(settlement);
    }

    /// Like [#settle], but returns false instead of waiting if the buffer is full.
    public boolean offer(Settlement settlement) {
        boolean taken = buffer.offer(settlement);
        announce(settlement);
        return taken;
    }

    private void announce(Settlement settlement) {
        collector.arrived();
        if (isUrgent(settlement)) {
            collector.hurry();
        }
    }

    /// The next delivery of an ordered lane waits for the one before it.
    private static boolean isUrgent(Settlement settlement) {
        return settlement.place() != null;
    }

    /// From now on a batch that cannot be written is left to the process that rescues its lease:
    /// this process must end, even while the database is unreachable.
    public void stop() {
        stopping = true;
    }

    /// Whether results accumulate because they cannot be written.
    public boolean congested() {
        return buffer.remainingCapacity() < BUFFER_MAX / 2;
    }

    /// The time since any settling thread made progress, or found the database unreachable.
    public Duration sinceTick() {
        return Duration.ofNanos(System.nanoTime() - tickNanos);
    }

    private void tick() {
        tickNanos = System.nanoTime();
    }

    /// Writes one batch. Waits for the first settlement up to `patience`. Retries until the batch
    /// is written, because the results exist nowhere else. Returns how many settlements it took.
    public int runOnce(Duration patience) throws InterruptedException {
        tick();
        var batch = collector.next(patience);
        if (batch.isEmpty()) {
            return 0;
        }
        boolean done = false;
        try {
            batch.sort(BY_ID);
            var written = new ArrayList<Settlement>(batch.size());
            write(batch, leases.takeFinished(BATCH_MAX), written);
            for (var settlement : written) {
                leases.settled(settlement.lease());
            }
            onSettled.accept(written);
            SettleSpans.end(written, clock);
            done = true;
            return batch.size();
        } finally {
            if (!done) {
                disown(batch);
            }
        }
    }

    /// An unexpected failure has ended the pass. Deliveries that were not settled are in flight in
    /// the database: the check of our leases finds those that this process does not hold, and hands
    /// them back.
    private void disown(List<Settlement> batch) {
        LOG.error(
                "results were lost; the deliveries will be attempted again, deliveries={}",
                batch.size());
        batch.forEach(settlement -> leases.forget(settlement.lease()));
    }

    private enum Result {
        WRITTEN,
        /// Because of its data: the same would be refused again.
        REFUSED,
        /// The process is stopping. The leases must stay: the batch is found by them.
        LEFT
    }

    private void write(List<Settlement> batch, List<UUID> finishedLeases, List<Settlement> written)
            throws InterruptedException {
        switch (tryToWrite(batch, finishedLeases)) {
            case WRITTEN -> written.addAll(batch);
            case REFUSED -> writeApart(batch, finishedLeases, written);
            case LEFT -> {}
        }
    }

    private Result tryToWrite(List<Settlement> batch, List<UUID> finishedLeases)
            throws InterruptedException {
        while (true) {
            tick();
            long begunNanos = tickNanos;
            try (var connection = database.engine()) {
                int written = store.settle(connection, batch, finishedLeases, clock.instant());
                if (written < batch.size()) {
                    LOG.info("leases lost before settling, deliveries={}", batch.size() - written);
                }
                batchResults.observe(batch.size());
                batchDuration.observe((System.nanoTime() - begunNanos) / 1e9);
                return Result.WRITTEN;
            } catch (SQLException e) {
                if (SqlStates.isRefusedForItsData(e)) {
                    return refused(batch, e);
                }
                if (isLeft(batch, e)) {
                    return Result.LEFT;
                }
            } catch (RuntimeException e) {
                return refused(batch, e);
            } catch (Error e) {
                // For example no thread, or no memory outside the heap: that passes, or the process
                // ends. It says nothing about the batch.
                if (isLeft(batch, e)) {
                    return Result.LEFT;
                }
            }
        }
    }

    /// Returns true if the process must end without writing the batch. Otherwise waits before the
    /// next try. The results are known only here until they are written. Writing them twice is
    /// harmless: the second time no row has the lease any more.
    private boolean isLeft(List<Settlement> batch, Throwable failure) throws InterruptedException {
        if (stopping) {
            LOG.warn(
                    "stopped with unsettled results; the deliveries will be attempted again,"
                            + " deliveries={}",
                    batch.size(),
                    failure);
            return true;
        }
        LOG.warn("settling waits for the database, deliveries={}", batch.size(), failure);
        pause.pause(RETRY_PAUSE);
        return false;
    }

    private static Result refused(List<Settlement> batch, Exception refusal) {
        // In a larger batch it is not known yet which settlement is refused.
        if (batch.size() == 1) {
            about(batch.getFirst())
                    .setCause(refusal)
                    .log("the database refused the data of a result");
        }
        return Result.REFUSED;
    }

    private static LoggingEventBuilder about(Settlement settlement) {
        var id = IdKind.DELIVERY.format(settlement.deliveryId());
        return LOG.atError().addKeyValue(LogScope.DELIVERY_ID, id);
    }

    /// Splits a refused batch until the refused settlement is alone: it must neither be lost nor
    /// block the others.
    private void writeApart(
            List<Settlement> batch, List<UUID> finishedLeases, List<Settlement> written)
            throws InterruptedException {
        if (batch.size() == 1) {
            writePlainer(batch.getFirst(), finishedLeases, written);
            return;
        }
        int middle = batch.size() / 2;
        write(batch.subList(0, middle), finishedLeases, written);
        write(batch.subList(middle, batch.size()), List.of(), written);
    }

    private void writePlainer(
            Settlement refused, List<UUID> finishedLeases, List<Settlement> written)
            throws InterruptedException {
        for (var plainer : refused.plainer()) {
            switch (tryToWrite(List.of(plainer), finishedLeases)) {
                case WRITTEN -> {
                    written.add(plainer);
                    return;
                }
                case LEFT -> {
                    return;
                }
                case REFUSED -> {}
            }
        }
        // Even the end without details was refused: the delivery stays under its lease, for the
        // next life to try.
        about(refused).log("a result cannot be settled");
    }

    private static int compareUnsigned(UUID one, UUID other) {
        int high =
                Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0
                ? high
                : Long.compareUnsigned(
                        one.getLeastSignificantBits(), other.getLeastSignificantBits());
    }
}
