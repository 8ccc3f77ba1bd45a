package dev.waybill.feature.replays;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.feature.redelivery.Redeliver;
import dev.waybill.feature.redelivery.Redelivery;
import dev.waybill.feature.replays.RunStore.Item;
import dev.waybill.feature.replays.RunStore.Taken;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/// Creates the deliveries of replays as they fall due. The progress is written in the same
/// transaction as the deliveries, so that a crash neither loses nor repeats any. Any process may
/// run a replay, one at a time, under the lock of its row.
public final class ReplayRunner {

    /// Short enough to spread deliveries evenly.
    public static final Duration PERIOD = Duration.ofMillis(250);

    /// Limit of deliveries in one transaction.
    static final int ITEMS_PER_PASS_MAX = 500;

    private final Database database;
    private final Redeliver redeliver;
    private final Consumer<OrderedLane> onLinedUp;
    private final InstantSource clock;
    private final RunStore store = new RunStore();

    /// A runner that calls a listener with the lanes that have new deliveries.
    public ReplayRunner(
            Database database,
            Redeliver redeliver,
            Consumer<OrderedLane> onLinedUp,
            InstantSource clock) {
        this.database = database;
        this.redeliver = redeliver;
        this.onLinedUp = onLinedUp;
        this.clock = clock;
    }

    /// Creates the deliveries of all replays that are due, up to the limit of a pass each.
    public JobResult runOnce() throws SQLException {
        var pass = JobResult.complete(0);
        List<UUID> due;
        try (var connection = database.engine()) {
            due = store.due(connection, clock.instant());
        }
        for (var id : due) {
            pass = pass.and(run(id));
        }
        return pass;
    }

    private JobResult run(UUID id) throws SQLException {
        var lanes = new ArrayList<OrderedLane>();
        JobResult made;
        try (var connection = database.engine()) {
            connection.setAutoCommit(false);
            try {
                made = run(connection, id, lanes);
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        }
        lanes.forEach(onLinedUp);
        return made;
    }

    private JobResult run(Connection connection, UUID id, List<OrderedLane> lanes)
            throws SQLException {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var locked = store.lock(connection, id, now);
        if (locked.isEmpty()) {
            return JobResult.complete(0);
        }
        var run = locked.get();
        long due = run.pace().dueAt(now, run.total());
        long upTo = Math.min(due, run.made() + ITEMS_PER_PASS_MAX);
        if (upTo <= run.made()) {
            return JobResult.complete(0);
        }
        var items = store.items(connection, id, run.made(), upTo, now);
        store.take(connection, id, made(connection, items, lanes), now);
        return new JobResult(items.size(), due > upTo);
    }

    private List<Taken> made(Connection connection, List<Item> items, List<OrderedLane> lanes)
            throws SQLException {
        var there = items.stream().filter(item -> item.request() != null).toList();
        var decided =
                redeliver.make(connection, there.stream().map(Item::request).toList()).iterator();
        var taken = new ArrayList<Taken>();
        for (var item : items) {
            if (item.request() != null && decided.next() instanceof Redelivery.Made made) {
                taken.add(new Taken(item.ordinal(), made.id()));
                if (made.place() != null) {
                    lanes.add(made.place().lane());
                }
            } else {
                taken.add(new Taken(item.ordinal(), null));
            }
        }
        return taken;
    }
}
