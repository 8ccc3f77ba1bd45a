package dev.waybill.feature.replays;

import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobResult;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// Finds out how the deliveries of replays ended, counts them, and ends replays of which nothing
/// more is to be expected.
public final class ReplayFollower {

    public static final Duration PERIOD = Duration.ofSeconds(1);

    public static final Duration FORGET_PERIOD = Duration.ofHours(1);

    /// Of one replay in one pass: what is still being retried is looked at again in turn.
    static final int ITEMS_PER_PASS_MAX = 2_000;

    /// Looked at in one pass; the next pass goes on behind them.
    static final int REPLAYS_PER_PASS_MAX = 50;

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /// How long a replay that is over can be looked at.
    static final Duration KEPT = Duration.ofDays(90);

    private final Database database;
    private final InstantSource clock;
    private final RunStore store = new RunStore();

    /// Where the last look at each ended, so that one longer than a pass goes round.
    private final Map<UUID, Long> positions = new HashMap<>();

    private UUID lastReplay = BEFORE_ALL;

    public ReplayFollower(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /// Counts deliveries that have ended. Confined to one thread.
    public JobResult runOnce() throws SQLException {
        var pass = JobResult.complete(0);
        try (var connection = database.engine()) {
            var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            var open = store.unconcluded(connection, lastReplay, REPLAYS_PER_PASS_MAX);
            boolean toTheEnd = open.size() < REPLAYS_PER_PASS_MAX;
            if (toTheEnd && lastReplay.equals(BEFORE_ALL)) {
                positions.keySet().retainAll(open);
            }
            lastReplay = toTheEnd ? BEFORE_ALL : open.getLast();
            for (var id : open) {
                var from = positions.getOrDefault(id, 0L);
                var look = store.conclude(connection, id, from, ITEMS_PER_PASS_MAX, now);
                boolean wholeRound = look.items() < ITEMS_PER_PASS_MAX;
                if (wholeRound) {
                    positions.remove(id);
                } else {
                    positions.put(id, look.last());
                }
                store.finish(connection, id, now);
                pass =
                        pass.and(
                                new JobResult(
                                        look.concluded(), !wholeRound && look.concluded() > 0));
            }
        }
        return pass;
    }

    /// Deletes a replay that ended long ago. Returns how many it deleted: one or none.
    public int forgetOne() throws SQLException {
        try (var connection = database.engine()) {
            return store.forgetOne(connection, clock.instant().minus(KEPT));
        }
    }
}
