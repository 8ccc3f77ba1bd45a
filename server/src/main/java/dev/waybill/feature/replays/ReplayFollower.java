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

/// Counts how the deliveries of replays ended, and ends replays that are complete.
public final class ReplayFollower {

    public static final Duration PERIOD = Duration.ofSeconds(1);

    public static final Duration FORGET_PERIOD = Duration.ofHours(1);

    /// Limit of items of one replay in one pass. Items still being retried are looked at again
    /// later.
    static final int ITEMS_PER_PASS_MAX = 2_000;

    /// Limit of replays in one pass; the next pass continues after them.
    static final int REPLAYS_PER_PASS_MAX = 50;

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /// How long ended replays are kept.
    static final Duration KEPT = Duration.ofDays(90);

    private final Database database;
    private final InstantSource clock;
    private final RunStore store = new RunStore();

    /// Where the last pass over each replay ended, so that large replays are covered in several
    /// passes.
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
