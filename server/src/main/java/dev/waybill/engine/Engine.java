package dev.waybill.engine;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.Capture;
import dev.waybill.engine.capture.CaptureWriter;
import dev.waybill.engine.dispatch.Attempts;
import dev.waybill.engine.dispatch.Claimer;
import dev.waybill.engine.dispatch.DispatchResources;
import dev.waybill.engine.dispatch.Dispatcher;
import dev.waybill.engine.dispatch.Eligibility;
import dev.waybill.engine.dispatch.EndpointOwnership;
import dev.waybill.engine.dispatch.HeadClaimer;
import dev.waybill.engine.dispatch.LaneHints;
import dev.waybill.engine.dispatch.NodeTrouble;
import dev.waybill.engine.dispatch.PaceExchange;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.lease.ProcessLife;
import dev.waybill.engine.partitions.PartitionKeeper;
import dev.waybill.engine.recovery.Expirer;
import dev.waybill.engine.recovery.FeedShift;
import dev.waybill.engine.recovery.Heartbeat;
import dev.waybill.engine.recovery.Rescuer;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.HealthLedger;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.settle.Settler;
import dev.waybill.engine.stats.StatKeeper;
import dev.waybill.engine.stats.Tally;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseClock;
import dev.waybill.infra.health.Condition;
import dev.waybill.infra.schedule.Countdown;
import dev.waybill.infra.schedule.Job;
import dev.waybill.infra.schedule.JobGroup;
import dev.waybill.infra.schedule.Periodic;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The stations a delivery passes, wired in the order of its life, and the loops that run them.
public final class Engine {

    /// Writers of each kind, capture and settle. More make smaller batches, and PostgreSQL needs a
    /// core to do what each of ours asks.
    private static final int WRITERS_MAX =
            Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 4);

    /// Polling finds retries that fall due and what other processes left.
    private static final Duration CLAIM_PERIOD = Duration.ofMillis(500);

    /// Lanes that nobody told us of, because whoever knew has died, are found within this time.
    private static final Duration SWEEP_PERIOD = Duration.ofSeconds(1);

    /// What is kept in memory of endpoints that are gone is small, but must not add up.
    private static final Duration LANES_PERIOD = Duration.ofMinutes(1);

    /// A change made through another process takes effect here within this time.
    private static final Duration ROUTES_PERIOD = Duration.ofMillis(500);

    /// When stopping, for a job to end its pass. One takes milliseconds unless the database is in
    /// trouble; then it is not waited for.
    private static final Duration QUIESCE_MAX = Duration.ofSeconds(5);

    /// For the last results to be written.
    private static final Duration OUTLET_MAX = Duration.ofSeconds(1);

    /// A thread that settles does something several times a second, even without a database, and
    /// waits at most ten seconds for one that is silent.
    private static final Duration STUCK_AFTER = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private final Leases leases;
    private final RoutingTable routes;
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
    private final Tally tally;

    // What is done again and again, by when it stops: first whatever brings new work, then the
    // writers, for which requests wait, last what records the attempts under way.
    private final JobGroup features = new JobGroup();
    private final JobGroup intake = new JobGroup();
    private final JobGroup writers = new JobGroup();
    private final JobGroup watch = new JobGroup();
    private final JobGroup outlet = new JobGroup();

    private volatile boolean started;

    public Engine(
            Database database,
            DatabaseClock clock,
            Ids ids,
            AuditTrail<Endpoint> trail,
            Outbound outbound,
            Environment environment) {
        this.leases =
                new Leases(
                        new ProcessLife(
                                ids.next(), environment.nanoClock(), environment.wallClock()));
        this.routes = new RoutingTable(database, environment.nanoClock());
        this.states = new EndpointStates(database, routes, trail, clock, ids);
        var health = new HealthLedger(database, routes, states, clock);
        this.lanes = new LaneHints();
        this.settler = new Settler(database, leases, clock, lanes::settled, environment.pause());
        this.tally = new Tally(clock);
        this.stats = new StatKeeper(database, tally, clock, environment.pause());
        this.trouble = new NodeTrouble(clock);
        var attempts =
                new Attempts(
                        routes,
                        health,
                        trouble,
                        leases,
                        outbound.composer(),
                        outbound.secrets(),
                        outbound.sender(),
                        settler,
                        tally,
                        clock,
                        ids,
                        environment.dice());
        var ownership = new EndpointOwnership(database, leases, clock);
        this.dispatcher =
                new Dispatcher(
                        routes,
                        new Eligibility(routes, ownership, trouble, settler, leases),
                        trouble,
                        attempts,
                        lanes,
                        clock,
                        new DispatchResources(
                                environment.executor(),
                                environment.alarm(),
                                environment.nanoClock(),
                                environment.processors(),
                                environment.bounds()));
        var writer = new CaptureWriter(database, routes, leases, dispatcher, tally, clock, ids);
        this.capture = new Capture(writer, routes, ids, environment.nanoClock());
        var exchange = new PaceExchange(database, dispatcher, ownership, leases, clock);
        var claimer = new Claimer(database, routes, leases, dispatcher, clock, ids);
        var heads = new HeadClaimer(database, routes, leases, dispatcher, lanes, clock, ids);
        this.heartbeat = new Heartbeat(database, clock, leases, ids);
        routes.onPromotion(() -> {
            heartbeat.beginNewLife();
            claimer.startOver();
        });
        this.rescuer = new Rescuer(database, leases, clock);
        var expirer = new Expirer(database, clock, lanes::arrived);
        this.partitions = new PartitionKeeper(database, clock);
        this.feed = new FeedShift(database);

        var patience = environment.patience();
        // A third of the connections is for the claimer and the other jobs.
        int writersEach = Math.clamp(database.engineConnections() / 3, 2, WRITERS_MAX);
        for (int i = 1; i <= writersEach; i++) {
            outlet.add(Job.always("settler-" + i, () -> settler.runOnce(patience)));
            writers.add(Job.always("capture-" + i, () -> capture.runOnce(patience)));
        }
        outlet.essential("heartbeat", Heartbeat.PERIOD, heartbeat::runOnce);
        outlet.add("stats", StatKeeper.PERIOD, stats::runOnce);
        watch.essential("capture-watch", Capture.WATCH_PERIOD, () -> capture.giveUpOverdue() < 0);
        essential(
                "routes",
                ROUTES_PERIOD,
                () -> {
                    routes.refresh();
                    return false;
                });
        intake("pace-exchange", PaceExchange.PERIOD, () -> exchange.runOnce() < 0);
        intake(
                "ownership-balance",
                EndpointOwnership.BALANCE_PERIOD,
                () -> ownership.balance(dispatcher::isIdle) < 0);
        essential("claimer", CLAIM_PERIOD, () -> claimer.runOnce().mayHaveMore());
        essential("feeder", CLAIM_PERIOD, () -> claimer.refill() > 0);
        essential("head-claimer", CLAIM_PERIOD, () -> heads.claimHinted() > 0);
        essential("lane-sweep", SWEEP_PERIOD, () -> heads.sweep().mayHaveMore());
        intake("ownership", EndpointOwnership.CONFIRM_PERIOD, () -> ownership.confirm() < 0);
        // Nobody is judged by what a node sees that is in trouble itself.
        intake("health", HealthLedger.PERIOD, () -> !trouble.isOpen() && health.runOnce() > 0);
        essential("rescuer", Rescuer.PERIOD, () -> rescuer.runOnce().mayHaveMore());
        intake("lanes", LANES_PERIOD, () -> dispatcher.removeDeleted() < 0);
        intake("expirer", Expirer.PERIOD, () -> expirer.runOnce().mayHaveMore());
        essential(
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

    /// A background job of a feature that creates deliveries. To be called before [#start].
    public void addJob(String name, Duration period, Periodic.Step step) {
        features.add(name, period, step);
    }

    private void intake(String name, Duration period, Periodic.Step step) {
        intake.add(name, period, step);
    }

    private void essential(String name, Duration period, Periodic.Step step) {
        intake.essential(name, period, step);
    }

    public RoutingTable routes() {
        return routes;
    }

    public Capture capture() {
        return capture;
    }

    /// Where everything that creates or ends a delivery counts it.
    public Tally tally() {
        return tally;
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
    public List<Job> jobs() {
        return Stream.of(outlet, watch, writers, features, intake)
                .flatMap(group -> group.all().stream())
                .toList();
    }

    /// Enters the books. To be called once, before any job runs.
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

    /// Answers publishes whose time is up from now on. To be called before any can come: if the
    /// database keeps the start waiting, they get 503 all the same.
    public void watch() {
        watch.start();
    }

    /// Begins, and runs every job in a loop of its own. Returns when events can be captured.
    ///
    /// @param alone nobody else can be using this database, so whoever is in its books is dead
    public void start(boolean alone) throws SQLException {
        begin(alone);
        outlet.start();
        writers.start();
        features.start();
        intake.start();
        var feeder = intake.running("feeder");
        var headClaimer = intake.running("head-claimer");
        lanes.onHint(headClaimer::wake);
        capture.onMissingPartition(intake.running("partitions")::wake);
        dispatcher.onRefillRequest(() -> {
            feeder.wake();
            headClaimer.wake();
        });
        started = true;
    }

    /// What must hold for events to be captured and delivered here.
    public List<Condition> readiness() {
        return List.of(
                Condition.unless("engine", () -> !started, "The engine has not started yet."),
                Condition.unless(
                        "lease",
                        () -> started && !leases.life().covers(Attempts.LONGEST),
                        "The process has not renewed its leases; it starts no attempts."),
                Condition.unless(
                        "settler",
                        settler::congested,
                        "Results of attempts wait to be recorded; no attempts are started."),
                new Condition("node", trouble::condition),
                new Condition("duties", this::failingJobs));
    }

    private Optional<String> failingJobs() {
        return Stream.of(outlet, watch, writers, features, intake)
                .flatMap(group -> group.trouble().stream())
                .reduce((one, other) -> one + ", " + other)
                .map(troubled -> "Background jobs are in trouble: " + troubled + ".");
    }

    /// What must hold for the process to be of any use; if it does not, only a restart helps.
    public Condition liveness() {
        return Condition.unless(
                "settler",
                () -> started && settler.sinceTick().compareTo(STUCK_AFTER) > 0,
                "No thread records the results of attempts.");
    }

    /// The first step of stopping: nothing new is claimed, what has not been started is handed
    /// back, attempts under way go on. Events are still captured, for other processes to deliver.
    public void quiesce(Countdown time) {
        capture.stop();
        features.stop();
        intake.stop();
        dispatcher.drain();
        var most = Countdown.of(time.left(QUIESCE_MAX));
        boolean ended = features.join(most);
        ended &= intake.join(most);
        if (!ended) {
            LOG.warn("stopping while background jobs are busy");
        }
        // What was being claimed meanwhile.
        dispatcher.drain();
    }

    /// After [#quiesce], once no more requests come: waits for the attempts under way, records what
    /// they came to and leaves the books.
    public void stop(Countdown time) {
        writers.stop();
        writers.join(Countdown.of(time.left(QUIESCE_MAX)));
        watch.stop();
        dispatcher.drain();
        try {
            if (!dispatcher.awaitIdle(time.left())) {
                LOG.warn("stopping with attempts under way; others will take them over");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        settler.stop();
        outlet.stop();
        outlet.join(Countdown.of(OUTLET_MAX));
        signOff();
    }

    private void signOff() {
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
