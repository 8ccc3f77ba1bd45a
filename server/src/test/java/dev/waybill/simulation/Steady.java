package dev.waybill.simulation;

import dev.waybill.infra.schedule.Job;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Lets time pass as in a service without faults: every process runs each of its jobs once per
/// period, in an order that the dice decide, and everything that is ready continues at once. A
/// delay is then caused by the service.
final class Steady {

    /// More than anything rests at one moment.
    private static final int RESTS_MAX = 200;

    private record Key(Node node, String job) {}

    private final World world;
    private final Random dice;
    private final Map<Key, Instant> dueAt = new HashMap<>();

    Steady(World world, Random dice) {
        this.world = world;
        this.dice = dice;
    }

    /// Lets one portion of time pass and runs everything that is due after it.
    void tick(Duration length) throws SQLException {
        world.letTimePass(length);
        goOn();
        for (var node : List.copyOf(world.nodes())) {
            var duties = new ArrayList<>(node.duties());
            Collections.shuffle(duties, dice);
            duties.forEach(job -> runIfDue(node, job));
        }
        goOn();
    }

    private void runIfDue(Node node, Job job) {
        var key = new Key(node, job.name());
        var at = dueAt.getOrDefault(key, Instant.MIN);
        if (node.alive() && !world.now().isBefore(at)) {
            dueAt.put(key, world.now().plus(job.period()));
            world.run(node, job);
        }
    }

    private void goOn() {
        for (int i = 0; i < RESTS_MAX && world.soFarSoGood(); i++) {
            var ready = world.ready();
            if (ready.isEmpty()) {
                return;
            }
            ready.forEach(world::resume);
        }
    }
}
