package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.Pace;
import dev.waybill.domain.endpoint.PaceReport;
import dev.waybill.domain.endpoint.SharedPace;
import dev.waybill.engine.capture.FastPath;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Takes deliveries into the lanes of their endpoints, from capture and from claims. A place in the
/// lane is reserved first. [AttemptStarter] starts their attempts.
public final class Dispatcher implements FastPath, Measured {

    private final RoutingTable routes;
    private final Eligibility eligibility;
    private final NodeHealth node;
    private final Attempts attempts;
    private final LaneHints hints;
    private final Lanes lanes;
    private final Stock stock;
    private final PaceReports reports;
    private final AttemptStarter starter;

    public Dispatcher(
            RoutingTable routes,
            Eligibility eligibility,
            NodeHealth node,
            Attempts attempts,
            LaneHints hints,
            InstantSource clock,
            DispatchResources resources) {
        this.routes = routes;
        this.eligibility = eligibility;
        this.node = node;
        this.attempts = attempts;
        this.hints = hints;
        this.lanes = new Lanes(routes, clock, resources.nanoClock());
        this.stock = new Stock(resources.bounds());
        this.reports = new PaceReports(lanes);
        this.starter = new AttemptStarter(routes, eligibility, attempts, stock, reports, resources);
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        starter.measureIn(metrics);
    }

    @Override
    public boolean reserve(Endpoint endpoint, boolean urgent, int size) {
        if (!eligibility.serves(endpoint)) {
            return false;
        }
        var lane = lanes.of(endpoint.id());
        lane.keepTo(endpoint);
        if (!isOpen() || stock.room(lane, 1, size) == 0) {
            lane.expectMoreInDatabase();
            return false;
        }
        if (!lane.reserve(placesOf(lane), urgent, size)) {
            return false;
        }
        if (!node.admits()) {
            lane.release(size);
            lane.expectMoreInDatabase();
            return false;
        }
        stock.change(lane.app(), 1, size);
        return true;
    }

    @Override
    public void release(UUID endpointId, int size) {
        var lane = lanes.of(endpointId);
        lane.release(size);
        node.unused();
        stock.change(lane.app(), -1, -size);
    }

    @Override
    public void accept(Claim claim) {
        var lane = lanes.of(claim.endpointId());
        lane.accept(claim);
        starter.start(lane);
    }

    @Override
    public void linedUp(OrderedLane lane) {
        hints.arrived(lane);
    }

    /// Reserves up to `most` places for deliveries that are about to be claimed; their size is
    /// estimated. Each place must be used by [#acceptClaimed] or returned by [#releaseClaimable].
    int reserveClaimable(UUID endpointId, int most) {
        var lane = claimable(endpointId);
        return lane == null
                ? 0
                : reserved(lane, lane.reserveSome(room(lane, most), placesOf(lane)));
    }

    /// The same for urgent deliveries of an endpoint that its breaker has parked.
    int reserveUrgent(UUID endpointId, int most) {
        var lane = claimable(endpointId);
        return lane == null
                ? 0
                : reserved(lane, lane.reserveUrgent(room(lane, most), placesOf(lane)));
    }

    private int room(Lane lane, int most) {
        return stock.room(lane, most, lane.likelyBytes());
    }

    /// Counts the places that a lane has reserved. While this process cannot deliver, it keeps at
    /// most one, for a probe.
    private int reserved(Lane lane, Lane.Reserved given) {
        int places = given.places();
        long bytes = given.bytes();
        if (places > 0 && !node.canDeliver()) {
            places = node.admits() ? 1 : 0;
            bytes -= lane.releaseEstimated(given.places() - places);
        }
        stock.change(lane.app(), places, bytes);
        return places;
    }

    /// Claims ownership of the endpoints that need an owner. To be called before places are
    /// reserved.
    void takeOwnership(Collection<UUID> endpointIds) throws SQLException {
        eligibility.takeOwnership(endpointIds);
    }

    private @Nullable Lane claimable(UUID endpointId) {
        var endpoint = routes.current().endpoint(endpointId);
        if (!eligibility.mayServe(endpointId, endpoint) || !isOpen()) {
            return null;
        }
        var lane = lanes.of(endpointId);
        if (endpoint != null) {
            lane.keepTo(endpoint);
        }
        return lane;
    }

    void releaseClaimable(UUID endpointId, int surplus) {
        var lane = lanes.of(endpointId);
        stock.change(lane.app(), -surplus, -lane.releaseEstimated(surplus));
        node.unused();
    }

    /// Returns false if the delivery is larger than was estimated and the lane has no room for it.
    /// It then still has its place and must be refused.
    boolean acceptClaimed(Claim claim) {
        var lane = lanes.of(claim.endpointId());
        long more = lane.beyondEstimate(claim);
        if (more > 0 && stock.room(lane, 1, more) == 0) {
            lane.expectSize(claim.bytes());
            return false;
        }
        stock.change(lane.app(), 0, lane.acceptEstimated(claim));
        starter.start(lane);
        return true;
    }

    /// The total length of the endpoint's pauses that have ended.
    long pausedMillis(UUID endpointId) {
        var endpoint = routes.current().endpoint(endpointId);
        return endpoint == null ? 0 : endpoint.standing().pausedBefore().toMillis();
    }

    /// Whether this process holds no delivery of the endpoint.
    public boolean isIdle(UUID endpointId) {
        return lanes.of(endpointId).isIdle();
    }

    /// How many bytes of bodies this process may still take on.
    long bytesLeft() {
        return stock.bytesLeft();
    }

    /// Hands back a claimed delivery for which there is no room, and frees its place.
    void refuse(ClaimStore.Claimed delivery, UUID lease) throws InterruptedException {
        releaseClaimable(delivery.endpointId(), 1);
        attempts.handBack(delivery, lease, Duration.ZERO);
    }

    /// The same for a delivery that this process cannot attempt; it is due again after a pause.
    void setAside(ClaimStore.Claimed delivery, UUID lease) throws InterruptedException {
        releaseClaimable(delivery.endpointId(), 1);
        attempts.handBack(delivery, lease, Pace.TROUBLE_PAUSE);
    }

    void endWithoutEvent(ClaimStore.Claimed delivery, UUID lease) throws InterruptedException {
        releaseClaimable(delivery.endpointId(), 1);
        attempts.endWithoutEvent(delivery, lease);
    }

    /// The database has more deliveries for the endpoint than its lane has places. The lane
    /// requests a refill when it has room.
    void expectMoreInDatabase(UUID endpointId) {
        lanes.of(endpointId).expectMoreInDatabase();
    }

    /// Removes and returns up to `most` endpoints whose lanes request a refill.
    List<UUID> takeRefills(int most) {
        return starter.refills().take(most);
    }

    public void onRefillRequest(Runnable listener) {
        starter.refills().onRequest(listener);
    }

    /// Removes and returns the changes of pace that this process has to report to the others.
    Map<UUID, PaceReport> takeReports() {
        return reports.take();
    }

    /// Returns changes that could not be reported.
    void putBackReports(Map<UUID, PaceReport> unreported) {
        reports.putBack(unreported);
    }

    /// Takes over the pace of an endpoint that all processes share.
    void learn(UUID endpointId, SharedPace shared) {
        learn(lanes.of(endpointId), shared);
    }

    /// No shared pace exists for other endpoints than these.
    void learnNoPaceExcept(Set<UUID> endpointIds) {
        for (var lane : lanes.all()) {
            if (!endpointIds.contains(lane.endpointId())) {
                learn(lane, SharedPace.WELL);
            }
        }
    }

    private void learn(Lane lane, SharedPace shared) {
        if (lane.learn(shared)) {
            starter.start(lane);
        }
    }

    /// Stops taking on deliveries and hands back those that wait. Attempts under way continue. To
    /// be called again when no more deliveries can arrive.
    public void drain() {
        starter.drain(lanes);
    }

    /// After [#drain]: waits until no delivery is held. Returns false if the time runs out first.
    public boolean awaitIdle(Duration patience) throws InterruptedException {
        return starter.awaitIdle(patience);
    }

    /// Removes the idle lanes of deleted endpoints. Returns the number of lanes removed.
    public int removeDeleted() {
        return lanes.removeDeleted();
    }

    private boolean isOpen() {
        return !starter.isDraining() && eligibility.canAttempt();
    }

    private int placesOf(Lane lane) {
        return stock.isCrowded() && lane.load().speed() != Tempo.Speed.QUICK
                ? Lane.PLACES_WHEN_CROWDED
                : Lane.PLACES;
    }
}
