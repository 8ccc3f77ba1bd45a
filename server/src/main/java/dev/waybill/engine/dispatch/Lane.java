package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.Pace;
import dev.waybill.domain.endpoint.PaceReport;
import dev.waybill.domain.endpoint.SharedPace;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The deliveries that this process holds for one endpoint: reserved places, deliveries that wait,
/// attempts under way, and the pace of the endpoint. Guarded by `this`. Only clocks are called
/// while the lock is held, and the wall clock only if there is a pace to keep.
final class Lane {

    /// The most deliveries held in memory for one endpoint. The rest waits in the database, where
    /// it costs nothing.
    static final int PLACES = 256;

    /// Enough to keep an endpoint busy while memory is short.
    static final int PLACES_WHEN_CROWDED = 8;

    /// A delivery that cannot start within this time does not wait in memory.
    static final Duration AHEAD = Duration.ofSeconds(10);

    /// Deliveries are claimed for a lane that opens within this time: twice the period of the
    /// claimer.
    private static final Duration SOON = Duration.ofSeconds(1);

    private final UUID endpointId;
    private final AppShare app;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Queue<Claim> waiting = new ArrayDeque<>();
    private final Tempo tempo = new Tempo();
    private final LaneBytes bytes = new LaneBytes();
    private final LanePace pace;
    private int reserved;
    private int inFlight;
    private boolean moreInDatabase;
    private boolean retired;

    /// The time of the alarm that is set for the lane.
    private @Nullable Instant alarmAt;

    Lane(UUID endpointId, AppShare app, InstantSource clock, LongSupplier nanoClock) {
        this.endpointId = endpointId;
        this.app = app;
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.pace = new LanePace(clock);
    }

    UUID endpointId() {
        return endpointId;
    }

    AppShare app() {
        return app;
    }

    /// The amount that a lane holds, and the speed of its endpoint.
    record Load(int places, long bytes, int inFlight, Tempo.Speed speed) {}

    synchronized Load load() {
        var speed = tempo.speed(nanoClock.getAsLong());
        return new Load(waiting.size() + inFlight + reserved, bytes.total(), inFlight, speed);
    }

    /// The estimated size of a delivery that is not known yet.
    synchronized int likelyBytes() {
        return bytes.likely();
    }

    /// Adapts the pace to the endpoint's settings and state, if they have changed.
    void keepTo(Endpoint endpoint) {
        if (!pace.isOf(endpoint)) {
            adopt(endpoint);
        }
    }

    private synchronized void adopt(Endpoint endpoint) {
        pace.adopt(endpoint);
    }

    /// Reserves a place for a delivery of this size. After a refusal the lane knows that the
    /// database holds deliveries for it.
    synchronized boolean reserve(int placesMax, boolean urgent, int size) {
        if (placesNow(placesMax, urgent) <= 0) {
            moreInDatabase = true;
            return false;
        }
        reserved++;
        bytes.add(size);
        return true;
    }

    /// Places for deliveries that are not known yet, and the estimate of their bytes.
    record Reserved(int places, long bytes) {}

    /// Reserves as many places as there are, up to `most`.
    synchronized Reserved reserveSome(int most, int placesMax) {
        return reserveEstimated(Math.clamp(placesNow(placesMax, false), 0, most));
    }

    /// The same for urgent deliveries, which ignore the breaker. Reserves none unless the endpoint
    /// is parked.
    synchronized Reserved reserveUrgent(int most, int placesMax) {
        var kept = pace.toKeep();
        if (kept == null || !kept.breaker().parked()) {
            return reserveEstimated(0);
        }
        return reserveEstimated(Math.clamp(placesNow(placesMax, true), 0, most));
    }

    private Reserved reserveEstimated(int places) {
        reserved += places;
        return new Reserved(places, bytes.addEstimated(places));
    }

    /// Returns the bytes that had been estimated for the places.
    synchronized long releaseEstimated(int places) {
        reserved -= places;
        return bytes.removeEstimated(places);
    }

    synchronized void release(int size) {
        reserved--;
        bytes.remove(size);
    }

    synchronized void accept(Claim claim) {
        reserved--;
        bytes.expect(claim.bytes());
        waiting.add(claim);
    }

    /// How much larger the delivery is than the estimate for its place.
    synchronized long beyondEstimate(Claim claim) {
        return bytes.beyondEstimate(claim);
    }

    /// The next delivery is probably of this size.
    synchronized void expectSize(int size) {
        bytes.expect(size);
    }

    /// Accepts a delivery into a place with an estimate. Returns how much larger it is than that.
    synchronized long acceptEstimated(Claim claim) {
        long more = claim.bytes() - bytes.removeEstimated(1);
        bytes.add(claim.bytes());
        accept(claim);
        return more;
    }

    /// A delivery that waited here is no longer held.
    synchronized void left(Claim claim) {
        bytes.remove(claim.bytes());
    }

    /// The next delivery to attempt, counted as in flight. Null if none waits, the endpoint has
    /// enough attempts under way, or its pace permits none now. [#begin] follows when the attempt
    /// begins.
    synchronized @Nullable Flight start(int inFlightMax) {
        if (inFlight >= inFlightMax) {
            return null;
        }
        var claim = take();
        if (claim == null) {
            return null;
        }
        inFlight++;
        long now = nanoClock.getAsLong();
        boolean slow = tempo.speed(now) == Tempo.Speed.SLOW;
        var flight = new Flight(claim, slow && !claim.urgent());
        if (!flight.canWait()) {
            tempo.started(flight, now);
        }
        return flight;
    }

    /// The attempt begins now. [#start] has counted those that did not have to wait.
    void begin(Flight flight) {
        if (flight.canWait()) {
            synchronized (this) {
                tempo.started(flight, nanoClock.getAsLong());
            }
        }
    }

    private @Nullable Claim take() {
        var kept = pace.toKeep();
        if (kept == null) {
            return waiting.poll();
        }
        var now = clock.instant();
        Claim claim = null;
        if (!kept.next(false).isAfter(now)) {
            claim = waiting.poll();
        } else if (!kept.next(true).isAfter(now)) {
            claim = firstUrgent();
            waiting.remove(claim);
        }
        if (claim != null) {
            pace.started(kept, claim.urgent(), now);
        }
        return claim;
    }

    synchronized boolean wantsPermit(int inFlightMax) {
        if (waiting.isEmpty() || inFlight >= inFlightMax) {
            return false;
        }
        var kept = pace.toKeep();
        return kept == null || !startsAt(kept).isAfter(clock.instant());
    }

    /// Returns whether the lane should be refilled: the database has more deliveries for it, and
    /// half of the lane is free.
    synchronized boolean finish(Flight flight, Result result) {
        inFlight--;
        bytes.remove(flight.claim().bytes());
        if (result instanceof Result.Sent) {
            tempo.answered(flight, nanoClock.getAsLong());
        } else {
            tempo.unsent(flight);
        }
        pace.finished(result);
        if (moreInDatabase && (room(PLACES) >= PLACES / 2 || inFlight == 0)) {
            moreInDatabase = false;
            return true;
        }
        return false;
    }

    synchronized boolean isIdle() {
        return waiting.isEmpty() && inFlight == 0 && reserved == 0;
    }

    /// Removes all places, because the endpoint is deleted. Returns false if the lane is not idle.
    synchronized boolean retire() {
        retired = isIdle();
        return retired;
    }

    boolean hasReport() {
        return pace.hasReport();
    }

    /// Removes and returns the changes of pace to report to the other processes.
    synchronized PaceReport takeReport() {
        return pace.takeReport();
    }

    /// Returns changes that could not be reported.
    synchronized void putBack(PaceReport unreported) {
        pace.putBack(unreported);
    }

    /// Takes over the shared pace. Returns false if there is none, and was none before.
    synchronized boolean learn(SharedPace shared) {
        return pace.learn(shared);
    }

    /// Whether anything limits the lane now.
    boolean isPaced() {
        return pace.isLimited();
    }

    /// The time until the lane should be looked at again. Null if the end of an attempt or an alarm
    /// that is set will do it.
    synchronized @Nullable Duration alarm(int inFlightMax) {
        var kept = pace.toKeep();
        if (kept == null || waiting.isEmpty() || inFlight >= inFlightMax) {
            return null;
        }
        var at = startsAt(kept);
        if (alarmAt != null && !alarmAt.isAfter(at)) {
            return null;
        }
        alarmAt = at;
        var delay = Duration.between(clock.instant(), at);
        return delay.isPositive() ? delay : Duration.ofMillis(1);
    }

    synchronized void alarmRang() {
        alarmAt = null;
    }

    /// Removes and returns the deliveries that cannot start soon: they can wait in the database.
    synchronized List<Claim> turnAway() {
        var kept = pace.toKeep();
        var away = new ArrayList<Claim>();
        if (kept == null || waiting.isEmpty()) {
            return away;
        }
        var horizon = clock.instant().plus(AHEAD);
        boolean ordinary = kept.next(false).isAfter(horizon);
        boolean urgent = kept.next(true).isAfter(horizon);
        waiting.removeIf(claim -> (claim.urgent() ? urgent : ordinary) && away.add(claim));
        moreInDatabase |= !away.isEmpty();
        return away;
    }

    /// Removes and returns all deliveries that wait.
    synchronized List<Claim> drain() {
        var all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }

    synchronized void expectMoreInDatabase() {
        moreInDatabase = true;
    }

    /// When the first delivery that waits may start.
    private Instant startsAt(Pace kept) {
        var ordinary = kept.next(false);
        return kept.breaker().parked() && firstUrgent() != null ? kept.next(true) : ordinary;
    }

    private @Nullable Claim firstUrgent() {
        return waiting.stream().filter(Claim::urgent).findFirst().orElse(null);
    }

    private int placesNow(int placesMax, boolean urgent) {
        int room = room(placesMax);
        var kept = pace.toKeep();
        if (kept == null) {
            return room;
        }
        if (kept.next(urgent).isAfter(clock.instant().plus(SOON))) {
            return 0;
        }
        if (urgent && kept.breaker().parked()) {
            return room;
        }
        return Math.min(room, kept.worth(AHEAD) - waiting.size() - inFlight - reserved);
    }

    private int room(int placesMax) {
        return retired ? 0 : placesMax - waiting.size() - inFlight - reserved;
    }
}
