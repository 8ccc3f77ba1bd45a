package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/// Starts the attempts of lanes, each on its own virtual thread. A permit of the process and the
/// limits of the endpoint admit an attempt.
final class AttemptStarter implements Measured {

    private final RoutingTable routes;
    private final Eligibility eligibility;
    private final Attempts attempts;
    private final Stock stock;
    private final PaceReports reports;
    private final Executor executor;
    private final Alarm alarm;
    private final Spread spread;
    private final Permits permits;
    private final RefillRequests refills = new RefillRequests();
    private final AtomicBoolean draining = new AtomicBoolean();

    AttemptStarter(
            RoutingTable routes,
            Eligibility eligibility,
            Attempts attempts,
            Stock stock,
            PaceReports reports,
            DispatchResources resources) {
        this.routes = routes;
        this.eligibility = eligibility;
        this.attempts = attempts;
        this.stock = stock;
        this.reports = reports;
        this.executor = resources.executor();
        this.alarm = resources.alarm();
        this.spread = new Spread(executor, alarm, resources.nanoClock(), resources.processors());
        this.permits = new Permits(resources.bounds().permits(), resources.bounds().shares());
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        stock.measureIn(metrics);
        metrics.add(StationMetrics.PERMITS, permits::used);
        metrics.add(StationMetrics.PERMITS_MAX, permits::max);
    }

    RefillRequests refills() {
        return refills;
    }

    boolean isDraining() {
        return draining.get();
    }

    /// Starts all attempts that the lane may start now.
    void start(Lane lane) {
        var endpoint = routes.current().endpoint(lane.endpointId());
        int inFlightMax = eligibility.inFlightMax(endpoint);
        if (endpoint != null) {
            lane.keepTo(endpoint);
            if (eligibility.belongsElsewhere(endpoint)) {
                handBackAside(lane, lane.drain());
                return;
            }
        }
        // Deliveries that arrive during a drain are handed back by the next call of drain.
        while (!draining.get() && lane.wantsPermit(inFlightMax)) {
            if (!acquire(lane)) {
                return;
            }
            var flight = lane.start(inFlightMax);
            if (flight == null) {
                // Another thread took the delivery; the permit is for the next lane that waits.
                passOn(lane.app());
                return;
            }
            reports.check(lane);
            if (flight.canWait()) {
                spread.execute(() -> run(lane, flight), flight.claim().bytes());
            } else {
                executor.execute(() -> run(lane, flight));
            }
        }
        if (lane.isPaced()) {
            postpone(lane, inFlightMax);
        }
    }

    private boolean acquire(Lane lane) {
        if (permits.acquire(lane.app())) {
            return true;
        }
        var load = lane.load();
        return permits.acquireOrWait(lane, load.speed(), load.inFlight());
    }

    /// Sets an alarm for the next attempt of a lane whose pace permits none now. Deliveries that
    /// would wait for long are handed back; that uses up no attempt.
    private void postpone(Lane lane, int inFlightMax) {
        handBackAside(lane, lane.turnAway());
        var delay = lane.alarm(inFlightMax);
        if (delay != null) {
            alarm.in(
                    delay,
                    () -> {
                        lane.alarmRang();
                        start(lane);
                    });
        }
    }

    /// On another thread, because the queue of the settler may be full.
    private void handBackAside(Lane lane, List<Claim> claims) {
        if (!claims.isEmpty()) {
            executor.execute(() -> handBack(lane, claims));
        }
    }

    private void handBack(Lane lane, List<Claim> claims) {
        try {
            for (var claim : claims) {
                attempts.handBack(claim);
                removed(lane, claim);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Lane lane, Flight flight) {
        var result = Result.UNSENT;
        lane.begin(flight);
        try {
            result = attempts.attempt(flight.claim());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            freePlace(lane, flight.claim());
            if (lane.finish(flight, result)) {
                refills.add(lane.endpointId());
            }
            reports.check(lane);
            passOn(lane.app());
            start(lane);
        }
    }

    private void passOn(AppShare app) {
        permits.release(app);
        for (var lane = permits.next(); lane != null; lane = permits.next()) {
            start(lane);
        }
    }

    /// Stops starting attempts and hands back the deliveries that wait. Attempts under way
    /// continue. To be called again when no more deliveries can arrive.
    void drain(Lanes lanes) {
        draining.set(true);
        alarm.stop();
        spread.stop();
        for (var lane : lanes.all()) {
            for (var claim : lane.drain()) {
                attempts.handBackAtOnce(claim);
                removed(lane, claim);
            }
        }
    }

    /// After [#drain]: waits until no delivery is held. Returns false if the time runs out first.
    synchronized boolean awaitIdle(Duration patience) throws InterruptedException {
        long endNanos = System.nanoTime() + patience.toNanos();
        while (stock.places() > 0) {
            long leftMillis = (endNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                return false;
            }
            wait(leftMillis);
        }
        return true;
    }

    /// The delivery has left the lane without an attempt.
    private void removed(Lane lane, Claim claim) {
        lane.left(claim);
        freePlace(lane, claim);
    }

    private void freePlace(Lane lane, Claim claim) {
        stock.change(lane.app(), -1, -claim.bytes());
        if (draining.get() && stock.places() == 0) {
            synchronized (this) {
                notifyAll();
            }
        }
    }
}
