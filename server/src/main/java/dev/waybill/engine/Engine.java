package dev.waybill.engine;

import static dev.waybill.infra.schedule.JobResult.complete;
import static dev.waybill.infra.schedule.JobResult.untilNone;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.Capture;
import dev.waybill.engine.capture.CaptureWriter;
import dev.waybill.engine.dispatch.AttemptReports;
import dev.waybill.engine.dispatch.AttemptSender;
import dev.waybill.engine.dispatch.Attempts;
import dev.waybill.engine.dispatch.Claimer;
import dev.waybill.engine.dispatch.DispatchResources;
import dev.waybill.engine.dispatch.Dispatcher;
import dev.waybill.engine.dispatch.Eligibility;
import dev.waybill.engine.dispatch.EndpointOwnership;
import dev.waybill.engine.dispatch.HeadClaimer;
import dev.waybill.engine.dispatch.LaneHints;
import dev.waybill.engine.dispatch.NodeHealth;
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
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.schedule.Countdown;
import dev.waybill.infra.schedule.Job;
import dev.waybill.infra.schedule.JobGroup;
import dev.waybill.infra.schedule.JobResult;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The stations that a delivery passes, wired in that order, and the background jobs that run them.
public final class Engine implements Measured {

    /// The most threads that capture, and the most that settle. More of them would make smaller
    /// batches, and each occupies a core of the database.
    private static final int WRITERS_MAX =
            Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 4);

    /// Polling finds retries that fall due and deliveries that other processes left.
    private static final Duration CLAIM_PERIOD = Duration.ofMillis(500);

    /// Within this time the sweep finds ordered lanes whose hints were lost.
    private static final Duration SWEEP_PERIOD = Duration.ofSeconds(1);

    /// The lanes of deleted endpoints are small, but must not accumulate.
    private static final Duration LANES_PERIOD = Duration.ofMinutes(1);

    /// A change made through another process takes effect here within this time.
    private static final Duration ROUTES_PERIOD = Duration.ofMillis(500);

    /// The time for jobs to end their passes when the engine stops. A pass takes milliseconds,
    /// unless the database does not answer; then it is not waited for.
    private static final Duration QUIESCE_MAX = Duration.ofSeconds(5);

    /// The time to write the last results.
    private static final Duration OUTLET_MAX = Duration.ofSeconds(1);

    /// A settling thread reports progress several times a second, even without a database, and
    /// waits at most ten seconds for a database that does not answer.
    private static final Duration STUCK_AFTER = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private final Leases leases;
    private final RoutingTable routes;
    private final EndpointStates states;
    private final Capture capture;
    private final Settler settler;
    private final NodeHealth node;
    private final Dispatcher dispatcher;
    private final LaneHints lanes;
    private final Heartbeat heartbeat;
    private final Rescuer rescuer;
    private final PartitionKeeper partitions;
    private final FeedShift feed;
    private final StatKeeper stats;
    private final Tally tally;

    private final List<Measured> measured;
    private final EngineJobs jobs = new EngineJobs();

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
        this.tally = new Tally(clock, environment.metrics());
        this.stats = new StatKeeper(database, tally, clock, environment.pause());
        this.node = new NodeHealth(clock);
        var reports = new AttemptReports(node, health, tally);
        var attempts =
                new Attempts(
                        routes,
                        leases,
                        new AttemptSender(
                                outbound.composer(),
                                outbound.secrets(),
                                outbound.sender(),
                                leases.life(),
                                ids,
                                outbound.traces()),
                        reports,
                        settler,
                        clock,
                        environment.dice());
        var ownership = new EndpointOwnership(database, leases, clock);
        this.dispatcher =
                new Dispatcher(
                        routes,
                        new Eligibility(routes, ownership, node, settler, leases),
                        node,
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

        this.measured =
                List.of(
                        capture,
                        tally,
                        stats,
                        reports,
                        states,
                        dispatcher,
                        claimer,
                        heads,
                        settler,
                        leases,
                        rescuer);
        addWriters(database, environment.patience());
        var outlet = jobs.outlet;
        outlet.essential(
                "heartbeat", Heartbeat.PERIOD, () -> complete(heartbeat.runOnce() ? 1 : 0));
        outlet.add("stats", StatKeeper.PERIOD, stats::runOnce);
        jobs.watch.essential(
                "capture-watch", Capture.WATCH_PERIOD, () -> complete(capture.giveUpOverdue()));
        var intake = jobs.intake;
        intake.essential("routes", ROUTES_PERIOD, this::refreshRoutes);
        intake.add("pace-exchange", PaceExchange.PERIOD, () -> complete(exchange.runOnce()));
        intake.add(
                "ownership-balance",
                EndpointOwnership.BALANCE_PERIOD,
                () -> complete(ownership.balance(dispatcher::isIdle)));
        intake.essential("claimer", CLAIM_PERIOD, () -> claimer.runOnce().result());
        intake.essential("feeder", CLAIM_PERIOD, () -> untilNone(claimer.refill()));
        intake.essential("head-claimer", CLAIM_PERIOD, () -> untilNone(heads.claimHinted()));
        intake.essential("lane-sweep", SWEEP_PERIOD, () -> heads.sweep().result());
        intake.add(
                "ownership", EndpointOwnership.CONFIRM_PERIOD, () -> complete(ownership.confirm()));
        // A process that cannot deliver does not judge endpoints.
        intake.add(
                "health",
                HealthLedger.PERIOD,
                () -> untilNone(node.canDeliver() ? health.runOnce() : 0));
        intake.essential("rescuer", Rescuer.PERIOD, () -> rescuer.runOnce().result());
        intake.add("lanes", LANES_PERIOD, () -> complete(dispatcher.removeDeleted()));
        intake.add("expirer", Expirer.PERIOD, expirer::runOnce);
        intake.essential(
                "partitions", PartitionKeeper.PERIOD, () -> complete(partitions.runOnce()));
        intake.add("feed", FeedShift.PERIOD, () -> complete(feed.runOnce() ? 1 : 0));
        intake.add("stats-fold", StatKeeper.FOLD_PERIOD, () -> untilNone(stats.foldOnce()));
    }

    private JobResult refreshRoutes() throws SQLException {
        var before = routes.current();
        return complete(routes.refresh() == before ? 0 : 1);
    }

    private void addWriters(Database database, Duration patience) {
        // A third of the connections remains for the claimer and the other jobs.
        int writersEach = Math.clamp(database.engineConnections() / 3, 2, WRITERS_MAX);
        for (int i = 1; i <= writersEach; i++) {
            jobs.outlet.add(Job.always("settler-" + i, () -> settler.runOnce(patience)));
            jobs.writers.add(Job.always("capture-" + i, () -> capture.runOnce(patience)));
        }
    }

    /// Adds a job of a feature that creates deliveries. To be called before [#start].
    public void addJob(String name, Duration period, Job.Step step) {
        jobs.features.add(name, period, step);
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        measured.forEach(part -> part.measureIn(metrics));
    }

    public RoutingTable routes() {
        return routes;
    }

    public Capture capture() {
        return capture;
    }

    /// The counters for deliveries that are created or end.
    public Tally tally() {
        return tally;
    }

    public EndpointStates states() {
        return states;
    }

    /// Takes hints of ordered lanes that have changed.
    public LaneHints lanes() {
        return lanes;
    }

    /// The life of this process in the database.
    public ProcessLife life() {
        return leases.life();
    }

    /// The groups of its background jobs.
    public List<JobGroup> jobGroups() {
        return jobs.groups().toList();
    }

    /// All background jobs, for a simulation that runs their passes itself.
    public List<Job> jobs() {
        return jobs.all();
    }

    /// Registers this process in the database. To be called once, before any job runs.
    ///
    /// @param alone no other process can use this database, so all registered ones are dead
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

    /// From now on, answers publishes whose time is up with 503. To be called before requests can
    /// arrive, because the start may wait for the database.
    public void watch() {
        jobs.watch.start();
    }

    /// Registers this process and starts all jobs. Returns when events can be captured.
    ///
    /// @param alone no other process can use this database, so all registered ones are dead
    public void start(boolean alone) throws SQLException {
        begin(alone);
        jobs.start();
        var feeder = jobs.intake.running("feeder");
        var headClaimer = jobs.intake.running("head-claimer");
        lanes.onHint(headClaimer::wake);
        capture.onMissingPartition(jobs.intake.running("partitions")::wake);
        dispatcher.onRefillRequest(() -> {
            feeder.wake();
            headClaimer.wake();
        });
        started = true;
    }

    /// The conditions under which this process can capture and deliver events.
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
                new Condition("node", node::condition),
                new Condition("duties", this::failingJobs));
    }

    private Optional<String> failingJobs() {
        return jobs.failing().map(failing -> "Background jobs fail: " + failing + ".");
    }

    /// The condition without which only a restart helps.
    public Condition liveness() {
        return Condition.unless(
                "settler",
                () -> started && settler.sinceTick().compareTo(STUCK_AFTER) > 0,
                "No thread records the results of attempts.");
    }

    /// The first step of stopping. Nothing new is claimed, waiting deliveries are handed back, and
    /// attempts under way continue. Events are still captured; other processes deliver them.
    public void quiesce(Countdown time) {
        capture.stop();
        jobs.stopIntake();
        dispatcher.drain();
        if (!jobs.joinIntake(Countdown.of(time.left(QUIESCE_MAX)))) {
            LOG.warn("stopping while background jobs are busy");
        }
        // Again, for deliveries that were claimed meanwhile.
        dispatcher.drain();
    }

    /// After [#quiesce], when no more requests arrive: waits for the attempts under way, records
    /// their results and removes this process from the database.
    public void stop(Countdown time) {
        jobs.writers.stop();
        jobs.writers.join(Countdown.of(time.left(QUIESCE_MAX)));
        jobs.watch.stop();
        dispatcher.drain();
        try {
            if (!dispatcher.awaitIdle(time.left())) {
                LOG.warn("stopping with attempts under way; other processes will take them over");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        settler.stop();
        jobs.outlet.stop();
        jobs.outlet.join(Countdown.of(OUTLET_MAX));
        signOff();
    }

    private void signOff() {
        try {
            while (settler.runOnce(Duration.ZERO) > 0) {
                LOG.debug("settled the last results");
            }
            stats.finish();
            heartbeat.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            LOG.warn("could not deregister; other processes will notice the missing heartbeat", e);
        }
    }
}
