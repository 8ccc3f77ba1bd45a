package dev.waybill.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.deliver.Sender;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.lease.ProcessLife;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.HealthLedger;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.settle.Settler;
import dev.waybill.engine.stats.Tally;
import dev.waybill.engine.trace.Traces;
import dev.waybill.infra.schedule.Sleeper;
import dev.waybill.testing.Cable;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import dev.waybill.testing.Vaults;
import java.sql.SQLException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/// One process's dispatch, without its loops: claiming, lanes, attempts and settling.
final class Worker {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /// Longer than any test moves its clock.
    private static final Duration LIFETIME = Duration.ofMinutes(10);

    /// So many permits that no attempt waits for another. On a slow machine an endpoint whose
    /// answers a test holds back counts as slow, and no alarm would ring for deferred attempts.
    private static final int PROCESSORS = 1_000_000;

    final FakeSender sender;

    /// How it reads its routes.
    final Cable cable;

    /// The routes do not grow old by themselves, however slow the machine is.
    final AtomicLong routesNanos = new AtomicLong();

    final RoutingTable routes;
    final EndpointStates states;
    final HealthLedger health;
    final NodeHealth node;
    final Leases leases;
    final Dispatcher dispatcher;
    final ManualAlarm alarm;
    final Claimer claimer;
    final LaneHints hints = new LaneHints();
    final HeadClaimer heads;
    final Attempts attempts;
    final Tally tally;
    final EndpointOwnership ownership;
    final PaceExchange exchange;
    private final Settler settler;
    private final ManualClock clock;
    private final AtomicInteger running = new AtomicInteger();

    /// By how much its monotonic clock is ahead of the real one.
    private final AtomicLong aheadNanos = new AtomicLong();

    private volatile LongSupplier realNanos = System::nanoTime;

    private final boolean sendsReally;

    /// A worker whose ids differ from those of a worker with another number.
    Worker(TestDatabase db, ManualClock clock, int number) {
        this(db, clock, number, Bounds.of(1L << 31));
    }

    /// A worker with this limit.
    Worker(TestDatabase db, ManualClock clock, int number, Bounds bounds) {
        this(db, clock, number, bounds, PROCESSORS);
    }

    /// A worker on a machine with this many processors.
    Worker(TestDatabase db, ManualClock clock, int number, Bounds bounds, int processors) {
        this(db, clock, number, bounds, processors, new FakeSender());
    }

    private Worker(
            TestDatabase db,
            ManualClock clock,
            int number,
            Bounds bounds,
            int processors,
            FakeSender sender) {
        this(db, clock, number, bounds, processors, sender, sender, () -> 0.5);
    }

    /// A worker that really sends.
    Worker(TestDatabase db, ManualClock clock, int number, Sender real, DoubleSupplier dice) {
        this(db, clock, number, Bounds.of(1L << 31), PROCESSORS, new FakeSender(), real, dice);
    }

    private Worker(
            TestDatabase db,
            ManualClock clock,
            int number,
            Bounds bounds,
            int processors,
            FakeSender sender,
            Sender used,
            DoubleSupplier dice) {
        this.sender = sender;
        this.sendsReally = used != sender;
        this.clock = clock;
        alarm = new ManualAlarm(clock);
        var ids = new Ids(clock, new SplittableRandom(number));
        cable = new Cable(db);
        routes = new RoutingTable(cable.database(), routesNanos::get);
        leases = new Leases(new ProcessLife(ids.next(), this::nanoTime, clock));
        settler = new Settler(db.database(), leases, clock, hints::settled, Sleeper.REAL);
        states =
                new EndpointStates(
                        db.database(),
                        routes,
                        Fixtures.trail("webhook_endpoint", db.database(), clock, ids),
                        clock,
                        ids);
        health = new HealthLedger(db.database(), routes, states, clock);
        tally = new Tally(clock);
        node = new NodeHealth(clock);
        attempts =
                new Attempts(
                        routes,
                        leases,
                        new AttemptSender(
                                new Composer("test"),
                                new EndpointSecrets(Vaults.VAULT),
                                used,
                                leases.life(),
                                ids,
                                Traces.OFF),
                        new AttemptReports(node, health, tally),
                        settler,
                        clock,
                        dice);
        // It is alive by its row, whose time is that of the database.
        db.execute(
                "INSERT INTO process VALUES (?, now(), now() + interval '10 minutes')",
                leases.life().processId());
        ownership = new EndpointOwnership(db.database(), leases, clock);
        dispatcher =
                new Dispatcher(
                        routes,
                        new Eligibility(routes, ownership, node, settler, leases),
                        node,
                        attempts,
                        hints,
                        clock,
                        new DispatchResources(
                                this::run, alarm, this::nanoTime, processors, bounds));
        claimer = new Claimer(db.database(), routes, leases, dispatcher, clock, ids);
        exchange = new PaceExchange(db.database(), dispatcher, ownership, leases, clock);
        heads = new HeadClaimer(db.database(), routes, leases, dispatcher, hints, clock, ids);
        live();
        try {
            routes.refresh();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    void live() {
        leases.life().prolong(nanoTime(), clock.instant(), LIFETIME);
    }

    /// Its last heartbeat was long ago: no attempt would end within its life.
    void barelyLive() {
        leases.life().prolong(nanoTime(), clock.instant(), Attempts.LONGEST);
    }

    private long nanoTime() {
        return realNanos.getAsLong() + aheadNanos.get();
    }

    /// From now on its monotonic clock stands still unless the test lets time pass.
    void standStill() {
        long now = System.nanoTime();
        realNanos = () -> now;
    }

    /// Lets everything under way take this much longer.
    void letPass(Duration time) {
        aheadNanos.addAndGet(time.toNanos());
    }

    /// Attempts that have begun and not ended.
    int running() {
        return running.get();
    }

    /// Writes this many results, and waits for their attempts.
    void settle(int results) throws InterruptedException {
        int written = 0;
        while (written < results) {
            int taken = settler.runOnce(PATIENCE);
            assertThat(taken).as("results after the first " + written).isPositive();
            written += taken;
        }
        assertThat(written).isEqualTo(results);
        if (!sendsReally) {
            // A result is written before its attempt has notified its lane.
            Eventually.holds(() -> running.get() == sender.held());
        }
    }

    private void run(Runnable attempt) {
        running.incrementAndGet();
        Thread.startVirtualThread(() -> {
            try {
                attempt.run();
            } finally {
                running.decrementAndGet();
            }
        });
    }

    /// Ends without results; otherwise a thread that waits for a permit would outlive the test.
    void stop(int underWay) throws InterruptedException {
        sender.letGo();
        settle(underWay);
    }
}
