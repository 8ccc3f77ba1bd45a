package dev.waybill.simulation;

import static dev.waybill.simulation.Violation.Invariant.I8_NEIGHBOURS_ARE_NOT_SLOWED;
import static java.util.stream.Collectors.toSet;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.DeliveryLimits;
import dev.waybill.domain.endpoint.EndpointSettings;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.engine.capture.CaptureResult;
import dev.waybill.engine.dispatch.Bounds;
import dev.waybill.feature.endpoints.EndpointDraft;
import dev.waybill.feature.endpoints.EndpointRules;
import dev.waybill.feature.redelivery.Resends;
import dev.waybill.testing.Fixtures;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// In some histories permits, places or bytes are scarce, and an app whose endpoints answer slowly
/// needs more of them than there are: the crowd. Another app has endpoints that answer quickly: the
/// neighbour. After everything else that happens in the history the neighbour is watched for a
/// while. Each of its deliveries must be attempted soon after it was created, regardless of the
/// crowd and of the history before.
///
/// A watch begins when all faults and their effects are over. While it lasts every process runs all
/// its jobs ([Steady]), so that nothing but the service itself can make the neighbour wait. Its
/// endpoints have no order, no rate limit and no pauses.
final class Neighbours {

    /// In one history of this many.
    static final int ONE_IN = 6;

    /// Not in the histories of [Forgetting].
    static final int FIRST = 3;

    /// From the answer to the producer until the request arrives. Most arrive at once. One that
    /// finds no place in memory waits for the claimer, which looks every half second, and while
    /// everything is scarce an endpoint holds only two: the third waits for their answers.
    static final Duration ATTEMPTED_WITHIN = Duration.ofSeconds(2);

    /// The scarce resource of a history.
    enum Scarce {
        PERMITS,
        PLACES,
        BYTES
    }

    private static final List<Scarce> KINDS = List.of(Scarce.values());

    private static final UUID CROWD = UUID.fromString("00000000-0000-7000-8000-0000000000c0");
    private static final UUID NEIGHBOUR = UUID.fromString("00000000-0000-7000-8000-0000000000c1");

    private static final int CROWD_ENDPOINTS = 8;

    private static final Duration QUICK = Duration.ofMillis(100);

    private static final String BODY = "\"" + "x".repeat(4_000) + "\"";

    /// Enough never to be scarce.
    private static final int PLENTY = 10_000;

    /// The effects of faults are over after this time: a process has its routes, its lease and the
    /// time, lanes that could not send are tried again, and attempts that began before a process
    /// knew how slow the crowd is have ended.
    private static final Duration SETTLED_AFTER = Duration.ofSeconds(36);

    private static final Duration SETTLING_TICK = Duration.ofSeconds(4);
    private static final int WATCHED_TICKS = 100;
    private static final Duration TICK = Duration.ofMillis(100);

    /// In a watch something of the crowd's falls due as often as this.
    private static final int CROWD_TICKS = 20;

    private final World world;
    private final boolean played;
    private final Random dice;
    private final Scarce scarce;
    private final int capacity;
    private final Duration slowness;
    private final Bounds bounds;

    /// When deliveries of the neighbour were created, by their events or by themselves.
    private final Map<UUID, Instant> events = new HashMap<>();

    private final Map<UUID, Instant> resent = new HashMap<>();
    private boolean watching;

    private Neighbours(World world, boolean played, long seed) {
        this.world = world;
        this.played = played;
        this.dice = new Random(seed);
        this.scarce = scarceIn(seed);
        this.capacity = dice.nextInt(50, 71);
        this.slowness = Duration.ofSeconds(dice.nextInt(12, 29));
        this.bounds = played ? scarceBounds() : Bounds.of(Runtime.getRuntime().maxMemory());
    }

    /// With separate dice, so that other histories do not change.
    static Neighbours of(World world, long seed) {
        return new Neighbours(world, seed % ONE_IN == FIRST, seed);
    }

    private static Scarce scarceIn(long seed) {
        return KINDS.get((int) (seed / ONE_IN % KINDS.size()));
    }

    /// The first history in which this is scarce; it is again in each that follows after [#ONE_IN]
    /// times the number of things that can be.
    static long firstSeed(Scarce scarce) {
        return FIRST + (long) ONE_IN * KINDS.indexOf(scarce);
    }

    private Bounds scarceBounds() {
        var shares = world.mutation().shares();
        long bytes = (long) PLENTY * BODY.length();
        return switch (scarce) {
            case PERMITS -> new Bounds(capacity, PLENTY, bytes, shares);
            case PLACES -> new Bounds(PLENTY, capacity, bytes, shares);
            case BYTES -> new Bounds(PLENTY, PLENTY, (long) capacity * BODY.length(), shares);
        };
    }

    Bounds bounds() {
        return bounds;
    }

    /// The crowd has to fill every process.
    int processesMax() {
        return played ? 2 : Integer.MAX_VALUE;
    }

    /// Receivers of the other customers. One that was quick and turns slow keeps its part of the
    /// reserve until it answers, and the smallest reserve is small here.
    int receiversMax() {
        return played ? 2 : Integer.MAX_VALUE;
    }

    /// The watch takes as long as many events.
    int eventsMax() {
        return played ? 20 : Integer.MAX_VALUE;
    }

    void setUp() {
        if (!played) {
            return;
        }
        for (int i = 1; i <= CROWD_ENDPOINTS; i++) {
            create(CROWD, slowUrl(i), () -> slowness);
        }
        int quick = dice.nextInt(1, 3);
        for (int i = 1; i <= quick; i++) {
            create(
                    NEIGHBOUR,
                    "https://quick" + i + ".example/in",
                    () -> Duration.ofMillis(dice.nextInt(1, 301)));
        }
    }

    /// The remaining deliveries of the crowd need not take long to end.
    private void everybodyIsQuick() {
        for (int i = 1; i <= CROWD_ENDPOINTS; i++) {
            world.network().tempo(slowUrl(i), () -> QUICK);
        }
    }

    private static String slowUrl(int i) {
        return "https://slow" + i + ".example/in";
    }

    private void create(UUID appId, String url, Supplier<Duration> tempo) {
        world.network().tempo(url, tempo);
        var draft =
                new EndpointDraft(
                        appId,
                        Mode.LIVE,
                        new EndpointSettings(
                                url,
                                "",
                                List.of("*"),
                                "live",
                                new DeliveryLimits(
                                        Duration.ofMillis(EndpointRules.TIMEOUT_MS.max()),
                                        32,
                                        null),
                                new HealthRules(60, Duration.ofHours(24)),
                                new OrderRules(Ordering.NONE, OnExhausted.CONTINUE),
                                null,
                                EventFormat.WAYBILL),
                        SignatureScheme.STANDARD,
                        Fixtures.SECRET,
                        Map.of());
        world.nodes().getFirst().endpoints().create(draft, null, Fixtures.ACT);
    }

    /// Some of both is under way while other things happen.
    void step() {
        if (!played) {
            return;
        }
        int choice = dice.nextInt(100);
        if (choice < 3) {
            publishToCrowd(dice.nextInt(1, 3));
        } else if (choice < 8) {
            publishToNeighbour(1);
        }
    }

    /// Everything is well, but for the crowd.
    void watch() throws SQLException {
        if (!played) {
            return;
        }
        world.note(null, "the watch begins: few " + scarce + ", " + capacity + ", " + slowness);
        world.nodes().forEach(Node::recover);
        world.replaceTheDead();
        world.customers().cancelReplays(world.nodes().getFirst());
        var steady = new Steady(world, dice);
        long settling = SETTLED_AFTER.dividedBy(SETTLING_TICK);
        for (int i = 0; i < settling && world.soFarSoGood(); i++) {
            fillUp();
            publishToNeighbour(1);
            steady.tick(SETTLING_TICK);
        }
        watching = true;
        int rest = 0;
        for (int i = 0; i < WATCHED_TICKS && world.soFarSoGood(); i++) {
            if (i % CROWD_TICKS == 0) {
                publishToCrowd(1);
                fillUp();
            }
            if (dice.nextInt(20) == 0) {
                world.producer().publish(world.anyActive());
            }
            rest = rest > 0 ? rest - 1 : useNeighbour();
            steady.tick(TICK);
        }
        long last = ATTEMPTED_WITHIN.dividedBy(TICK) + 1;
        for (int i = 0; i < last && world.soFarSoGood(); i++) {
            steady.tick(TICK);
        }
        watching = false;
        everybodyIsQuick();
        world.note(null, "the watch ends");
        if (world.soFarSoGood() && !world.upheavals().holdOffsGrew()) {
            judge();
        }
    }

    /// Returns for how many ticks it rests: the neighbour's own deliveries under way do not count.
    private int useNeighbour() throws SQLException {
        return switch (dice.nextInt(5)) {
            case 0 -> {
                publishToNeighbour(3);
                yield dice.nextInt(15, 25);
            }
            case 1, 2 -> {
                resendToNeighbour();
                yield dice.nextInt(8, 15);
            }
            default -> {
                publishToNeighbour(1);
                yield dice.nextInt(5, 15);
            }
        };
    }

    private void publishToNeighbour(int count) {
        for (int i = 0; i < count; i++) {
            // Of the same size; otherwise it would fit into the space that is too small for the
            // crowd.
            publish(NEIGHBOUR, scarce == Scarce.BYTES ? BODY : "{}");
        }
    }

    private void publishToCrowd(int count) {
        for (int i = 0; i < count; i++) {
            publish(CROWD, BODY);
        }
    }

    /// More is open than all processes may hold. Published at once, so that it is answered at once.
    private void fillUp() {
        long open =
                world.database()
                        .books()
                        .number(
                                """
                                SELECT count(*)
                                  FROM delivery d
                                  JOIN endpoint e ON e.id = d.endpoint_id
                                 WHERE d.state IN ('pending', 'in_flight')
                                   AND e.app_id = ?
                                """,
                                CROWD);
        long wanted = 4L * world.nodes().size() * capacity / 3;
        publishToCrowd((int) Math.ceilDiv(Math.max(0, wanted - open), CROWD_ENDPOINTS));
    }

    private void publish(UUID appId, String data) {
        var publication = Producer.plain(appId, data);
        world.anyActive()
                .publish(
                        List.of(publication),
                        results -> {
                            if (results.getFirst() instanceof CaptureResult.Captured captured) {
                                captured(appId, captured.event().id());
                            }
                        });
    }

    private void captured(UUID appId, UUID eventId) {
        Set<UUID> receivers =
                world
                        .database()
                        .books()
                        .rows(
                                "SELECT id FROM endpoint WHERE app_id = ? AND state <> 'disabled'",
                                appId)
                        .stream()
                        .map(UUID::fromString)
                        .collect(toSet());
        world.producer().promised(eventId, receivers);
        if (watching && appId.equals(NEIGHBOUR)) {
            events.put(eventId, world.now());
        }
    }

    /// A new delivery that no process has in memory: the claimer has to find it.
    private void resendToNeighbour() throws SQLException {
        var ended =
                world.database()
                        .books()
                        .rows(
                                """
                                SELECT d.id
                                  FROM delivery d
                                  JOIN endpoint e ON e.id = d.endpoint_id
                                 WHERE d.state = 'delivered'
                                   AND e.app_id = ?
                                 ORDER BY d.id
                                """,
                                NEIGHBOUR);
        if (ended.isEmpty()) {
            return;
        }
        var id = UUID.fromString(ended.get(dice.nextInt(ended.size())));
        var node = world.anyActive();
        var result = node.resends().resend(Fixtures.ACT, id, Customers.LIVE, null, null);
        world.note(node, "resends to the neighbour: " + result);
        if (result instanceof Resends.Result.Resent(var made)) {
            resent.put(made, world.now());
        }
    }

    private void judge() {
        for (var row :
                world.database()
                        .books()
                        .rows(
                                """
                                SELECT d.id, d.event_id, d.state
                                  FROM delivery d
                                  JOIN endpoint e ON e.id = d.endpoint_id
                                 WHERE e.app_id = ?
                                """,
                                NEIGHBOUR)) {
            var columns = row.split(" ", -1);
            var id = UUID.fromString(columns[0]);
            var created =
                    Stream.of(resent.get(id), events.get(UUID.fromString(columns[1])))
                            .filter(Objects::nonNull)
                            .findFirst();
            created.ifPresent(at -> mustBeAttempted(id, at, columns[2]));
        }
    }

    private void mustBeAttempted(UUID id, Instant created, String state) {
        var arrived =
                world.arrivals().stream()
                        .filter(arrival -> arrival.deliveryId().equals(id))
                        .map(Arrival::at)
                        .min(Instant::compareTo);
        world.note(null, id + " waited from " + created + " to " + arrived);
        boolean inTime =
                arrived.isPresent() && !arrived.get().isAfter(created.plus(ATTEMPTED_WITHIN));
        if (!inTime) {
            world.violated(
                    I8_NEIGHBOURS_ARE_NOT_SLOWED,
                    "%s was created at %s and first attempted at %s, state %s, with few %s: %d"
                            .formatted(id, created, arrived, state, scarce, capacity));
        }
    }
}
