package dev.waybill;

import static java.util.Objects.requireNonNull;

import dev.waybill.audit.Trail;
import dev.waybill.capture.Capture;
import dev.waybill.capture.CaptureWriter;
import dev.waybill.db.Database;
import dev.waybill.db.DatabaseClock;
import dev.waybill.deliver.Composer;
import dev.waybill.deliver.Sender;
import dev.waybill.dispatch.Attempts;
import dev.waybill.dispatch.Bounds;
import dev.waybill.dispatch.Claimer;
import dev.waybill.dispatch.Custody;
import dev.waybill.dispatch.Dispatcher;
import dev.waybill.dispatch.HeadClaimer;
import dev.waybill.dispatch.LaneHints;
import dev.waybill.dispatch.NodeTrouble;
import dev.waybill.dispatch.PaceExchange;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.Ids;
import dev.waybill.endpoint.EndpointSecrets;
import dev.waybill.endpoint.EndpointStates;
import dev.waybill.endpoint.HealthLedger;
import dev.waybill.endpoint.Routes;
import dev.waybill.lease.Leases;
import dev.waybill.lease.ProcessLife;
import dev.waybill.reconcile.Announcer;
import dev.waybill.reconcile.Duty;
import dev.waybill.reconcile.Expirer;
import dev.waybill.reconcile.FeedShift;
import dev.waybill.reconcile.Heartbeat;
import dev.waybill.reconcile.PartitionKeeper;
import dev.waybill.reconcile.Periodic;
import dev.waybill.reconcile.Rescuer;
import dev.waybill.redeliver.Redeliver;
import dev.waybill.replay.ReplayFollower;
import dev.waybill.replay.ReplayHerald;
import dev.waybill.replay.ReplayRunner;
import dev.waybill.settle.Settler;
import dev.waybill.stats.StatKeeper;
import dev.waybill.stats.Tally;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The stations a delivery passes, wired in the order of its life, and the loops that run them.
public final class Engine {

    /// Writers of each kind, capture and settle. More make smaller batches, and PostgreSQL needs a
    /// core to do what each of ours asks.
    private static final int WRITERS = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 4);

    /// Polling finds retries that fall due and what other processes left.
    private static final Duration CLAIM_PERIOD = Duration.ofMillis(500);

    /// Lanes that nobody told us of, because whoever knew has died, are found within this time.
    private static final Duration SWEEP_PERIOD = Duration.ofSeconds(1);

    /// What is kept in memory of endpoints that are gone is small, but must not add up.
    private static final Duration LANES_PERIOD = Duration.ofMinutes(1);

    /// A change made through another process takes effect here within this time.
    private static final Duration ROUTES_PERIOD = Duration.ofMillis(500);

    /// Longer than the longest attempt: whoever stops the service waits at most this long.
    private static final Duration DRAIN_MAX = Duration.ofSeconds(33);

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private final Leases leases;
    private final Routes routes;
    private final EndpointStates states;
    private final Capture capture;
    private final Settler settler;
    private final NodeTrouble trouble;
    private final Dispatcher dispatcher;
    private final LaneHints lanes;
    private final Heartbeat heartbeat;
    private final Rescuer rescuer;
    private final PartitionKeeper partitions;
    private final FeedShift feed;
    private final StatKeeper stats;
    private final Redeliver redeliver;
    private final List<Duty> intakeDuties = new ArrayList<>();
    private final List<Duty> outletDuties = new ArrayList<>();
    private final Map<String, Periodic> intake = new LinkedHashMap<>();
    private final Map<String, Periodic> outlet = new LinkedHashMap<>();

    public Engine(
            Database database,
            DatabaseClock clock,
            Ids ids,
            Trail<Endpoint> trail,
            Composer composer,
            EndpointSecrets secrets,
            Sender sender,
            Surroundings around) {
        this.leases =
                new Leases(new ProcessLife(ids.next(), around.nanoClock(), around.wallClock()));
        this.routes = new Routes(database, around.nanoClock());
        this.states = new EndpointStates(database, routes, trail, clock, ids);
        var health = new HealthLedger(database, routes, states, clock);
        this.lanes = new LaneHints();
        this.settler = new Settler(database, leases, clock, lanes::settled, around.pause());
        var tally = new Tally(clock);
        this.stats = new StatKeeper(database, tally, clock);
        this.trouble = new NodeTrouble(clock);
        var attempts =
                new Attempts(
                        routes,
                        health,
                        trouble,
                        leases,
                        composer,
                        secrets,
                        sender,
                        settler,
                        tally,
                        clock,
                        ids,
                        around.dice());
        var custody = new Custody(database, leases, clock);
        this.dispatcher =
                new Dispatcher(
                        routes,
                        leases,
                        settler,
                        attempts,
                        lanes,
                        custody,
                        trouble,
                        clock,
                        around.executor(),
                        around.alarm(),
                        Bounds.of(Runtime.getRuntime().maxMemory()));
        var writer = new CaptureWriter(database, routes, leases, dispatcher, tally, clock, ids);
        this.capture = new Capture(writer, routes, ids);
        var exchange = new PaceExchange(database, dispatcher, custody, leases, clock);
        var claimer = new Claimer(database, routes, leases, dispatcher, clock, ids);
        var heads = new HeadClaimer(database, routes, leases, dispatcher, lanes, clock, ids);
        this.heartbeat = new Heartbeat(database, clock, leases, ids);
        routes.onPromotion(heartbeat::beginNewLife);
        this.rescuer = new Rescuer(database, leases, clock);
        var expirer = new Expirer(database, clock, lanes::arrived);
        this.partitions = new PartitionKeeper(database, clock);
        this.feed = new FeedShift(database);
        var announcer = new Announcer(states, capture);
        this.redeliver = new Redeliver(routes, tally, clock, ids);
        var replays = new ReplayRunner(database, redeliver, lanes::arrived, clock);
        var followed = new ReplayFollower(database, clock);
        var herald = new ReplayHerald(database, capture, clock);

        var patience = around.patience();
        for (int i = 1; i <= WRITERS; i++) {
            outletDuties.add(Duty.always("settler-" + i, () -> settler.runOnce(patience)));
        }
        outlet("heartbeat", Heartbeat.PERIOD, heartbeat::runOnce);
        outlet("stats", StatKeeper.PERIOD, stats::runOnce);
        // Stops after the writers, which may be what the requests are waiting for.
        outlet("capture-watch", Capture.WATCH_PERIOD, () -> capture.giveUpOverdue() < 0);
        // Stops before the writers, for which it waits.
        intake("announcer", Announcer.PERIOD, () -> announcer.runOnce() > 0);
        intake("replay-herald", ReplayHerald.PERIOD, () -> herald.runOnce() > 0);
        intake("replays", ReplayRunner.PERIOD, replays::runOnce);
        intake("replay-follower", ReplayFollower.PERIOD, followed::runOnce);
        intake("replay-forgetter", ReplayFollower.FORGET_PERIOD, followed::forgetOne);
        for (int i = 1; i <= WRITERS; i++) {
            intakeDuties.add(Duty.always("capture-" + i, () -> capture.runOnce(patience)));
        }
        intake(
                "routes",
                ROUTES_PERIOD,
                () -> {
                    routes.refresh();
                    return false;
                });
        intake("pace-exchange", PaceExchange.PERIOD, () -> exchange.runOnce() < 0);
        intake(
                "custody-balance",
                Custody.BALANCE_PERIOD,
                () -> custody.balance(dispatcher::isIdle) < 0);
        intake("claimer", CLAIM_PERIOD, () -> claimer.runOnce().mayHaveMore());
        intake("feeder", CLAIM_PERIOD, () -> claimer.feedHungry() > 0);
        intake("head-claimer", CLAIM_PERIOD, () -> heads.claimHinted() > 0);
        intake("lane-sweep", SWEEP_PERIOD, () -> heads.sweep().mayHaveMore());
        intake("custody", Custody.CONFIRM_PERIOD, () -> custody.confirm() < 0);
        // Nobody is judged by what a node sees that is in trouble itself.
        intake("health", HealthLedger.PERIOD, () -> !trouble.isOpen() && health.runOnce() > 0);
        intake("rescuer", Rescuer.PERIOD, () -> rescuer.runOnce().mayHaveMore());
        intake("lanes", LANES_PERIOD, () -> dispatcher.forgetGone() < 0);
        intake("expirer", Expirer.PERIOD, () -> expirer.runOnce().mayHaveMore());
        intake(
                "partitions",
                PartitionKeeper.PERIOD,
                () -> {
                    partitions.runOnce();
                    return false;
                });
        intake(
                "feed",
                FeedShift.PERIOD,
                () -> {
                    feed.runOnce();
                    return false;
                });
        intake("stats-fold", StatKeeper.FOLD_PERIOD, stats::foldOnce);
    }

    private void outlet(String name, Duration period, Periodic.Step step) {
        outletDuties.add(new Duty(name, period, step));
    }

    private void intake(String name, Duration period, Periodic.Step step) {
        intakeDuties.add(new Duty(name, period, step));
    }

    public Routes routes() {
        return routes;
    }

    public Capture capture() {
        return capture;
    }

    public Redeliver redeliver() {
        return redeliver;
    }

    public EndpointStates states() {
        return states;
    }

    /// Whether this process can deliver at all.
    public NodeTrouble trouble() {
        return trouble;
    }

    /// Whoever lets a lane go on may say so here.
    public LaneHints lanes() {
        return lanes;
    }

    /// This process as the database knows it.
    public ProcessLife life() {
        return leases.life();
    }

    /// Everything that must be done again and again, for whoever paces it otherwise than by loops.
    public List<Duty> duties() {
        return Stream.concat(outletDuties.stream(), intakeDuties.stream()).toList();
    }

    /// Enters the books. To be called once, before any duty.
    ///
    /// @param alone nobody else can be using this database, so whoever is in its books is dead
    public void begin(boolean alone) throws SQLException {
        heartbeat.begin();
        if (alone) {
            heartbeat.declareOthersDead();
            rescuer.trustAtOnce();
        }
        partitions.runOnce();
        feed.runOnce();
        routes.refresh();
    }

    /// Begins, and runs every duty in a loop of its own. Returns when events can be captured.
    ///
    /// @param alone nobody else can be using this database, so whoever is in its books is dead
    public void start(boolean alone) throws SQLException {
        begin(alone);
        outletDuties.forEach(duty -> outlet.put(duty.name(), duty.start()));
        intakeDuties.forEach(duty -> intake.put(duty.name(), duty.start()));
        var feeder = requireNonNull(intake.get("feeder"));
        var headClaimer = requireNonNull(intake.get("head-claimer"));
        lanes.onHint(headClaimer::wake);
        dispatcher.onHungry(() -> {
            feeder.wake();
            headClaimer.wake();
        });
    }

    /// Nothing new is taken; attempts under way finish, the rest is handed back.
    public void stop() {
        intake.values().forEach(Periodic::stop);
        intake.values().forEach(Periodic::close);
        dispatcher.drain();
        try {
            if (!dispatcher.awaitIdle(DRAIN_MAX)) {
                LOG.warn("stopping with attempts under way; others will take them over");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        settler.stop();
        outlet.values().forEach(Periodic::stop);
        outlet.values().forEach(Periodic::close);
        try {
            while (settler.runOnce(Duration.ZERO) > 0) {
                LOG.debug("settled what was left");
            }
            stats.finish();
            heartbeat.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            LOG.warn("could not sign off; others will find out", e);
        }
    }
}
