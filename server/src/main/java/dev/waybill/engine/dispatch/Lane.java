package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.endpoint.Pace;
import dev.waybill.domain.endpoint.PaceNews;
import dev.waybill.domain.endpoint.Ramp;
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

/// What this process holds for one endpoint: places promised, deliveries waiting, attempts under
/// way, and the pace it keeps. Guarded by `this`; nothing but the clock is called while the lock is
/// held, and that only if there is a pace to keep.
final class Lane {

    /// Held in memory for one endpoint at most; the rest waits in the database, where it costs
    /// nothing.
    static final int PLACES = 256;

    /// Enough to keep an endpoint going while memory is short.
    static final int PLACES_WHEN_CROWDED = 8;

    /// What cannot start within this time need not wait in memory.
    static final Duration AHEAD = Duration.ofSeconds(10);

    /// A lane that opens within this time is worth claiming for: twice the claimer's period.
    private static final Duration SOON = Duration.ofSeconds(1);

    private final UUID endpointId;
    private final AppShare app;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Queue<Claim> waiting = new ArrayDeque<>();
    private final Tempo tempo = new Tempo();
    private int reserved;
    private int inFlight;
    private boolean moreInDatabase;
    private boolean retired;

    /// The weight of what is held, with what is guessed for places whose deliveries are not known
    /// yet.
    private long bytes;

    private int guessed;
    private long guessedBytes;

    /// What its latest delivery weighed: the best guess for the next.
    private int lastBytes;

    /// The endpoint whose settings the pace was last made for.
    private volatile @Nullable Endpoint known;

    /// Null while nothing is held back, as nearly always.
    private volatile @Nullable Pace pace;

    /// What the other processes should know of the endpoint and have not been told.
    private volatile PaceNews news = PaceNews.NONE;

    /// Whether the processes together have anything to say about the endpoint.
    private boolean talkedAbout;

    /// When an alarm is set for the lane.
    private @Nullable Instant alarmAt;

    Lane(UUID endpointId, AppShare app, InstantSource clock, LongSupplier nanoClock) {
        this.endpointId = endpointId;
        this.app = app;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    UUID endpointId() {
        return endpointId;
    }

    AppShare app() {
        return app;
    }

    /// What a lane holds, and how quickly it lets go of it.
    record Load(int places, long bytes, int inFlight, Tempo.Speed speed) {}

    synchronized Load load() {
        var speed = tempo.speed(nanoClock.getAsLong());
        return new Load(waiting.size() + inFlight + reserved, bytes, inFlight, speed);
    }

    /// What a delivery that is not known yet may weigh.
    synchronized int likelyBytes() {
        return lastBytes;
    }

    /// Takes over what the endpoint's settings and state say about its pace. By identity: the
    /// routes hold on to the same object until the endpoint changes.
    @SuppressWarnings("ReferenceEquality")
    void keepTo(Endpoint endpoint) {
        if (known != endpoint) {
            adopt(endpoint);
        }
    }

    private synchronized void adopt(Endpoint endpoint) {
        var before = known;
        known = endpoint;
        var now = clock.instant();
        var next = (pace == null ? Pace.FREE : pace).limitedTo(endpoint.rateLimit(), now);
        change(isBack(before, endpoint, now) ? next.ramping(now) : next, now);
    }

    /// Whether the endpoint has been put back into service since we last knew.
    private static boolean isBack(@Nullable Endpoint before, Endpoint endpoint, Instant now) {
        var since = endpoint.standing().since();
        if (endpoint.state() != EndpointState.ACTIVE || !since.isAfter(endpoint.createdAt())) {
            return false;
        }
        return before == null
                ? since.plus(Ramp.NEWS_FOR).isAfter(now)
                : !before.standing().since().equals(since);
    }

    private void change(Pace next, Instant now) {
        pace = next.idleAt(now) ? null : next;
    }

    /// A refusal is remembered: the database now holds deliveries for this endpoint.
    synchronized boolean reserve(int placesMax, boolean urgent, int size) {
        if (placesNow(placesMax, urgent) <= 0) {
            moreInDatabase = true;
            return false;
        }
        reserved++;
        bytes += size;
        return true;
    }

    /// Places for deliveries that are not known yet, and what is guessed of their weight.
    record Reserved(int places, long bytes) {}

    /// Takes as many places as there are, up to `most`.
    synchronized Reserved reserveSome(int most, int placesMax) {
        return guess(Math.clamp(placesNow(placesMax, false), 0, most));
    }

    /// The same for deliveries that pass the breaker by; none unless the endpoint is parked.
    synchronized Reserved reserveUrgent(int most, int placesMax) {
        var kept = kept();
        if (kept == null || !kept.breaker().parked()) {
            return guess(0);
        }
        return guess(Math.clamp(placesNow(placesMax, true), 0, most));
    }

    private Reserved guess(int places) {
        long weight = (long) places * lastBytes;
        reserved += places;
        guessed += places;
        guessedBytes += weight;
        bytes += weight;
        return new Reserved(places, weight);
    }

    /// Returns the weight that had been guessed for them.
    synchronized long releaseGuessed(int places) {
        reserved -= places;
        return unguess(places);
    }

    private long unguess(int places) {
        long weight = guessed == places ? guessedBytes : guessedBytes * places / guessed;
        guessed -= places;
        guessedBytes -= weight;
        bytes -= weight;
        return weight;
    }

    synchronized void release(int size) {
        reserved--;
        bytes -= size;
    }

    synchronized void accept(Claim claim) {
        reserved--;
        lastBytes = claim.bytes();
        waiting.add(claim);
    }

    /// How much more it weighs than was guessed for its place.
    synchronized long beyondGuess(Claim claim) {
        return claim.bytes() - (guessed == 0 ? 0 : guessedBytes / guessed);
    }

    /// Deliveries of this weight were there, and too heavy to be held now.
    synchronized void learn(int weight) {
        lastBytes = weight;
    }

    /// The same for one that was not known. Returns how much more it weighs than was guessed.
    synchronized long acceptGuessed(Claim claim) {
        long more = claim.bytes() - unguess(1);
        bytes += claim.bytes();
        accept(claim);
        return more;
    }

    /// One that was in it is held no more.
    synchronized void left(Claim claim) {
        bytes -= claim.bytes();
    }

    /// The next delivery to attempt, counted as in flight; null if there is none, the endpoint has
    /// enough under way, or its time has not come. [#begin] follows when the attempt begins.
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

    /// The attempt begins now; for one that did not have to wait, [#start] has said so.
    void begin(Flight flight) {
        if (flight.canWait()) {
            synchronized (this) {
                tempo.started(flight, nanoClock.getAsLong());
            }
        }
    }

    private @Nullable Claim take() {
        var kept = kept();
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
            var started = kept.started(claim.urgent(), now);
            if (talkedAbout) {
                // The others should know of the probe, unless it is our own trouble that parks it.
                news = news.and(PaceNews.of(kept, started));
            }
            change(started, now);
        }
        return claim;
    }

    synchronized boolean wantsPermit(int inFlightMax) {
        if (waiting.isEmpty() || inFlight >= inFlightMax) {
            return false;
        }
        var kept = kept();
        return kept == null || !startsAt(kept).isAfter(clock.instant());
    }

    /// Returns true if the database should be asked for more now: some is known to be there, and
    /// half the lane is free.
    synchronized boolean finish(Flight flight, Result result) {
        inFlight--;
        bytes -= flight.claim().bytes();
        if (result instanceof Result.Sent) {
            tempo.answered(flight, nanoClock.getAsLong());
        } else {
            tempo.unsent(flight);
        }
        boolean asUsual =
                switch (result) {
                    case Result.Sent(var outcome) -> outcome instanceof Outcome.Accepted;
                    case Result.Unsent _ -> true;
                    case Result.Troubled _ -> false;
                };
        if (pace != null || !asUsual) {
            var now = clock.instant();
            var kept = pace == null ? Pace.FREE : pace;
            var next = after(kept, result, now);
            if (result instanceof Result.Sent(var outcome)
                    && !(outcome instanceof Outcome.NotSent)) {
                news = news.and(PaceNews.of(kept, next));
            }
            change(next, now);
        }
        if (moreInDatabase && (room(PLACES) >= PLACES / 2 || inFlight == 0)) {
            moreInDatabase = false;
            return true;
        }
        return false;
    }

    private static Pace after(Pace kept, Result result, Instant now) {
        return switch (result) {
            case Result.Sent(var outcome) -> kept.after(outcome, now);
            case Result.Unsent _ -> kept.unsent(now);
            case Result.Troubled _ -> kept.troubled(now);
        };
    }

    synchronized boolean isIdle() {
        return waiting.isEmpty() && inFlight == 0 && reserved == 0;
    }

    /// Its endpoint is no more. If it is idle it has no places from now on; else false.
    synchronized boolean retire() {
        retired = isIdle();
        return retired;
    }

    boolean hasNews() {
        return !news.equals(PaceNews.NONE);
    }

    /// What there is to tell, once. A failure that was made good before anybody heard of it is
    /// none.
    synchronized PaceNews takeNews() {
        var taken = news;
        news = PaceNews.NONE;
        return talkedAbout || !taken.equals(PaceNews.CLOSED) ? taken : PaceNews.NONE;
    }

    /// It could not be told.
    synchronized void putBack(PaceNews untold) {
        news = untold.and(news);
    }

    /// What the processes together know. False if that is nothing, and was before.
    synchronized boolean learn(SharedPace shared) {
        boolean well = shared.equals(SharedPace.WELL);
        if (well && !talkedAbout) {
            return false;
        }
        talkedAbout = !well;
        var now = clock.instant();
        change((pace == null ? Pace.FREE : pace).learning(shared, news, now), now);
        return true;
    }

    /// Whether anything is held back by now.
    boolean isPaced() {
        return pace != null;
    }

    /// How long until the lane should be looked at again; null if an attempt that ends, or an alarm
    /// that is set, will see to it.
    synchronized @Nullable Duration alarm(int inFlightMax) {
        var kept = kept();
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

    /// What waits here although its time will not come for long: the database may hold it as well.
    synchronized List<Claim> turnAway() {
        var kept = kept();
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

    /// Empties the queue, for handing everything back.
    synchronized List<Claim> drain() {
        var all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }

    synchronized void expectMoreInDatabase() {
        moreInDatabase = true;
    }

    /// The pace there is to keep. What waits for an endpoint that is out of service need not wait:
    /// no request will be made.
    private @Nullable Pace kept() {
        var endpoint = known;
        return endpoint == null || endpoint.state() == EndpointState.ACTIVE ? pace : null;
    }

    /// When the first of those that wait may start.
    private Instant startsAt(Pace kept) {
        var ordinary = kept.next(false);
        return kept.breaker().parked() && firstUrgent() != null ? kept.next(true) : ordinary;
    }

    private @Nullable Claim firstUrgent() {
        return waiting.stream().filter(Claim::urgent).findFirst().orElse(null);
    }

    private int placesNow(int placesMax, boolean urgent) {
        int room = room(placesMax);
        var kept = kept();
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
