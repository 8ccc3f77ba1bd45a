package dev.waybill.dispatch;

import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.Apps;
import dev.waybill.domain.Claim;
import dev.waybill.domain.Envelope;
import dev.waybill.domain.Outcome;
import dev.waybill.domain.Progress;
import dev.waybill.domain.RetryPolicies;
import dev.waybill.testing.ManualClock;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LaneTest {

    private static final UUID ENDPOINT = new UUID(0, 1);

    private static final Result OK = new Result.Sent(new Outcome.Accepted(200));

    private final ManualClock clock = new ManualClock();
    private final Lane lane = new Lane(ENDPOINT, clock);

    @Test
    void placesAreGivenOutOnce() {
        assertThat(lane.reserveSome(Lane.PLACES - 1, Lane.PLACES)).isEqualTo(Lane.PLACES - 1);
        assertThat(lane.reserve(Lane.PLACES, false)).isTrue();

        assertThat(lane.reserve(Lane.PLACES, false)).isFalse();
        assertThat(lane.reserveSome(10, Lane.PLACES)).isZero();
    }

    @Test
    void aPlaceGivenBackIsFree() {
        lane.reserveSome(Lane.PLACES, Lane.PLACES);
        lane.release(2);

        assertThat(lane.reserveSome(10, Lane.PLACES)).isEqualTo(2);
    }

    @Test
    void aPlaceIsTakenFromReservationToTheEndOfTheAttempt() {
        fill();
        assertThat(lane.reserve(Lane.PLACES, false)).as("waiting").isFalse();

        lane.start(1);
        assertThat(lane.reserve(Lane.PLACES, false)).as("in flight").isFalse();

        lane.finish(OK);
        assertThat(lane.reserve(Lane.PLACES, false)).as("done").isTrue();
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
        lane.accept(first);
        lane.accept(second);

        assertThat(lane.start(10)).isSameAs(first);
        assertThat(lane.start(10)).isSameAs(second);
        assertThat(lane.start(10)).isNull();
    }

    @Test
    void aLaneAsksForMoreWhenHalfOfItIsFreeAndMoreIsThere() {
        fill();
        assertThat(lane.reserve(Lane.PLACES, false)).as("told that it is full").isFalse();

        startAll();
        for (int free = 1; free < Lane.PLACES / 2; free++) {
            assertThat(lane.finish(OK)).as("%s free", free).isFalse();
        }
        assertThat(lane.finish(OK)).isTrue();

        assertThat(lane.finish(OK)).as("asks once").isFalse();
    }

    @Test
    void aCrowdedLaneAsksForMoreWhenItsLastAttemptEnds() {
        lane.reserveSome(Lane.PLACES, Lane.PLACES_WHEN_CROWDED);
        for (int i = 0; i < Lane.PLACES_WHEN_CROWDED; i++) {
            lane.accept(claim(i));
        }
        assertThat(lane.reserve(Lane.PLACES_WHEN_CROWDED, false)).isFalse();

        lane.start(1);

        assertThat(lane.finish(OK)).isTrue();
    }

    @Test
    void aLaneThatNeverWasFullDoesNotAsk() {
        lane.reserveSome(Lane.PLACES, Lane.PLACES);
        lane.accept(claim(1));
        lane.start(1);

        assertThat(lane.finish(OK)).isFalse();
    }

    @Test
    void whatHasNotBegunCanBeHandedBack() {
        fill();
        lane.start(1);

        assertThat(lane.drain()).hasSize(Lane.PLACES - 1);
        assertThat(lane.drain()).isEmpty();
    }

    @Test
    void lanesWaitForAPermitInTurnAndOnce() {
        var permits = new Permits(1);
        var other = new Lane(new UUID(0, 2), clock);
        assertThat(permits.acquire(lane)).isTrue();

        assertThat(permits.acquire(other)).isFalse();
        assertThat(permits.acquire(lane)).isFalse();
        assertThat(permits.acquire(other)).isFalse();
        assertThat(permits.next()).as("none is free").isNull();

        permits.release();
        assertThat(permits.next()).isSameAs(other);
        assertThat(permits.next()).isSameAs(lane);
        assertThat(permits.next()).isNull();
    }

    private void fill() {
        int places = lane.reserveSome(Lane.PLACES, Lane.PLACES);
        for (int i = 0; i < places; i++) {
            lane.accept(claim(i));
        }
    }

    private void startAll() {
        while (lane.start(Lane.PLACES) != null) {
            // Until none waits.
        }
    }

    private static Claim claim(long number) {
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
