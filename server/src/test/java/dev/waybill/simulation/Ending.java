package dev.waybill.simulation;

import static dev.waybill.simulation.Violation.Invariant.I2_NOTHING_STAYS_STUCK;

import dev.waybill.domain.endpoint.EndpointAction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The end of a history: faults are over, and everything open must come to its end.
final class Ending {

    /// More passes than any history needs.
    private static final int ROUNDS_MAX = 1_500;

    /// Nothing holds a delivery off for the hours that these come to.
    private static final int IDLE_ROUNDS_MAX = 60;

    /// Limit of steps in one round before the outlook is read.
    private static final int UNDER_WAY_MAX = 100;

    /// The duties that take deliveries further.
    private static final Set<String> FORWARD =
            Set.of("capture", "claimer", "feeder", "head-claimer", "settler");

    /// A waiting head is due now, and so is a delivery in flight.
    private static final String OUTLOOK =
            """
            WITH open AS (
                SELECT COALESCE(next_attempt_at, 'epoch') AS due_at
                  FROM delivery
                 WHERE state = 'in_flight'
                    OR next_attempt_at IS NOT NULL
                    OR (lane IS NOT NULL
                        AND NOT EXISTS (
                                SELECT
                                  FROM delivery before
                                 WHERE before.endpoint_id = delivery.endpoint_id
                                   AND before.lane = delivery.lane
                                   AND before.lane_sequence < delivery.lane_sequence))
                 UNION ALL
                SELECT start_at
                  FROM replay
                 WHERE ended_at IS NULL
            )
            SELECT count(*) > 0 AS any_open,
                   (extract(epoch FROM min(due_at) - ?::timestamptz) * 1000)::bigint AS due_in_ms,
                   (SELECT COALESCE(max(entry), 0) FROM simulation.journal) AS changes
              FROM open
            """;

    private final World world;

    Ending(World world) {
        this.world = world;
    }

    /// Faults are over; everything open must come to its end, however long it takes by its policy.
    void play() throws SQLException {
        world.note(null, "the end begins");
        for (var node : world.nodes()) {
            node.line().heal();
            node.wakeUp();
        }
        world.replaceTheDead();
        if (world.dice().nextBoolean()) {
            // The others end without a shutdown, and one is left to finish.
            while (world.nodes().size() > 1) {
                var node = world.nodes().getLast();
                node.die();
                world.stage().end(node);
                world.nodes().remove(node);
            }
        }
        if (world.dice().nextInt(5) > 0) {
            world.network().healAll();
        }
        world.heartbeats();
        long changes = 0;
        int idleRounds = 0;
        for (int round = 0; round < ROUNDS_MAX && world.soFarSoGood(); round++) {
            if (round == 0 || idleRounds > 0) {
                resumeAndRelease();
            }
            runDuties(idleRounds > 0);
            finishWhatIsUnderWay();
            var outlook = outlook();
            if (!outlook.anyOpen && world.ready().isEmpty()) {
                return;
            }
            idleRounds = outlook.changes == changes ? idleRounds + 1 : 0;
            changes = outlook.changes;
            if (idleRounds == IDLE_ROUNDS_MAX) {
                break;
            }
            world.letTimePass(untilSomethingHappens(outlook, idleRounds));
        }
        if (world.soFarSoGood()) {
            world.violated(I2_NOTHING_STAYS_STUCK, "the end does not come for " + stillOpen());
        }
    }

    /// Those that bring things forward always, the others now and then.
    private void runDuties(boolean all) {
        for (var node : List.copyOf(world.nodes())) {
            for (var duty : node.duties()) {
                boolean forward = FORWARD.stream().anyMatch(duty.name()::startsWith);
                if (forward || all || world.dice().nextInt(4) == 0) {
                    world.run(node, duty);
                }
            }
        }
    }

    /// Attempts and other activities that take a while; longer ones are left to the next round.
    private void finishWhatIsUnderWay() throws SQLException {
        var limit = world.now().plusSeconds(60);
        for (int i = 0; i < UNDER_WAY_MAX && world.soFarSoGood(); i++) {
            var next =
                    world.stage().activities().stream()
                            .map(Activity::readyAt)
                            .min(Comparator.naturalOrder());
            if (next.isEmpty() || next.get().isAfter(limit)) {
                break;
            }
            world.letTimePass(Duration.between(world.now(), next.get()));
            world.ready().forEach(world::resume);
        }
        for (var node : List.copyOf(world.nodes())) {
            world.runNamed(node, "settler-1");
        }
    }

    private void resumeAndRelease() throws SQLException {
        var node = world.nodes().getFirst();
        for (var id :
                world.database()
                        .books()
                        .rows("SELECT id FROM endpoint WHERE state = 'paused' ORDER BY id")) {
            world.customers().act(node, UUID.fromString(id), EndpointAction.RESUME);
        }
        world.database().books().execute("DELETE FROM lane_hold");
        world.customers().resumeReplays(node);
    }

    /// The open deliveries, the first due time, and the number of changes so far.
    private record Outlook(long changes, boolean anyOpen, @Nullable Duration dueIn) {}

    private Outlook outlook() {
        return world.database()
                .books()
                .database()
                .interactive()
                .withHandle(handle ->
                        handle.createQuery(OUTLOOK)
                                .bind(0, world.databaseTime())
                                .map((row, _) ->
                                        new Outlook(
                                                row.getLong("changes"),
                                                row.getBoolean("any_open"),
                                                row.getObject("due_in_ms") == null
                                                        ? null
                                                        : Duration.ofMillis(
                                                                row.getLong("due_in_ms"))))
                                .one());
    }

    private List<String> stillOpen() {
        return world.database()
                .books()
                .rows(
                        """
                        SELECT d.id, d.state, attempts, next_attempt_at, give_up_at, lane,
                               lane_sequence, lease, e.url, e.state, e.ordering, e.rate_limit
                          FROM delivery d
                          JOIN endpoint e ON e.id = endpoint_id
                         WHERE d.state IN ('pending', 'in_flight')
                         ORDER BY d.id
                         LIMIT 5
                        """);
    }

    /// Until the next delivery is due. If due deliveries do not change, they are held off, and the
    /// waits become longer and longer.
    private Duration untilSomethingHappens(Outlook outlook, int idleRounds) {
        var soonest = Duration.ofDays(1);
        for (var activity : world.stage().activities()) {
            soonest = shorter(soonest, Duration.between(world.now(), activity.readyAt()));
        }
        if (outlook.dueIn != null) {
            var patience = Duration.ofSeconds(1L << Math.min(idleRounds, 10));
            soonest = shorter(soonest, outlook.dueIn.isPositive() ? outlook.dueIn : patience);
        }
        if (soonest.compareTo(Duration.ofMinutes(1)) > 0 && world.dice().nextBoolean()) {
            // Deliveries that fall due at about that time are handled together.
            soonest = soonest.plusSeconds(world.dice().nextInt(1, 3_600));
        }
        return soonest.isPositive() ? soonest.plusMillis(1) : Duration.ofMillis(1);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
