package dev.waybill;

import dev.waybill.capture.Capture;
import dev.waybill.capture.CaptureWriter;
import dev.waybill.db.Database;
import dev.waybill.db.DatabaseClock;
import dev.waybill.deliver.Composer;
import dev.waybill.deliver.Sender;
import dev.waybill.dispatch.Attempts;
import dev.waybill.dispatch.Claimer;
import dev.waybill.dispatch.Custody;
import dev.waybill.dispatch.Dispatcher;
import dev.waybill.dispatch.HeadClaimer;
import dev.waybill.dispatch.LaneHints;
import dev.waybill.domain.Ids;
import dev.waybill.endpoint.EndpointStates;
import dev.waybill.endpoint.HealthLedger;
import dev.waybill.endpoint.Routes;
import dev.waybill.lease.Leases;
import dev.waybill.lease.ProcessLife;
import dev.waybill.reconcile.Announcer;
import dev.waybill.reconcile.Expirer;
import dev.waybill.reconcile.Heartbeat;
import dev.waybill.reconcile.KeyPruner;
import dev.waybill.reconcile.PartitionKeeper;
import dev.waybill.reconcile.Periodic;
import dev.waybill.reconcile.Rescuer;
import dev.waybill.settle.Settler;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The stations a delivery passes, wired in the order of its life, and the loops that run them.
public final class Engine {

    /// Writers of each kind, capture and settle. More make smaller batches, and PostgreSQL needs a
    /// core to do what each of ours asks.
    private static final int WRITERS = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 4);

    /// How long a loop waits for its first item before it looks whether it should stop.
    private static final Duration PATIENCE = Duration.ofMillis(200);

    /// Polling finds retries that fall due and what other processes left.
    private static final Duration CLAIM_PERIOD = Duration.ofMillis(500);

    /// Lanes that nobody told us of, because whoever knew has died, are found within this time.
    private static final Duration SWEEP_PERIOD = Duration.ofSeconds(1);

    /// A change made through another process takes effect here within this time.
    private static final Duration ROUTES_PERIOD = Duration.ofMillis(500);

    /// Longer than the longest attempt: whoever stops the service waits at most this long.
    private static final Duration DRAIN_MAX = Duration.ofSeconds(33);

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private final Routes routes;
    private final EndpointStates states;
    private final HealthLedger health;
    private final Capture capture;
    private final Settler settler;
    private final Dispatcher dispatcher;
    private final Claimer claimer;
    private final LaneHints lanes;
    private final HeadClaimer heads;
    private final Heartbeat heartbeat;
    private final Rescuer rescuer;
    private final Expirer expirer;
    private final PartitionKeeper partitions;
    private final KeyPruner keys;
    private final List<Periodic> intake = new ArrayList<>();
    private final List<Periodic> outlet = new ArrayList<>();

    public Engine(
            Database database, DatabaseClock clock, Ids ids, Composer composer, Sender sender) {
        var leases =
                new Leases(new ProcessLife(ids.next(), System::nanoTime, InstantSource.system()));
        this.routes = new Routes(database);
        this.states = new EndpointStates(database, routes, clock, ids);
        this.health = new HealthLedger(database, routes, states, clock);
        this.lanes = new LaneHints();
        this.settler = new Settler(database, leases, clock, lanes::settled);
        var attempts =
                new Attempts(
                        routes,
                        health,
                        leases,
                        composer,
                        sender,
                        settler,
                        clock,
                        ids,
                        () -> ThreadLocalRandom.current().nextDouble());
        var custody = new Custody(database, leases, clock);
        this.dispatcher = new Dispatcher(routes, leases, settler, attempts, lanes, custody, clock);
        var writer = new CaptureWriter(database, routes, leases, dispatcher, clock, ids);
        this.capture = new Capture(writer, routes, ids);
        this.claimer = new Claimer(database, routes, leases, dispatcher, clock, ids);
        this.heads = new HeadClaimer(database, routes, leases, dispatcher, lanes, clock, ids);
        this.heartbeat = new Heartbeat(database, clock, leases, ids);
        this.rescuer = new Rescuer(database, leases, clock);
        this.expirer = new Expirer(database, clock, lanes::arrived);
        this.partitions = new PartitionKeeper(database, clock);
        this.keys = new KeyPruner(database, clock);
    }

    public Routes routes() {
        return routes;
    }

    public Capture capture() {
        return capture;
    }

    public EndpointStates states() {
        return states;
    }

    /// Whoever lets a lane go on may say so here.
    public LaneHints lanes() {
        return lanes;
    }

    /// Returns when events can be captured.
    ///
    /// @param alone nobody else can be using this database, so whoever is in its books is dead
    public void start(boolean alone) throws SQLException {
        heartbeat.begin();
        if (alone) {
            heartbeat.declareOthersDead();
            rescuer.trustAtOnce();
        }
        partitions.runOnce();
        routes.refresh();

        for (int i = 1; i <= WRITERS; i++) {
            outlet.add(always("settler-" + i, () -> settler.runOnce(PATIENCE) > 0));
        }
        outlet.add(Periodic.start("heartbeat", Heartbeat.PERIOD, heartbeat::runOnce));
        for (int i = 1; i <= WRITERS; i++) {
            intake.add(always("capture-" + i, () -> capture.runOnce(PATIENCE) > 0));
        }
        // Stops after the writers, which may be what the requests are waiting for.
        outlet.add(
                Periodic.start(
                        "capture-watch", Capture.WATCH_PERIOD, () -> capture.giveUpOverdue() < 0));
        intake.add(
                Periodic.start(
                        "routes",
                        ROUTES_PERIOD,
                        () -> {
                            routes.refresh();
                            return false;
                        }));
        intake.add(Periodic.start("claimer", CLAIM_PERIOD, () -> claimer.runOnce().mayHaveMore()));
        var feeder = Periodic.start("feeder", CLAIM_PERIOD, () -> claimer.feedHungry() > 0);
        intake.add(feeder);
        var headClaimer =
                Periodic.start("head-claimer", CLAIM_PERIOD, () -> heads.claimHinted() > 0);
        intake.add(headClaimer);
        lanes.onHint(headClaimer::wake);
        dispatcher.onHungry(() -> {
            feeder.wake();
            headClaimer.wake();
        });
        intake.add(Periodic.start("lane-sweep", SWEEP_PERIOD, () -> heads.sweep().mayHaveMore()));
        var announcer = new Announcer(states, capture);
        intake.addFirst(
                Periodic.start("announcer", Announcer.PERIOD, () -> announcer.runOnce() > 0));
        intake.add(Periodic.start("health", HealthLedger.PERIOD, () -> health.runOnce() > 0));
        intake.add(
                Periodic.start("rescuer", Rescuer.PERIOD, () -> rescuer.runOnce().mayHaveMore()));
        intake.add(
                Periodic.start("expirer", Expirer.PERIOD, () -> expirer.runOnce().mayHaveMore()));
        intake.add(
                Periodic.start(
                        "partitions",
                        PartitionKeeper.PERIOD,
                        () -> {
                            partitions.runOnce();
                            return false;
                        }));
        intake.add(Periodic.start("keys", KeyPruner.PERIOD, () -> keys.runOnce().mayHaveMore()));
    }

    /// Nothing new is taken; attempts under way finish, the rest is handed back.
    public void stop() {
        intake.forEach(Periodic::stop);
        intake.forEach(Periodic::close);
        dispatcher.drain();
        try {
            if (!dispatcher.awaitIdle(DRAIN_MAX)) {
                LOG.warn("stopping with attempts under way; others will take them over");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        settler.stop();
        outlet.forEach(Periodic::stop);
        outlet.forEach(Periodic::close);
        try {
            while (settler.runOnce(Duration.ZERO) > 0) {
                LOG.debug("settled what was left");
            }
            heartbeat.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            LOG.warn("could not sign off; others will find out", e);
        }
    }

    /// A step that waits by itself for something to do.
    private static Periodic always(String name, Periodic.Step step) {
        return Periodic.start(
                name,
                Duration.ZERO,
                () -> {
                    step.run();
                    return true;
                });
    }
}
