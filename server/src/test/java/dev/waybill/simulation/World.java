package dev.waybill.simulation;

import static dev.waybill.simulation.Violation.Invariant.I2_NOTHING_STAYS_STUCK;
import static dev.waybill.simulation.Violation.Invariant.NO_BUGS;

import dev.waybill.domain.Apps;
import dev.waybill.domain.EndpointAction;
import dev.waybill.domain.EventType;
import dev.waybill.domain.HealthRules;
import dev.waybill.domain.Mode;
import dev.waybill.domain.OnExhausted;
import dev.waybill.domain.OrderRules;
import dev.waybill.domain.Ordering;
import dev.waybill.domain.Scope;
import dev.waybill.domain.SignatureScheme;
import dev.waybill.endpoint.EndpointDraft;
import dev.waybill.reconcile.Duty;
import dev.waybill.reconcile.Heartbeat;
import dev.waybill.simulation.Network.Mood;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/// One history: processes, receivers and a producer, driven by one thread in an order that the seed
/// decides. Nothing waits; time passes when it is told to.
final class World {

    /// Remembered for whoever has to find out what happened.
    private static final int STEPS_REMEMBERED = Integer.getInteger("simulation.steps", 60);

    /// More passes than any history needs to come to its end.
    private static final int ROUNDS_MAX = 1_500;

    /// Nothing holds a delivery off for the hours that these come to.
    private static final int IDLE_ROUNDS_MAX = 60;

    /// What one round of the end lets happen before it looks around.
    private static final int UNDER_WAY_MAX = 100;

    /// The duties that take deliveries further.
    private static final Set<String> FORWARD =
            Set.of("capture", "claimer", "feeder", "head-claimer", "settler");

    private static final Scope LIVE = new Scope(null, Mode.LIVE);

    private static final Duration HEARTBEAT = Duration.ofSeconds(5);

    /// A head that waits is due now, and so is what somebody has in hand.
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
            )
            SELECT count(*) > 0 AS any_open,
                   (extract(epoch FROM min(due_at) - ?::timestamptz) * 1000)::bigint AS due_in_ms,
                   (SELECT COALESCE(max(entry), 0) FROM simulation.journal) AS changes
              FROM open
            """;

    private final SimulatedDatabase database;
    private final Mutation mutation;
    private final Random dice;
    private final ManualClock clock = new ManualClock();
    private final Stage stage = new Stage();
    private final Network network = new Network(this);
    private final Witness witness = new Witness(this);
    private final Producer producer = new Producer(this);
    private final List<Node> nodes = new ArrayList<>();
    private final Map<UUID, EndpointDraft> endpoints = new HashMap<>();
    private final List<Arrival> arrivals = new ArrayList<>();
    private final Set<UUID> endedLives = new HashSet<>();
    private final List<Violation> violations = new ArrayList<>();
    private final ArrayDeque<String> steps = new ArrayDeque<>();
    private final double restlessness;
    private Instant lastHeartbeats = Instant.MIN;
    private int nodesMade;
    private int endpointsMade;

    World(SimulatedDatabase database, Mutation mutation, long seed) {
        this.database = database;
        this.mutation = mutation;
        this.dice = new Random(seed);
        this.restlessness = dice.nextInt(3) == 0 ? 0 : dice.nextDouble(0.3);
    }

    /// Plays the history to its end and returns what must not have been seen.
    List<Violation> play() throws SQLException {
        int size = dice.nextInt(1, 4);
        for (int i = 0; i < size; i++) {
            startNode();
        }
        int receivers = dice.nextInt(1, 5);
        for (int i = 0; i < receivers; i++) {
            createEndpoint();
        }
        int events = dice.nextInt(10, 60);
        // Some histories know no faults: nothing may be repeated in them.
        int faults = dice.nextInt(4) == 0 ? 0 : dice.nextInt(1, 9);
        while (producer.count() < events && violations.isEmpty()) {
            step(faults);
        }
        if (violations.isEmpty()) {
            driveToTheEnd();
            new Invariants(this, Ledger.read(database.books())).check();
        }
        return violations;
    }

    private void step(int faults) throws SQLException {
        int choice = dice.nextInt(100);
        if (choice < 12) {
            producer.publish(anyActive());
        } else if (choice < 40) {
            resumeAny();
        } else if (choice < 78) {
            var node = anyActive();
            run(node, oneOf(node.duties()));
        } else if (choice < 81) {
            moodOfAny();
        } else if (choice < 84) {
            changeAnyEndpoint();
        } else if (choice < 87) {
            askForAnyDelivery();
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
        database.setClock(now());
        nodes.add(new Node(this, "n" + nodesMade));
    }

    private void replaceTheDead() throws SQLException {
        for (var node : List.copyOf(nodes)) {
            if (!node.alive()) {
                stage.end(node);
                nodes.remove(node);
                startNode();
            }
        }
    }

    private Node anyActive() {
        var active = nodes.stream().filter(Node::active).toList();
        if (active.isEmpty()) {
            nodes.getFirst().wakeUp();
            return nodes.getFirst();
        }
        return oneOf(active);
    }

    /// Runs a pass of a duty, or goes on with the one under way.
    private void run(Node node, Duty duty) {
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

    private List<Activity> ready() {
        return stage.activities().stream()
                .filter(activity -> activity.node().active())
                .filter(activity -> !activity.readyAt().isAfter(now()))
                .toList();
    }

    private void resume(Activity activity) {
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

    /// In small portions, so that whoever can sends its heartbeats in time.
    private void letTimePass(Duration length) throws SQLException {
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
                    // Nobody is that slow: what was begun goes on before long.
                    ready().forEach(this::resume);
                }
            }
            if (!now().isBefore(lastHeartbeats.plus(HEARTBEAT))) {
                heartbeats();
            }
            replaceTheDead();
        }
    }

    /// By whole milliseconds: what is stored is no finer than its clock.
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
                                        now());
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

    private void heartbeats() {
        lastHeartbeats = now();
        for (var node : List.copyOf(nodes)) {
            if (node.active()) {
                runNamed(node, "heartbeat");
            }
        }
    }

    private void runNamed(Node node, String name) {
        for (var duty : node.duties()) {
            if (duty.name().equals(name) && node.alive()) {
                run(node, duty);
            }
        }
    }

    // --- endpoints

    private void createEndpoint() {
        endpointsMade++;
        var url = "https://r" + endpointsMade + ".example/in";
        var draft =
                new EndpointDraft(
                        Apps.DEFAULT,
                        Mode.LIVE,
                        url,
                        "",
                        List.of(dice.nextBoolean() ? "*" : "invoice.*"),
                        oneOf(List.of("live", "test", "billing", "full-jitter")),
                        Duration.ofSeconds(dice.nextInt(1, 30)),
                        dice.nextInt(3) == 0 ? dice.nextInt(1, 4) : 32,
                        dice.nextInt(4) == 0 ? (Double) (0.5 + dice.nextInt(10)) : null,
                        new HealthRules(dice.nextInt(3, 60), Duration.ofHours(24)),
                        new OrderRules(
                                oneOf(List.of(Ordering.values())),
                                dice.nextBoolean() ? OnExhausted.HOLD : OnExhausted.CONTINUE),
                        null,
                        SignatureScheme.STANDARD,
                        Fixtures.SECRET,
                        Map.of());
        note(null, "endpoint " + url + " " + draft.orderRules());
        try {
            anyActive().endpoints().create(draft, null, Fixtures.ACT);
        } finally {
            // Whatever we were told, it may be there.
            for (var id : database.books().rows("SELECT id FROM endpoint WHERE url = ?", url)) {
                endpoints.put(UUID.fromString(id), draft);
            }
        }
    }

    private void changeAnyEndpoint() {
        var ids = endpoints.keySet().stream().sorted().toList();
        var id = oneOf(ids);
        var node = anyActive();
        try {
            int choice = dice.nextInt(12);
            if (choice == 0) {
                note(node, "deletes " + id);
                node.endpoints().delete(id, LIVE, Fixtures.ACT);
            } else if (choice == 1) {
                createEndpoint();
            } else {
                act(node, id, oneOf(List.of(EndpointAction.values())));
            }
        } catch (SQLException | JdbiException e) {
            note(node, "failed: " + e.getMessage());
        } catch (Crash e) {
            note(node, "died");
        }
    }

    /// Somebody wants it again, later, or not at all.
    private void askForAnyDelivery() {
        var ids = database.books().rows("SELECT id FROM delivery ORDER BY id");
        if (ids.isEmpty()) {
            return;
        }
        var id = UUID.fromString(oneOf(ids));
        var node = anyActive();
        try {
            switch (dice.nextInt(4)) {
                case 0 -> {
                    note(node, "cancels " + id);
                    node.cancels().cancel(Fixtures.ACT, id, LIVE);
                }
                case 1 -> {
                    note(node, "requeues " + id);
                    var delay = Duration.ofSeconds(dice.nextInt(300_000));
                    node.requeues().requeue(Fixtures.ACT, id, LIVE, delay);
                }
                default -> {
                    note(node, "resends " + id);
                    node.resends().resend(Fixtures.ACT, id, LIVE, null, null);
                }
            }
        } catch (SQLException | JdbiException e) {
            note(node, "failed: " + e.getMessage());
        } catch (Crash e) {
            note(node, "died");
        }
    }

    private void act(Node node, UUID id, EndpointAction action) throws SQLException {
        note(node, action + " " + id);
        node.engine().states().act(id, action, "simulated", Fixtures.ACT);
    }

    private void moodOfAny() {
        var urls = endpoints.values().stream().map(EndpointDraft::url).sorted().toList();
        // Mostly well, seldom gone for good.
        var mood = dice.nextInt(3) > 0 ? oneOf(List.of(Mood.values())) : Mood.HEALTHY;
        if (mood == Mood.GONE && dice.nextBoolean()) {
            mood = Mood.FAILING;
        }
        var url = oneOf(urls);
        network.mood(url, mood);
        note(null, url + " is " + mood);
    }

    /// The endpoints that an event of this type goes to, by the books of this moment.
    Set<UUID> receivers(String type) {
        var ids = new HashSet<UUID>();
        for (var row :
                database.books()
                        .rows(
                                "SELECT id FROM endpoint"
                                        + " WHERE deleted_at IS NULL AND state <> 'disabled'")) {
            var id = UUID.fromString(row);
            var draft = endpoints.get(id);
            if (draft != null
                    && draft.eventTypes().stream().anyMatch(p -> EventType.matches(p, type))) {
                ids.add(id);
            }
        }
        return ids;
    }

    /// The lane an event with this key stands in at an endpoint; null if none.
    @Nullable String lane(UUID endpointId, @Nullable String key) {
        var draft = endpoints.get(endpointId);
        if (draft == null) {
            return null;
        }
        var lane = draft.orderRules().ordering().laneOf(endpointId, key);
        return lane == null ? null : lane.toString();
    }

    boolean strict(UUID endpointId) {
        var draft = endpoints.get(endpointId);
        return draft != null && draft.orderRules().ordering() == Ordering.STRICT;
    }

    // --- the end

    /// Faults are over; everything open must come to its end, however long it takes by its policy.
    private void driveToTheEnd() throws SQLException {
        note(null, "the end begins");
        for (var node : nodes) {
            node.line().heal();
            node.wakeUp();
        }
        replaceTheDead();
        if (dice.nextBoolean()) {
            // The others leave without a word, and one is left to finish.
            while (nodes.size() > 1) {
                var node = nodes.getLast();
                node.die();
                stage.end(node);
                nodes.remove(node);
            }
        }
        if (dice.nextInt(5) > 0) {
            network.healAll();
        }
        heartbeats();
        long changes = 0;
        int idleRounds = 0;
        for (int round = 0; round < ROUNDS_MAX && violations.isEmpty(); round++) {
            if (round == 0 || idleRounds > 0) {
                resumeAndRelease();
            }
            runDuties(idleRounds > 0);
            finishWhatIsUnderWay();
            var outlook = outlook();
            if (!outlook.anyOpen && ready().isEmpty()) {
                return;
            }
            idleRounds = outlook.changes == changes ? idleRounds + 1 : 0;
            changes = outlook.changes;
            if (idleRounds == IDLE_ROUNDS_MAX) {
                break;
            }
            letTimePass(untilSomethingHappens(outlook, idleRounds));
        }
        if (violations.isEmpty()) {
            violated(I2_NOTHING_STAYS_STUCK, "the end does not come for " + stillOpen());
        }
    }

    /// Those that bring things forward always, the others now and then.
    private void runDuties(boolean all) {
        for (var node : List.copyOf(nodes)) {
            for (var duty : node.duties()) {
                boolean forward = FORWARD.stream().anyMatch(duty.name()::startsWith);
                if (forward || all || dice.nextInt(4) == 0) {
                    run(node, duty);
                }
            }
        }
    }

    /// Attempts and what else takes a while; whatever takes longer is a matter for the next round.
    private void finishWhatIsUnderWay() throws SQLException {
        var limit = now().plusSeconds(60);
        for (int i = 0; i < UNDER_WAY_MAX && violations.isEmpty(); i++) {
            var next =
                    stage.activities().stream()
                            .map(Activity::readyAt)
                            .min(Comparator.naturalOrder());
            if (next.isEmpty() || next.get().isAfter(limit)) {
                break;
            }
            letTimePass(Duration.between(now(), next.get()));
            ready().forEach(this::resume);
        }
        for (var node : List.copyOf(nodes)) {
            runNamed(node, "settler-1");
        }
    }

    private void resumeAndRelease() throws SQLException {
        var node = nodes.getFirst();
        for (var id :
                database.books()
                        .rows("SELECT id FROM endpoint WHERE state = 'paused' ORDER BY id")) {
            act(node, UUID.fromString(id), EndpointAction.RESUME);
        }
        database.books().execute("DELETE FROM lane_hold");
    }

    /// What is open, when the first of it is due, and how much has happened so far.
    private record Outlook(long changes, boolean anyOpen, @Nullable Duration dueIn) {}

    private Outlook outlook() {
        return database.books()
                .database()
                .desk()
                .withHandle(handle ->
                        handle.createQuery(OUTLOOK)
                                .bind(0, now())
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
        return database.books()
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

    /// Until the next thing is due. Where something is due and nothing comes of it, somebody holds
    /// it off, and it is looked at again after longer and longer waits.
    private Duration untilSomethingHappens(Outlook outlook, int idleRounds) {
        var soonest = Duration.ofDays(1);
        for (var activity : stage.activities()) {
            soonest = shorter(soonest, Duration.between(now(), activity.readyAt()));
        }
        if (outlook.dueIn != null) {
            var patience = Duration.ofSeconds(1L << Math.min(idleRounds, 10));
            soonest = shorter(soonest, outlook.dueIn.isPositive() ? outlook.dueIn : patience);
        }
        if (soonest.compareTo(Duration.ofMinutes(1)) > 0 && dice.nextBoolean()) {
            // What falls due about then is looked at together.
            soonest = soonest.plusSeconds(dice.nextInt(1, 3_600));
        }
        return soonest.isPositive() ? soonest.plusMillis(1) : Duration.ofMillis(1);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    // --- what everybody asks

    Instant now() {
        return clock.instant();
    }

    long nanoTime() {
        return Duration.between(ManualClock.NOON, now()).toNanos();
    }

    Random dice() {
        return dice;
    }

    private <T> T oneOf(List<T> things) {
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
    }
}
