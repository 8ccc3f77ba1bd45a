package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.endpoint.Pace;
import dev.waybill.domain.endpoint.PaceNews;
import dev.waybill.domain.endpoint.SharedPace;
import dev.waybill.engine.capture.FastPath;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.settle.Settler;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Brings claims to their endpoint's lane and starts attempts, each on a virtual thread of its own,
/// admitted by a global permit and the endpoint's own bound.
public final class Dispatcher implements FastPath {

    /// The app of endpoints that our routes do not know.
    private static final UUID NO_APP = new UUID(0, 0);

    private final RoutingTable routes;
    private final Leases leases;
    private final Settler settler;
    private final Attempts attempts;
    private final LaneHints hints;
    private final EndpointOwnership ownership;
    private final NodeTrouble trouble;
    private final InstantSource clock;
    private final Executor executor;
    private final Alarm alarm;
    private final Spread spread;
    private final Permits permits;
    private final Stock stock;
    private final ConcurrentHashMap<UUID, AppShare> apps = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<UUID, Lane> lanes = new ConcurrentHashMap<>();
    private final Set<UUID> hungry = ConcurrentHashMap.newKeySet();
    private final Set<Lane> withNews = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean draining = new AtomicBoolean();
    private volatile Runnable onHungry = () -> {};

    public Dispatcher(
            RoutingTable routes,
            Leases leases,
            Settler settler,
            Attempts attempts,
            LaneHints hints,
            EndpointOwnership ownership,
            NodeTrouble trouble,
            InstantSource clock,
            Executor executor,
            Alarm alarm,
            int processors,
            Bounds bounds) {
        this.routes = routes;
        this.leases = leases;
        this.settler = settler;
        this.attempts = attempts;
        this.hints = hints;
        this.ownership = ownership;
        this.trouble = trouble;
        this.clock = clock;
        this.executor = executor;
        this.alarm = alarm;
        this.spread = new Spread(executor, alarm, () -> leases.life().nanoTime(), processors);
        this.permits = new Permits(bounds.permits(), bounds.shares());
        this.stock = new Stock(bounds);
    }

    @Override
    public boolean reserve(Endpoint endpoint, boolean urgent, int size) {
        if (endpoint.state() != EndpointState.ACTIVE || !ownership.allows(endpoint)) {
            return false;
        }
        var lane = lane(endpoint.id());
        lane.keepTo(endpoint);
        if (!open() || stock.room(lane, 1, size) == 0) {
            lane.expectMoreInDatabase();
            return false;
        }
        if (!lane.reserve(placesOf(lane), urgent, size)) {
            return false;
        }
        if (!trouble.admits()) {
            lane.release(size);
            lane.expectMoreInDatabase();
            return false;
        }
        stock.change(lane.app(), 1, size);
        return true;
    }

    @Override
    public void release(UUID endpointId, int size) {
        var lane = lane(endpointId);
        lane.release(size);
        trouble.unused();
        stock.change(lane.app(), -1, -size);
    }

    @Override
    public void accept(Claim claim) {
        var lane = lane(claim.endpointId());
        lane.accept(claim);
        pump(lane);
    }

    @Override
    public void linedUp(OrderedLane lane) {
        hints.arrived(lane);
    }

    /// Takes places for deliveries that are about to be claimed, whose weight is guessed. Each must
    /// be followed by [#acceptClaimed], and the surplus by [#releaseClaimable].
    int reserveClaimable(UUID endpointId, int most) {
        var lane = claimable(endpointId);
        return lane == null ? 0 : taken(lane, lane.reserveSome(room(lane, most), placesOf(lane)));
    }

    /// The same for deliveries that do not wait for a breaker, while it has parked their endpoint.
    int reserveUrgent(UUID endpointId, int most) {
        var lane = claimable(endpointId);
        return lane == null ? 0 : taken(lane, lane.reserveUrgent(room(lane, most), placesOf(lane)));
    }

    private int room(Lane lane, int most) {
        return stock.room(lane, most, lane.likelyBytes());
    }

    /// Counts places that a lane has given, as many as the node may take on.
    private int taken(Lane lane, Lane.Reserved given) {
        int taken = given.places();
        long bytes = given.bytes();
        if (taken > 0 && trouble.isOpen()) {
            taken = trouble.admits() ? 1 : 0;
            bytes -= lane.releaseGuessed(given.places() - taken);
        }
        stock.change(lane.app(), taken, bytes);
        return taken;
    }

    /// Asks for custody of those endpoints that need it; to be called before places are reserved.
    void takeCustody(Collection<UUID> endpointIds) throws SQLException {
        if (!trouble.wouldAdmit()) {
            ownership.giveUp();
            return;
        }
        var table = routes.current();
        var known = new ArrayList<Endpoint>();
        for (var endpointId : endpointIds) {
            var endpoint = table.endpoint(endpointId);
            if (endpoint != null) {
                known.add(endpoint);
            }
        }
        ownership.take(known);
    }

    private @Nullable Lane claimable(UUID endpointId) {
        var table = routes.current();
        var endpoint = table.endpoint(endpointId);
        // One that is unknown may be newer than our routes.
        boolean served =
                endpoint == null
                        ? !table.isUnreadable(endpointId)
                        : endpoint.state() == EndpointState.ACTIVE && ownership.allows(endpoint);
        if (!served || !open()) {
            return null;
        }
        var lane = lane(endpointId);
        if (endpoint != null) {
            lane.keepTo(endpoint);
        }
        return lane;
    }

    void releaseClaimable(UUID endpointId, int surplus) {
        var lane = lane(endpointId);
        stock.change(lane.app(), -surplus, -lane.releaseGuessed(surplus));
        trouble.unused();
    }

    /// False if it is heavier than was guessed, and the lane may not take so much: then it still
    /// has its place, and is to be refused.
    boolean acceptClaimed(Claim claim) {
        var lane = lane(claim.endpointId());
        long more = lane.beyondGuess(claim);
        if (more > 0 && stock.room(lane, 1, more) == 0) {
            lane.learn(claim.bytes());
            return false;
        }
        stock.change(lane.app(), 0, lane.acceptGuessed(claim));
        pump(lane);
        return true;
    }

    /// How long the endpoint has been paused in all, in the pauses that have ended.
    long pausedMillis(UUID endpointId) {
        var endpoint = routes.current().endpoint(endpointId);
        return endpoint == null ? 0 : endpoint.standing().pausedBefore().toMillis();
    }

    /// Whether nothing of the endpoint's is held here.
    public boolean isIdle(UUID endpointId) {
        return lane(endpointId).isIdle();
    }

    /// What bodies may still weigh, however they turn out.
    long bytesLeft() {
        return stock.bytesLeft();
    }

    /// A claimed delivery that cannot be held goes back to the database, and its place is free.
    void refuse(ClaimStore.Claimed delivery, UUID lease) throws InterruptedException {
        releaseClaimable(delivery.endpointId(), 1);
        attempts.handBack(delivery, lease, Duration.ZERO);
    }

    /// The same for one that cannot be attempted here, and not at once again.
    void setAside(ClaimStore.Claimed delivery, UUID lease) throws InterruptedException {
        releaseClaimable(delivery.endpointId(), 1);
        attempts.handBack(delivery, lease, Pace.TROUBLE_PAUSE);
    }

    void endWithoutEvent(ClaimStore.Claimed delivery, UUID lease) throws InterruptedException {
        releaseClaimable(delivery.endpointId(), 1);
        attempts.endWithoutEvent(delivery, lease);
    }

    /// The endpoint's rows in the database outnumber its places: ask again when it has room.
    void expectMoreInDatabase(UUID endpointId) {
        lane(endpointId).expectMoreInDatabase();
    }

    /// Endpoints whose lanes have emptied while the database holds more for them. The rest stays
    /// hungry.
    List<UUID> takeHungry(int most) {
        var taken = new ArrayList<UUID>();
        hungry.removeIf(endpointId -> taken.size() < most && taken.add(endpointId));
        return taken;
    }

    /// What this process has learned of endpoints' pace since it was last asked.
    Map<UUID, PaceNews> takeNews() {
        var taken = new HashMap<UUID, PaceNews>();
        var telling = new ArrayList<Lane>();
        withNews.removeIf(telling::add);
        for (var lane : telling) {
            var news = lane.takeNews();
            if (!news.equals(PaceNews.NONE)) {
                taken.put(lane.endpointId(), news);
            }
        }
        return taken;
    }

    /// They could not be told.
    void putBackNews(Map<UUID, PaceNews> untold) {
        untold.forEach((endpointId, news) -> {
            var lane = lane(endpointId);
            lane.putBack(news);
            withNews.add(lane);
        });
    }

    /// What the processes together know of an endpoint.
    void learn(UUID endpointId, SharedPace shared) {
        var lane = lane(endpointId);
        if (lane.learn(shared)) {
            pump(lane);
        }
    }

    /// They know nothing of any but these.
    void learnTheRestIsWell(Set<UUID> talkedAbout) {
        for (var lane : lanes.values()) {
            if (!talkedAbout.contains(lane.endpointId()) && lane.learn(SharedPace.WELL)) {
                pump(lane);
            }
        }
    }

    public void onHungry(Runnable listener) {
        onHungry = listener;
    }

    /// Stops taking work and hands back what has not been started; what is under way goes on. To be
    /// called again once nobody is left who might still bring something.
    public void drain() {
        draining.set(true);
        alarm.stop();
        spread.stop();
        for (var lane : lanes.values()) {
            for (var claim : lane.drain()) {
                attempts.handBackAtOnce(claim);
                left(lane, claim);
            }
        }
    }

    /// After [#drain]: waits until nothing is held any more, or the time is up.
    public synchronized boolean awaitIdle(Duration patience) throws InterruptedException {
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

    private boolean open() {
        return !draining.get() && !settler.congested() && leases.life().covers(Attempts.LONGEST);
    }

    private int placesOf(Lane lane) {
        return stock.isCrowded() && lane.load().speed() != Tempo.Speed.QUICK
                ? Lane.PLACES_WHEN_CROWDED
                : Lane.PLACES;
    }

    private Lane lane(UUID endpointId) {
        var lane = lanes.get(endpointId);
        return lane != null ? lane : lanes.computeIfAbsent(endpointId, this::newLane);
    }

    private Lane newLane(UUID endpointId) {
        var endpoint = routes.current().endpoint(endpointId);
        var appId = endpoint == null ? NO_APP : endpoint.appId();
        var app = apps.computeIfAbsent(appId, AppShare::new);
        return new Lane(endpointId, app, clock, () -> leases.life().nanoTime());
    }

    /// Forgets the lanes of endpoints that are no more, and apps that have none left. Returns how
    /// many lanes there were.
    public int forgetGone() {
        var table = routes.current();
        int before = lanes.size();
        lanes.values().removeIf(lane -> table.endpoint(lane.endpointId()) == null && lane.retire());
        var inUse = new HashSet<AppShare>();
        lanes.values().forEach(lane -> inUse.add(lane.app()));
        apps.values().removeIf(app -> !inUse.contains(app) && app.places().get() == 0);
        return before - lanes.size();
    }

    /// Starts what the lane may start.
    private void pump(Lane lane) {
        var endpoint = routes.current().endpoint(lane.endpointId());
        int inFlightMax = inFlightMax(endpoint);
        if (endpoint != null) {
            lane.keepTo(endpoint);
            if (!ownership.allows(endpoint) && endpoint.state() == EndpointState.ACTIVE) {
                // It has come to need one process alone, and that may be another.
                handBackAside(lane, lane.drain());
                return;
            }
        }
        // What comes while we drain is handed back by the next call of drain.
        while (!draining.get() && lane.wantsPermit(inFlightMax)) {
            if (!acquire(lane)) {
                return;
            }
            var flight = lane.start(inFlightMax);
            if (flight == null) {
                // Another thread was faster; the permit goes to whoever waits for one.
                passOn(lane.app());
                return;
            }
            tell(lane);
            if (flight.canWait()) {
                spread.execute(() -> run(lane, flight), flight.claim().bytes());
            } else {
                executor.execute(() -> run(lane, flight));
            }
        }
        if (lane.isPaced()) {
            rest(lane, inFlightMax);
        }
    }

    private boolean acquire(Lane lane) {
        if (permits.acquire(lane.app())) {
            return true;
        }
        var load = lane.load();
        return permits.acquireOrWait(lane, load.speed(), load.inFlight());
    }

    /// The lane's time has not come: it is looked at again when it has. What would wait for long
    /// goes back to the database; that uses up no attempt.
    private void rest(Lane lane, int inFlightMax) {
        handBackAside(lane, lane.turnAway());
        var delay = lane.alarm(inFlightMax);
        if (delay != null) {
            alarm.in(
                    delay,
                    () -> {
                        lane.alarmRang();
                        pump(lane);
                    });
        }
    }

    /// On a thread of its own, because the settler may have no place at once.
    private void handBackAside(Lane lane, List<Claim> claims) {
        if (!claims.isEmpty()) {
            executor.execute(() -> handBack(lane, claims));
        }
    }

    private void handBack(Lane lane, List<Claim> claims) {
        try {
            for (var claim : claims) {
                attempts.handBack(claim);
                left(lane, claim);
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
            givenBack(lane, flight.claim());
            if (lane.finish(flight, result)) {
                hungry.add(lane.endpointId());
                onHungry.run();
            }
            tell(lane);
            passOn(lane.app());
            pump(lane);
        }
    }

    private void tell(Lane lane) {
        if (lane.hasNews()) {
            withNews.add(lane);
        }
    }

    private void passOn(AppShare app) {
        permits.release(app);
        for (var lane = permits.next(); lane != null; lane = permits.next()) {
            pump(lane);
        }
    }

    /// Out of the lane without an attempt.
    private void left(Lane lane, Claim claim) {
        lane.left(claim);
        givenBack(lane, claim);
    }

    private void givenBack(Lane lane, Claim claim) {
        stock.change(lane.app(), -1, -claim.bytes());
        if (draining.get() && stock.places() == 0) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    private int inFlightMax(@Nullable Endpoint endpoint) {
        // One that is gone has nothing to protect; its deliveries are cancelled without a request.
        return endpoint == null ? Lane.PLACES : ownership.inFlightMax(endpoint);
    }
}
