package dev.waybill.engine.dispatch;

import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Progress;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LaneTest {

    private static final UUID ENDPOINT = new UUID(0, 1);

    static final Result OK = new Result.Sent(new Outcome.Accepted(200));

    private final ManualClock clock = new ManualClock();
    private final AtomicLong nanos = new AtomicLong();
    private final Lane lane = new Lane(ENDPOINT, new AppShare(Apps.DEFAULT), clock, nanos::get);
    private final Deque<Flight> started = new ArrayDeque<>();

    @Test
    void placesAreGivenOutOnce() {
        assertThat(lane.reserveSome(Lane.PLACES - 1, Lane.PLACES).places())
                .isEqualTo(Lane.PLACES - 1);
        assertThat(lane.reserve(Lane.PLACES, false, 0)).isTrue();

        assertThat(lane.reserve(Lane.PLACES, false, 0)).isFalse();
        assertThat(lane.reserveSome(10, Lane.PLACES).places()).isZero();
    }

    @Test
    void aPlaceGivenBackIsFree() {
        lane.reserveSome(Lane.PLACES, Lane.PLACES);
        lane.releaseEstimated(2);

        assertThat(lane.reserveSome(10, Lane.PLACES).places()).isEqualTo(2);
    }

    @Test
    void aPlaceIsTakenFromReservationToTheEndOfTheAttempt() {
        fill();
        assertThat(lane.reserve(Lane.PLACES, false, 0)).as("waiting").isFalse();

        start(1);
        assertThat(lane.reserve(Lane.PLACES, false, 0)).as("in flight").isFalse();

        finish();
        assertThat(lane.reserve(Lane.PLACES, false, 0)).as("done").isTrue();
    }

    @Test
    void noMoreAreStartedThanTheEndpointTakes() {
        fill();

        assertThat(lane.start(2)).isNotNull();
        assertThat(lane.wantsPermit(2)).isTrue();
        assertThat(lane.start(2)).isNotNull();

        assertThat(lane.wantsPermit(2)).isFalse();
        assertThat(lane.start(2)).isNull();
    }

    @Test
    void theFirstInIsTheFirstOut() {
        var first = claim(1);
        var second = claim(2);
        lane.reserveSome(2, Lane.PLACES);
        lane.acceptEstimated(first);
        lane.acceptEstimated(second);

        assertThat(start(10).claim()).isSameAs(first);
        assertThat(start(10).claim()).isSameAs(second);
        assertThat(lane.start(10)).isNull();
    }

    @Test
    void aLaneAsksForMoreWhenHalfOfItIsFreeAndMoreIsThere() {
        fill();
        assertThat(lane.reserve(Lane.PLACES, false, 0)).as("told that it is full").isFalse();

        startAll();
        for (int free = 1; free < Lane.PLACES / 2; free++) {
            assertThat(finish()).as("%s free", free).isFalse();
        }
        assertThat(finish()).isTrue();

        assertThat(finish()).as("asks once").isFalse();
    }

    @Test
    void aCrowdedLaneAsksForMoreWhenItsLastAttemptEnds() {
        lane.reserveSome(Lane.PLACES, Lane.PLACES_WHEN_CROWDED);
        for (int i = 0; i < Lane.PLACES_WHEN_CROWDED; i++) {
            lane.acceptEstimated(claim(i));
        }
        assertThat(lane.reserve(Lane.PLACES_WHEN_CROWDED, false, 0)).isFalse();

        start(1);

        assertThat(finish()).isTrue();
    }

    @Test
    void aLaneThatNeverWasFullDoesNotAsk() {
        lane.reserveSome(Lane.PLACES, Lane.PLACES);
        lane.acceptEstimated(claim(1));
        start(1);

        assertThat(finish()).isFalse();
    }

    @Test
    void whatHasNotBegunCanBeHandedBack() {
        fill();
        start(1);

        assertThat(lane.drain()).hasSize(Lane.PLACES - 1);
        assertThat(lane.drain()).isEmpty();
    }

    @Test
    void whatIsNotKnownYetIsTakenForAsHeavyAsTheLast() {
        lane.reserve(Lane.PLACES, false, 2);
        lane.accept(claim(1));

        var reserved = lane.reserveSome(3, Lane.PLACES);
        assertThat(reserved).isEqualTo(new Lane.Reserved(3, 6));
        assertThat(lane.load().bytes()).isEqualTo(8);

        assertThat(lane.releaseEstimated(1)).isEqualTo(2);
        assertThat(lane.acceptEstimated(claim(2))).as("as heavy as guessed").isZero();
        assertThat(lane.releaseEstimated(1)).isEqualTo(2);
        assertThat(lane.load().bytes()).isEqualTo(4);
    }

    @Test
    void aLaneThatHoldsNothingWeighsNothing() {
        fill();
        startAll();
        while (!started.isEmpty()) {
            finish();
        }

        assertThat(lane.load()).isEqualTo(new Lane.Load(0, 0, 0, Tempo.Speed.QUICK));
    }

    @Test
    void aLaneWhoseEndpointIsGoneRetiresWhenItIsIdle() {
        lane.reserve(Lane.PLACES, false, 2);
        assertThat(lane.retire()).isFalse();
        lane.release(2);

        assertThat(lane.retire()).isTrue();

        assertThat(lane.reserve(Lane.PLACES, false, 2)).isFalse();
        assertThat(lane.reserveSome(1, Lane.PLACES).places()).isZero();
    }

    /// Otherwise waiting would keep an endpoint slow that has become quick.
    @Test
    void anAttemptOfASlowEndpointCountsFromWhenItBegins() {
        fill();
        for (int i = 0; i < 3; i++) {
            start(Lane.PLACES);
        }
        pass(Tempo.QUICK_MAX);
        assertThat(lane.load().speed()).isEqualTo(Tempo.Speed.SLOW);

        for (int i = 0; i < 4; i++) {
            var flight = requireNonNull(lane.start(Lane.PLACES));
            assertThat(flight.canWait()).isEqualTo(i < 3);
            pass(Tempo.QUICK_MAX);
            lane.begin(flight);
            lane.finish(flight, OK);
        }
        assertThat(lane.load().speed()).isEqualTo(Tempo.Speed.QUICK);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private void fill() {
        int places = lane.reserveSome(Lane.PLACES, Lane.PLACES).places();
        for (int i = 0; i < places; i++) {
            lane.acceptEstimated(claim(i));
        }
    }

    private void startAll() {
        while (lane.wantsPermit(Lane.PLACES)) {
            start(Lane.PLACES);
        }
    }

    private Flight start(int inFlightMax) {
        var flight = requireNonNull(lane.start(inFlightMax));
        lane.begin(flight);
        started.add(flight);
        return flight;
    }

    private boolean finish() {
        return lane.finish(started.remove(), OK);
    }

    static Claim claim(long number) {
        return new Claim(
                new UUID(1, number),
                ENDPOINT,
                Apps.DEFAULT,
                NOON,
                new UUID(2, 0),
                new Envelope("evt_1", "a.b", "{}".getBytes(UTF_8), null, null),
                Progress.fresh(NOON, null),
                RetryPolicies.LIVE,
                null);
    }
}
