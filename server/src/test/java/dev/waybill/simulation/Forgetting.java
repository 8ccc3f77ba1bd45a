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
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jdbi.v3.core.JdbiException;

/// In some histories days grow old and go, while all else happens: nights go by between two steps,
/// and every process forgets, with others coming first before any of its transactions.
final class Forgetting {

    /// In one history of so many: three days that go take as long as all else in a history.
    static final int ONE_IN = 6;

    /// More than the days that a history can last.
    private static final int PASSES_MAX = 40;

    private static final List<String> MEANWHILE =
            List.of("claimer", "head-claimer", "settler-1", "rescuer");

    /// Few, so that a day takes several archives.
    private static final Archiver.Bounds ARCHIVE = new Archiver.Bounds(3, 1L << 20);

    private final World world;
    private final boolean played;
    private final Retention retention;
    private final Scope scope;
    private final SimulatedArchive archive;

    private Forgetting(World world, boolean played, SplittableRandom dice) {
        this.world = world;
        this.played = played;
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

    /// By dice of its own: histories without it are what they were before there was any.
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

    /// What a process has to do for it.
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
            world.note(null, "a night goes by");
            world.letTimePass(Duration.ofHours(world.dice().nextInt(6, 30)));
        } else if (choice < 10) {
            world.runNamed(world.anyActive(), "forgetter");
        } else if (choice < 40 && isUnderWay()) {
            // What has waited since an old day becomes due after a night: it changes while its day
            // is copied.
            world.runNamed(world.anyActive(), world.oneOf(MEANWHILE));
        }
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
