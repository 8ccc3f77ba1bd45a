package dev.waybill.simulation;

import dev.waybill.FeatureJobs;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.Engine;
import dev.waybill.engine.Environment;
import dev.waybill.engine.Outbound;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.CaptureResult;
import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.dispatch.Alarm;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.redelivery.Cancels;
import dev.waybill.feature.redelivery.Redeliver;
import dev.waybill.feature.redelivery.Requeues;
import dev.waybill.feature.redelivery.Resends;
import dev.waybill.feature.replays.Replays;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseClock;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.infra.schedule.Job;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.Vaults;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;

/// One simulated process: the whole engine, whose duties the world runs when it likes.
final class Node {

    /// Jobs that notify of changes and replays wait for a capture on their own thread, which is
    /// possible only in a running service.
    private static final Set<String> NOT_PLAYED =
            Set.of("keys", "state-change-notifier", "replay-notifier");

    /// Enough for every attempt: they take no processor time here.
    private static final int PROCESSORS = 1_000;

    private final World world;
    private final String name;
    private final Line line;
    private final DatabaseClock clock;
    private final Engine engine;
    private final Endpoints endpoints;
    private final Resends resends;
    private final Requeues requeues;
    private final Cancels cancels;
    private final Replays replays;
    private final List<Job> duties;
    private Instant standsStillUntil = Instant.MIN;
    private Instant cutOffUntil = Instant.MIN;
    private UUID lifeId;
    private boolean alive = true;

    Node(World world, String name) throws SQLException {
        this.world = world;
        this.name = name;
        this.line = new Line(world, this);
        var database = new Database(line.dataSource(), line.dataSource());
        this.clock = new DatabaseClock(world.databaseTime(), world::nanoTime);
        var ids = new Ids(clock, new SplittableRandom(world.dice().nextLong()));
        AuditTrail<Endpoint> trail = Fixtures.trail("webhook_endpoint", database, clock, ids);
        this.engine =
                new Engine(
                        database,
                        clock,
                        ids,
                        trail,
                        new Outbound(
                                new Composer("simulation"),
                                new EndpointSecrets(Vaults.VAULT),
                                (request, limit, cut) ->
                                        world.network().send(this, request, limit, cut)),
                        new Environment(
                                world::nanoTime,
                                world::now,
                                () -> world.dice().nextDouble(),
                                task -> world.play(this, "attempt", task::run),
                                new RingingAlarm(),
                                length -> world.stage().rest(world.now().plus(length)),
                                PROCESSORS,
                                world.neighbours().bounds(),
                                Duration.ZERO,
                                MetricLimits.DEFAULT));
        this.endpoints = new Endpoints(database, Vaults.VAULT, trail, clock, ids);
        var audit = new Audit(database, clock, ids);
        var redeliver = new Redeliver(engine.routes(), engine.tally(), clock, ids);
        FeatureJobs.register(engine, database, redeliver, clock);
        this.resends = new Resends(database, redeliver, audit, clock);
        this.requeues = new Requeues(database, audit, clock);
        this.cancels = new Cancels(database, audit, clock, engine.lanes()::arrived);
        this.replays =
                new Replays(
                        database,
                        Fixtures.trail("replay", database, clock, ids),
                        _ -> JsonNodeFactory.instance.objectNode(),
                        clock,
                        ids);
        engine.begin(false);
        this.lifeId = engine.life().processId();
        this.duties =
                Stream.concat(
                                engine.jobs().stream().filter(this::isPlayed),
                                world.forgetting().duty(this, ids).stream())
                        .toList();
    }

    private final class RingingAlarm implements Alarm {

        @Override
        public void in(Duration delay, Runnable task) {
            world.playLater(Node.this, "alarm", world.now().plus(delay), task::run);
        }

        @Override
        public void stop() {}
    }

    private boolean isPlayed(Job duty) {
        // The days exist, unless some of them go.
        boolean needed = world.forgetting().isPlayed() || !duty.name().equals("partitions");
        return needed && !NOT_PLAYED.contains(duty.name());
    }

    String name() {
        return name;
    }

    Line line() {
        return line;
    }

    Engine engine() {
        return engine;
    }

    Endpoints endpoints() {
        return endpoints;
    }

    Resends resends() {
        return resends;
    }

    Requeues requeues() {
        return requeues;
    }

    Replays replays() {
        return replays;
    }

    /// The database's time as this process knows it.
    Instant time() {
        return clock.instant();
    }

    Cancels cancels() {
        return cancels;
    }

    List<Job> duties() {
        return duties;
    }

    void publish(List<Publication> publications, Consumer<List<CaptureResult>> listener) {
        engine.capture().publish(publications, listener);
    }

    boolean alive() {
        return alive;
    }

    void mustLive() {
        if (!alive) {
            throw new Crash();
        }
    }

    /// Everything in its memory is gone.
    void die() {
        if (alive) {
            alive = false;
            world.note(this, "dies");
            // It may just have begun another one.
            world.lifeEnded(lifeId);
            world.lifeEnded(engine.life().processId());
        }
    }

    void standStill(Duration length) {
        standsStillUntil = world.now().plus(length);
    }

    void cutOff(Duration length) {
        cutOffUntil = world.now().plus(length);
        world.upheavals().nodeIsCutOff();
    }

    /// Ends all its faults.
    void recover() {
        line.heal();
        wakeUp();
        cutOffUntil = Instant.MIN;
    }

    boolean isCutOff() {
        return world.now().isBefore(cutOffUntil);
    }

    void wakeUp() {
        standsStillUntil = Instant.MIN;
    }

    boolean active() {
        return alive && !world.now().isBefore(standsStillUntil);
    }

    /// A process that counted as dead continues under another id.
    void noticeNewLife() {
        var now = engine.life().processId();
        if (!now.equals(lifeId)) {
            world.note(this, "begins a new life");
            world.lifeEnded(lifeId);
            lifeId = now;
        }
    }

    boolean holdsLock() {
        return Thread.holdsLock(engine.routes());
    }
}
