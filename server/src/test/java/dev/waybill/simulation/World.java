package dev.waybill.simulation;

import static dev.waybill.simulation.Violation.Invariant.NO_BUGS;

import dev.waybill.engine.recovery.Heartbeat;
import dev.waybill.infra.schedule.Job;
import dev.waybill.testing.ManualClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/// One history: processes, receivers and a producer, driven by one thread in an order that the seed
/// decides. Nothing waits; time passes by calls.
final class World {

    /// The number of steps that a failure shows.
    private static final int STEPS_REMEMBERED = Integer.getInteger("simulation.steps", 60);

    private static final Duration HEARTBEAT = Duration.ofSeconds(5);

    private final SimulatedDatabase database;
    private final Mutation mutation;
    private final Random dice;
    private final ManualClock clock = new ManualClock();
    private final Stage stage = new Stage();
    private final Network network = new Network(this);
    private final Witness witness = new Witness(this);
    private final Producer producer = new Producer(this);
    private final List<Node> nodes = new ArrayList<>();
    private final Customers customers = new Customers(this);
    private final Upheavals upheavals = new Upheavals(this);
    private final Forgetting forgetting;
    private final Neighbours neighbours;
    private final List<Arrival> arrivals = new ArrayList<>();
    private final Set<UUID> endedLives = new HashSet<>();
    private final List<Violation> violations = new ArrayList<>();
    private final ArrayDeque<String> steps = new ArrayDeque<>();
    private final double restlessness;
    private Instant lastHeartbeats = Instant.MIN;
    private int nodesMade;

    World(SimulatedDatabase database, Mutation mutation, long seed) {
        this.database = database;
        this.mutation = mutation;
        this.dice = new Random(seed);
        this.restlessness = dice.nextInt(3) == 0 ? 0 : dice.nextDouble(0.3);
        this.forgetting = Forgetting.of(this, seed);
        this.neighbours = Neighbours.of(this, seed);
    }

    /// Plays the history to its end and returns what must not have been seen.
    List<Violation> play() throws SQLException {
        int size = Math.min(dice.nextInt(1, 4), neighbours.processesMax());
        for (int i = 0; i < size; i++) {
            startNode();
        }
        int receivers = Math.min(dice.nextInt(1, 5), neighbours.receiversMax());
        for (int i = 0; i < receivers; i++) {
            customers.createEndpoint();
        }
        neighbours.setUp();
        int events = Math.min(dice.nextInt(10, 60), neighbours.eventsMax());
        // Some histories have no faults: nothing may be repeated in them.
        int faults = dice.nextInt(4) == 0 ? 0 : dice.nextInt(1, 9);
        forgetting.archive().fails(faults > 0);
        while (producer.count() < events && violations.isEmpty()) {
            step(faults);
        }
        if (violations.isEmpty()) {
            upheavals.end();
            neighbours.watch();
        }
        if (violations.isEmpty()) {
            new Ending(this).play();
        }
        if (violations.isEmpty()) {
            forgetting.finish();
            var ledger = Ledger.read(database.books());
            new Invariants(this, ledger).check();
            forgetting.judge(ledger);
        }
        return violations;
    }

    private void step(int faults) throws SQLException {
        upheavals.step();
        forgetting.step();
        neighbours.step();
        int choice = dice.nextInt(100);
        if (choice < 12) {
            producer.publish(anyActive());
        } else if (choice < 40) {
            resumeAny();
        } else if (choice < 78) {
            var node = anyActive();
            run(node, oneOf(node.duties()));
        } else if (choice < 81) {
            customers.moodOfAny();
        } else if (choice < 84) {
            customers.changeAnyEndpoint();
        } else if (choice < 86) {
            customers.askForAnyDelivery();
        } else if (choice < 87) {
            customers.replayOrSteer();
        } else if (choice < 87 + faults) {
            var fault = oneOf(List.of(Fault.values()));
            var node = anyActive();
            note(node, fault.name());
            fault.strike(this, node);
        } else {
            letTimePass(someTime());
        }
        replaceTheDead();
    }

    private Duration someTime() {
        return switch (dice.nextInt(12)) {
            case 0 -> Duration.ofMillis(dice.nextInt(2_000, 90_000));
            case 1 -> Duration.ofMinutes(dice.nextInt(1, 300));
            case 2, 3, 4 -> Duration.ofMillis(dice.nextInt(200, 3_000));
            default -> Duration.ofMillis(dice.nextInt(1, 200));
        };
    }

    // --- processes

    private void startNode() throws SQLException {
        nodesMade++;
        database.setClock(databaseTime());
        nodes.add(new Node(this, "n" + nodesMade));
    }

    void replaceTheDead() throws SQLException {
        for (var node : List.copyOf(nodes)) {
            if (!node.alive()) {
                stage.end(node);
                nodes.remove(node);
                startNode();
            }
        }
    }

    Node anyActive() {
        var active = nodes.stream().filter(Node::active).toList();
        if (active.isEmpty()) {
            nodes.getFirst().wakeUp();
            return nodes.getFirst();
        }
        return oneOf(active);
    }

    /// Runs a pass of a duty, or goes on with the one under way.
    void run(Node node, Job duty) {
        var underWay =
                stage.activities().stream()
                        .filter(a -> a.node() == node && a.name().equals(duty.name()))
                        .findFirst();
        if (underWay.isEmpty()) {
            resume(stage.add(node, duty.name(), now(), () -> duty.step().run()));
        } else if (!underWay.get().readyAt().isAfter(now())) {
            resume(underWay.get());
        }
    }

    private void resumeAny() {
        var ready = ready();
        if (!ready.isEmpty()) {
            resume(oneOf(ready));
        }
    }

    List<Activity> ready() {
        return stage.activities().stream()
                .filter(activity -> activity.node().active())
                .filter(activity -> !activity.readyAt().isAfter(now()))
                .toList();
    }

    void resume(Activity activity) {
        note(activity.node(), activity.name());
        stage.resume(activity);
        var failure = activity.failure();
        if (failure != null && !isExpected(failure)) {
            var trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            violated(NO_BUGS, activity.name() + " failed: " + trace);
        }
        if (activity.node().alive()) {
            activity.node().noticeNewLife();
        }
    }

    private static boolean isExpected(Throwable failure) {
        return failure instanceof Crash
                || failure instanceof SQLException
                || failure instanceof JdbiException;
    }

    void play(Node node, String name, Activity.Body body) {
        playLater(node, name, now(), body);
    }

    void playLater(Node node, String name, Instant at, Activity.Body body) {
        if (node.alive()) {
            stage.add(node, name, at, body);
        }
    }

    // --- time

    /// In small portions, so that active processes send their heartbeats in time.
    void letTimePass(Duration length) throws SQLException {
        var end = now().plus(length);
        while (now().isBefore(end)) {
            boolean busy = !stage.activities().isEmpty();
            var left = Duration.between(now(), end);
            if (!busy && left.compareTo(HEARTBEAT.multipliedBy(4)) > 0) {
                skip(left);
            } else {
                var portion = HEARTBEAT.multipliedBy(2);
                advance(left.compareTo(portion) < 0 ? left : portion);
                if (busy && left.compareTo(Duration.ofMinutes(2)) > 0) {
                    // Activities that were begun continue before long.
                    ready().forEach(this::resume);
                }
            }
            if (!now().isBefore(lastHeartbeats.plus(HEARTBEAT))) {
                heartbeats();
            }
            replaceTheDead();
        }
    }

    /// By whole milliseconds: stored times are not finer than the clock.
    private void advance(Duration length) {
        clock.advance(Duration.ofMillis(length.plusNanos(999_999).toMillis()));
    }

    /// As if every process had sent its heartbeats all the while, and done nothing else.
    private void skip(Duration length) {
        var beating = new ArrayList<Node>();
        for (var node : nodes) {
            if (node.active() && !node.line().isAway()) {
                int alive =
                        database.books()
                                .execute(
                                        "UPDATE process SET alive_until = alive_until"
                                                + " + ? * interval '1 microsecond'"
                                                + " WHERE id = ? AND alive_until > ?",
                                        length.toNanos() / 1_000,
                                        node.engine().life().processId(),
                                        databaseTime());
                if (alive > 0) {
                    beating.add(node);
                }
            }
        }
        var end = now().plus(length);
        while (now().isBefore(end)) {
            var left = Duration.between(now(), end);
            advance(left.compareTo(HEARTBEAT) < 0 ? left : HEARTBEAT);
            for (var node : beating) {
                node.engine().life().prolong(nanoTime(), now(), Heartbeat.LIFETIME);
            }
        }
    }

    void heartbeats() {
        lastHeartbeats = now();
        for (var node : List.copyOf(nodes)) {
            if (node.active()) {
                runNamed(node, "heartbeat");
            }
        }
    }

    void runNamed(Node node, String name) {
        for (var duty : node.duties()) {
            if (duty.name().equals(name) && node.alive()) {
                run(node, duty);
            }
        }
    }

    // --- shared state

    Instant now() {
        return clock.instant();
    }

    /// The database's time.
    Instant databaseTime() {
        return now().plus(upheavals.clockIsAhead());
    }

    long nanoTime() {
        return Duration.between(ManualClock.NOON, now()).toNanos();
    }

    Random dice() {
        return dice;
    }

    <T> T oneOf(List<T> things) {
        return things.get(dice.nextInt(things.size()));
    }

    boolean chance(double of) {
        return of > 0 && dice.nextDouble() < of;
    }

    double restlessness() {
        return restlessness;
    }

    SimulatedDatabase database() {
        return database;
    }

    Mutation mutation() {
        return mutation;
    }

    Stage stage() {
        return stage;
    }

    Forgetting forgetting() {
        return forgetting;
    }

    Neighbours neighbours() {
        return neighbours;
    }

    Upheavals upheavals() {
        return upheavals;
    }

    List<Node> nodes() {
        return nodes;
    }

    Customers customers() {
        return customers;
    }

    boolean soFarSoGood() {
        return violations.isEmpty();
    }

    Network network() {
        return network;
    }

    Witness witness() {
        return witness;
    }

    Producer producer() {
        return producer;
    }

    List<Arrival> arrivals() {
        return arrivals;
    }

    void arrived(Node node, Arrival arrival) {
        arrivals.add(arrival);
        note(node, "sends " + arrival.deliveryId() + " #" + arrival.attempt());
    }

    void lifeEnded(UUID id) {
        endedLives.add(id);
    }

    boolean hasEnded(UUID lifeId) {
        return endedLives.contains(lifeId);
    }

    void violated(Violation.Invariant invariant, String what) {
        violations.add(new Violation(invariant, what));
    }

    void note(@Nullable Node node, String what) {
        if (steps.size() == STEPS_REMEMBERED) {
            steps.removeFirst();
        }
        steps.add(now() + " " + (node == null ? "" : node.name() + " ") + what);
    }

    List<String> lastSteps() {
        return List.copyOf(steps);
    }

    /// Lets every thread of the history end.
    void leave() {
        for (var node : nodes) {
            node.die();
            stage.end(node);
        }
        forgetting.leave();
    }
}
