package dev.waybill.simulation;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.endpoint.DeliveryLimits;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.endpoint.EndpointSettings;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.domain.event.EventType;
import dev.waybill.feature.endpoints.EndpointDraft;
import dev.waybill.feature.replays.Draft;
import dev.waybill.feature.replays.ReplaySelection;
import dev.waybill.simulation.Network.Mood;
import dev.waybill.testing.Fixtures;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/// The owners of endpoints: create and change endpoints, resend, requeue and cancel, through any
/// process that runs.
final class Customers {

    static final Scope LIVE = new Scope(null, Mode.LIVE);

    private final World world;
    private final Map<UUID, EndpointDraft> endpoints = new HashMap<>();
    private int endpointsMade;

    Customers(World world) {
        this.world = world;
    }

    void createEndpoint() {
        endpointsMade++;
        var url = "https://r" + endpointsMade + ".example/in";
        var draft =
                new EndpointDraft(
                        Apps.DEFAULT,
                        Mode.LIVE,
                        new EndpointSettings(
                                url,
                                "",
                                List.of(world.dice().nextBoolean() ? "*" : "invoice.*"),
                                world.oneOf(List.of("live", "test", "billing", "full-jitter")),
                                new DeliveryLimits(
                                        Duration.ofSeconds(world.dice().nextInt(1, 30)),
                                        world.dice().nextInt(3) == 0
                                                ? world.dice().nextInt(1, 4)
                                                : 32,
                                        world.dice().nextInt(4) == 0
                                                ? (Double) (0.5 + world.dice().nextInt(10))
                                                : null),
                                new HealthRules(world.dice().nextInt(3, 60), Duration.ofHours(24)),
                                new OrderRules(
                                        world.oneOf(List.of(Ordering.values())),
                                        world.dice().nextBoolean()
                                                ? OnExhausted.HOLD
                                                : OnExhausted.CONTINUE),
                                null,
                                EventFormat.WAYBILL),
                        SignatureScheme.STANDARD,
                        Fixtures.SECRET,
                        Map.of());
        world.note(null, "endpoint " + url + " " + draft.settings().orderRules());
        try {
            world.anyActive().endpoints().create(draft, null, Fixtures.ACT);
        } finally {
            // It may exist although the call failed.
            for (var id :
                    world.database().books().rows("SELECT id FROM endpoint WHERE url = ?", url)) {
                endpoints.put(UUID.fromString(id), draft);
            }
        }
    }

    void changeAnyEndpoint() {
        var ids = endpoints.keySet().stream().sorted().toList();
        var id = world.oneOf(ids);
        var node = world.anyActive();
        try {
            int choice = world.dice().nextInt(12);
            if (choice == 0) {
                world.note(node, "deletes " + id);
                node.endpoints().delete(id, LIVE, Fixtures.ACT);
            } else if (choice == 1) {
                createEndpoint();
            } else {
                act(node, id, world.oneOf(List.of(EndpointAction.values())));
            }
        } catch (SQLException | JdbiException e) {
            world.note(node, "failed: " + e.getMessage());
        } catch (Crash e) {
            world.note(node, "died");
        }
    }

    /// Changes which endpoints receive events.
    void changeRouting() {
        var id = world.oneOf(endpoints.keySet().stream().sorted().toList());
        var node = world.anyActive();
        try {
            if (world.dice().nextInt(3) == 0) {
                createEndpoint();
            } else {
                act(node, id, isDisabled(id) ? EndpointAction.ENABLE : EndpointAction.DISABLE);
            }
        } catch (SQLException | JdbiException e) {
            world.note(node, "failed: " + e.getMessage());
        } catch (Crash e) {
            world.note(node, "died");
        }
    }

    private boolean isDisabled(UUID id) {
        return states(id).contains("disabled");
    }

    private List<String> states(UUID id) {
        return world.database().books().rows("SELECT state FROM endpoint WHERE id = ?", id);
    }

    /// A user resends, requeues or cancels a delivery.
    void askForAnyDelivery() {
        var ids = world.database().books().rows("SELECT id FROM delivery ORDER BY id");
        if (ids.isEmpty()) {
            return;
        }
        var id = UUID.fromString(world.oneOf(ids));
        var node = world.anyActive();
        try {
            switch (world.dice().nextInt(4)) {
                case 0 -> {
                    world.note(node, "cancels " + id);
                    node.cancels().cancel(Fixtures.ACT, id, LIVE);
                }
                case 1 -> {
                    world.note(node, "requeues " + id);
                    var delay = Duration.ofSeconds(world.dice().nextInt(300_000));
                    node.requeues().requeue(Fixtures.ACT, id, LIVE, delay);
                }
                default -> {
                    world.note(node, "resends " + id);
                    node.resends().resend(Fixtures.ACT, id, LIVE, null, null);
                }
            }
        } catch (SQLException | JdbiException e) {
            world.note(node, "failed: " + e.getMessage());
        } catch (Crash e) {
            world.note(node, "died");
        }
    }

    void cancel(Node node, UUID id) {
        attempted(
                node, () -> "cancels " + id + ": " + node.cancels().cancel(Fixtures.ACT, id, LIVE));
    }

    /// Makes a pending delivery due at once, and resumes its endpoint if it is paused.
    void requeueNow(Node node, UUID id, UUID endpointId) {
        attempted(
                node,
                () -> {
                    if (states(endpointId).contains("paused")) {
                        act(node, endpointId, EndpointAction.RESUME);
                    }
                    var result = node.requeues().requeue(Fixtures.ACT, id, LIVE, Duration.ZERO);
                    return "requeues " + id + ": " + result;
                });
    }

    void pauseAny() {
        var id = world.oneOf(endpoints.keySet().stream().sorted().toList());
        var node = world.anyActive();
        attempted(
                node,
                () -> {
                    act(node, id, EndpointAction.PAUSE);
                    return "paused " + id;
                });
    }

    private interface Action {
        String run() throws SQLException;
    }

    /// Takes an action through a process, which may lose its database or end meanwhile.
    private void attempted(Node node, Action action) {
        try {
            world.note(node, action.run());
        } catch (SQLException | JdbiException e) {
            world.note(node, "failed: " + e.getMessage());
        } catch (Crash e) {
            world.note(node, "died");
        }
    }

    /// A user replays ended deliveries, or changes a replay.
    void replayOrSteer() {
        var node = world.anyActive();
        var open = openReplays();
        try {
            if (open.isEmpty() || world.dice().nextBoolean()) {
                replay(node);
            } else {
                var id = UUID.fromString(world.oneOf(open));
                var change =
                        switch (world.dice().nextInt(5)) {
                            case 0 -> node.replays().cancel(Fixtures.ACT, id, LIVE);
                            case 1, 2 -> node.replays().pause(Fixtures.ACT, id, LIVE);
                            default -> node.replays().resume(Fixtures.ACT, id, LIVE);
                        };
                world.note(node, "steers " + id + ": " + change);
            }
        } catch (JdbiException e) {
            world.note(node, "failed: " + e.getMessage());
        } catch (Crash e) {
            world.note(node, "died");
        }
    }

    private void replay(Node node) {
        var dice = world.dice();
        var ended =
                dice.nextBoolean()
                        ? EnumSet.of(DeliveryState.FAILED, DeliveryState.EXPIRED)
                        : EnumSet.of(DeliveryState.DELIVERED, DeliveryState.FAILED);
        var chosen =
                new ReplaySelection.Deliveries(
                        LIVE,
                        ended,
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        List.of(),
                        node.time().minus(Duration.ofDays(1)),
                        node.time());
        var draft =
                new Draft(
                        chosen,
                        "{}",
                        null,
                        Mode.LIVE,
                        null,
                        true,
                        new Draft.Speed.PerSecond(dice.nextInt(1, 20)),
                        node.time().plusSeconds(dice.nextInt(3) == 0 ? dice.nextInt(600) : 0),
                        "simulated",
                        null);
        try {
            world.note(node, "replays " + node.replays().start(Fixtures.ACT, draft, null));
        } finally {
            // In place of the notifying job, which waits for a capture. The replay may exist
            // although the call failed.
            world.database()
                    .books()
                    .execute("UPDATE replay SET plan_notified = true, start_notified = true");
        }
    }

    private List<String> openReplays() {
        return world.database()
                .books()
                .rows("SELECT id FROM replay WHERE ended_at IS NULL ORDER BY id");
    }

    void resumeReplays(Node node) {
        for (var id : openReplays()) {
            node.replays().resume(Fixtures.ACT, UUID.fromString(id), LIVE);
        }
    }

    void cancelReplays(Node node) {
        for (var id : openReplays()) {
            node.replays().cancel(Fixtures.ACT, UUID.fromString(id), LIVE);
        }
    }

    void act(Node node, UUID id, EndpointAction action) throws SQLException {
        world.note(node, action + " " + id);
        node.engine().states().act(id, action, "simulated", Fixtures.ACT);
    }

    void moodOfAny() {
        var urls =
                endpoints.values().stream().map(draft -> draft.settings().url()).sorted().toList();
        // Mostly healthy, rarely gone for good.
        var mood = world.dice().nextInt(3) > 0 ? world.oneOf(List.of(Mood.values())) : Mood.HEALTHY;
        if (mood == Mood.GONE && world.dice().nextBoolean()) {
            mood = Mood.FAILING;
        }
        var url = world.oneOf(urls);
        world.network().mood(url, mood);
        world.note(null, url + " is " + mood);
    }

    /// The endpoints that an event of this type goes to, by the database at this moment.
    Set<UUID> receivers(String type) {
        var ids = new HashSet<UUID>();
        for (var row :
                world.database()
                        .books()
                        .rows(
                                "SELECT id FROM endpoint"
                                        + " WHERE deleted_at IS NULL AND state <> 'disabled'")) {
            var id = UUID.fromString(row);
            var draft = endpoints.get(id);
            if (draft != null
                    && draft.settings().eventTypes().stream()
                            .anyMatch(p -> EventType.matches(p, type))) {
                ids.add(id);
            }
        }
        return ids;
    }

    /// The lane of an event with this key at an endpoint; null if none.
    @Nullable String lane(UUID endpointId, @Nullable String key) {
        var draft = endpoints.get(endpointId);
        if (draft == null) {
            return null;
        }
        var lane = draft.settings().orderRules().ordering().laneOf(endpointId, key);
        return lane == null ? null : lane.toString();
    }

    boolean strict(UUID endpointId) {
        var draft = endpoints.get(endpointId);
        return draft != null && draft.settings().orderRules().ordering() == Ordering.STRICT;
    }
}
