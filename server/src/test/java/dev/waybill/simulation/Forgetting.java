package dev.waybill.simulation;

import static dev.waybill.simulation.Violation.Invariant.OLD_DAYS_GO;

import dev.waybill.domain.Retention;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.feature.retention.archive.Archiver;
import dev.waybill.feature.retention.forget.ArchiveStep;
import dev.waybill.feature.retention.forget.ArchiveStep.Scope;
import dev.waybill.feature.retention.forget.Forgetter;
import dev.waybill.feature.retention.forget.Forgetter.Pass;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.Job;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.jdbi.v3.core.JdbiException;

/// In some histories days grow old and go, while all else happens: nights go by between two steps,
/// and every process forgets, with others coming first before any of its transactions.
final class Forgetting {

    /// In one history of this many: three dropped days take as long as everything else in a
    /// history.
    static final int ONE_IN = 6;

    /// More than the days that a history can last.
    private static final int PASSES_MAX = 40;

    private static final List<String> MEANWHILE =
            List.of("claimer", "head-claimer", "settler-1", "rescuer");

    /// Few, so that a day takes several archives.
    private static final Archiver.Bounds ARCHIVE = new Archiver.Bounds(3, 1L << 20);

    /// The pending deliveries that a compaction has copied, with their endpoints.
    private static final String COPIED =
            """
            SELECT delivery.id, delivery.endpoint_id
              FROM delivery
              JOIN compaction ON table_name = 'delivery'
             WHERE delivery.id >= from_id
               AND delivery.id < until_id
               AND (phase <> 'copying' OR delivery.id <= position)
               AND state = 'pending'
             ORDER BY delivery.id
            """;

    private final World world;
    private final boolean played;
    private final Retention retention;
    private final Scope scope;
    private final SimulatedArchive archive;
    private final SplittableRandom dice;

    /// The rows of [#COPIED] that were changed.
    private final Set<String> changed = new HashSet<>();

    private Forgetting(World world, boolean played, SplittableRandom dice) {
        this.world = world;
        this.played = played;
        this.dice = dice;
        int deliveries = dice.nextInt(1, 3);
        this.retention =
                new Retention(
                        deliveries + dice.nextInt(2),
                        deliveries,
                        dice.nextInt(1, deliveries + 1),
                        deliveries + dice.nextInt(3),
                        0);
        this.scope = List.of(Scope.values()).get(dice.nextInt(Scope.values().length));
        this.archive = new SimulatedArchive(world);
    }

    /// With separate dice, so that histories without it do not change.
    static Forgetting of(World world, long seed) {
        return new Forgetting(world, isPlayedIn(seed), new SplittableRandom(seed));
    }

    static boolean isPlayedIn(long seed) {
        return seed % ONE_IN == 0;
    }

    boolean isPlayed() {
        return played;
    }

    Retention retention() {
        return retention;
    }

    Scope scope() {
        return scope;
    }

    SimulatedArchive archive() {
        return archive;
    }

    /// The job of a process that forgets.
    Optional<Job> duty(Node node, Ids ids) {
        if (!played) {
            return Optional.empty();
        }
        var forgetter = forgetter(node, ids);
        return Optional.of(
                new Job(
                        "forgetter",
                        Forgetter.PERIOD,
                        false,
                        () -> {
                            var pass = forgetter.runOnce();
                            world.note(node, "forgets: " + pass);
                            return pass.result();
                        }));
    }

    private Forgetter forgetter(Node node, Ids ids) {
        ArchiveStep step =
                scope == Scope.NONE
                        ? ArchiveStep.none()
                        : new Archiver(
                                () -> archive.openedBy(node),
                                scope == Scope.EVERYTHING,
                                new Composer("simulation"),
                                "simulation",
                                ids,
                                ARCHIVE);
        var line = node.line();
        return new Forgetter(
                new Database(line.dataSource(), line.maintenance()), retention, step, _ -> {});
    }

    void step() throws SQLException {
        if (!played) {
            return;
        }
        int choice = world.dice().nextInt(100);
        if (choice < 2) {
            // A paused endpoint has pending deliveries when their day is dropped.
            if (dice.nextBoolean()) {
                world.customers().pauseAny();
            }
            world.note(null, "a night goes by");
            world.letTimePass(Duration.ofHours(world.dice().nextInt(6, 30)));
        } else if (choice < 10) {
            world.runNamed(world.anyActive(), "forgetter");
        } else if (choice < 40 && isUnderWay()) {
            // Deliveries that have waited since an old day become due after a night, and change
            // while their day is copied.
            world.runNamed(world.anyActive(), world.oneOf(MEANWHILE));
        }
        changeCopied();
    }

    /// Whether a compaction has copied deliveries that [#changeCopied] has still to change. Their
    /// process then rests, so that the change comes before the exchange of the partitions.
    boolean isToChange() {
        return played && copied().anyMatch(row -> !changed.contains(row));
    }

    private Stream<String> copied() {
        return world.database().books().rows(COPIED).stream();
    }

    /// Cancels or requeues the deliveries that a compaction has copied, and claims those that are
    /// due. Without this, deliveries rarely change while they are copied: most have ended when
    /// their day is dropped.
    private void changeCopied() {
        var fresh = copied().filter(changed::add).toList();
        if (fresh.isEmpty()) {
            return;
        }
        var node = world.anyActive();
        for (var row : fresh) {
            var columns = row.split(" ", -1);
            var id = UUID.fromString(columns[0]);
            if (dice.nextInt(3) == 0) {
                world.customers().cancel(node, id);
            } else {
                world.customers().requeueNow(node, id, UUID.fromString(columns[1]));
            }
        }
        world.runNamed(node, "claimer");
    }

    private boolean isUnderWay() {
        return world.stage().activities().stream()
                .anyMatch(activity -> activity.name().equals("forgetter"));
    }

    /// Nothing is left that is due to go, and nothing that was begun.
    void finish() throws SQLException {
        if (!played) {
            return;
        }
        archive.fails(false);
        var node = world.nodes().getFirst();
        var forgetter = forgetter(node, new Ids(world::databaseTime, world.dice()));
        try {
            for (int i = 0; i < PASSES_MAX; i++) {
                var pass = forgetter.runOnce();
                world.note(node, "forgets at last: " + pass);
                if (pass == Pass.IDLE) {
                    mustBeTidy();
                    return;
                }
                // The database's own vacuum may have a table in use.
                if (pass != Pass.FORGOT && pass != Pass.IN_USE) {
                    world.letTimePass(Duration.ofHours(1));
                }
            }
            world.violated(OLD_DAYS_GO, "there is no end to it");
        } catch (IOException | JdbiException e) {
            world.violated(OLD_DAYS_GO, e.toString());
        }
    }

    private void mustBeTidy() {
        var left =
                Layout.read(world.database().books()).parts().stream()
                        .filter(part -> part.bounds() == null || part.noted())
                        .toList();
        List<String> begun = world.database().books().rows("SELECT table_name FROM compaction");
        if (!left.isEmpty() || !begun.isEmpty()) {
            world.violated(OLD_DAYS_GO, left + " and " + begun + " are left");
        }
    }

    void judge(Ledger ledger) {
        if (!played) {
            return;
        }
        try {
            new Forgotten(world, ledger).check();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    void leave() {
        archive.clear();
    }
}
