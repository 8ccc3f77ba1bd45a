package dev.waybill.domain.endpoint;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.NextStep;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Blocked;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {

    private static final Outcome OK = new Accepted(200);
    private static final Outcome DOWN = new Refused(500, null);

    @Test
    void anEndpointThatIsWellIsNotHeldBack() {
        assertThat(Pace.FREE.idleAt(NOON)).isTrue();
        assertThat(Pace.FREE.next(false)).isBefore(NOON);
        assertThat(Pace.FREE.after(OK, NOON)).isEqualTo(Pace.FREE);
    }

    @Test
    void tenFailuresInARowParkIt() {
        var pace = failed(Pace.FREE, 9);
        assertThat(pace.next(false)).isBefore(NOON);

        pace = pace.after(new Unanswered(Fault.TIMEOUT_FIRST_BYTE), NOON);

        assertThat(pace.next(false)).isEqualTo(NOON.plusSeconds(30));
        assertThat(pace.next(true)).as("what goes stale soon passes by").isBefore(NOON);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 302, 404, 429})
    void anyOtherAnswerEndsTheRow(int status) {
        var answer = status == 200 ? OK : new Refused(status, null);

        var pace = failed(failed(Pace.FREE, 9).after(answer, NOON), 9);

        assertThat(pace.breaker().parked()).isFalse();
    }

    @Test
    void whatSaysNothingAboutTheEndpointChangesNothing() {
        var pace =
                failed(Pace.FREE, 9)
                        .after(new Blocked(), NOON)
                        .after(new Unanswered(Fault.EXPIRY), NOON);

        assertThat(pace.breaker().failures()).isEqualTo(9);
    }

    @Test
    void aParkedOneIsProbedEveryHalfMinute() {
        var pace = failed(Pace.FREE, 10);

        var first = NOON.plusSeconds(30);
        pace = pace.started(false, first);
        assertThat(pace.next(false)).isEqualTo(first.plusSeconds(30));
        pace = pace.after(DOWN, first.plusSeconds(20));

        assertThat(pace.next(false)).isEqualTo(first.plusSeconds(30));
        assertThat(pace.worth(Duration.ofSeconds(10))).isOne();
    }

    @Test
    void aProbeThatWasNotSentIsMadeUpFor() {
        var pace = failed(Pace.FREE, 10).started(false, NOON.plusSeconds(30));

        assertThat(pace.unsent(NOON.plusSeconds(31)).next(false)).isEqualTo(NOON.plusSeconds(31));
    }

    @Test
    void whatPassesTheBreakerByIsNoProbeButMayCloseIt() {
        var pace = failed(Pace.FREE, 10).started(true, NOON.plusSeconds(5));
        assertThat(pace.next(false)).isEqualTo(NOON.plusSeconds(30));

        pace = pace.after(OK, NOON.plusSeconds(6));

        assertThat(pace.breaker()).isEqualTo(Breaker.CLOSED);
        assertThat(pace.ramp()).isNotNull();
    }

    @Test
    void recoveryRampsFromFiveASecondDoublingEveryFiveSecondsOfSuccess() {
        var pace = failed(Pace.FREE, 10).after(OK, NOON);
        assertThat(rate(pace)).isEqualTo(5);

        pace = pace.after(OK, NOON.plusMillis(1));
        pace = pace.after(OK, NOON.plusSeconds(5));
        assertThat(rate(pace)).as("five seconds are not over").isEqualTo(5);
        pace = pace.after(OK, NOON.plusMillis(5_001));
        assertThat(rate(pace)).isEqualTo(10);
        pace = pace.after(OK, NOON.plusMillis(10_001));
        assertThat(rate(pace)).isEqualTo(20);
    }

    @Test
    void aFailureOnTheRampStartsTheFiveSecondsAnew() {
        var pace = Pace.FREE.ramping(NOON).after(OK, NOON);

        pace = pace.after(DOWN, NOON.plusSeconds(4)).after(OK, NOON.plusSeconds(5));
        pace = pace.after(OK, NOON.plusSeconds(9));
        assertThat(rate(pace)).isEqualTo(5);
        pace = pace.after(OK, NOON.plusSeconds(10));

        assertThat(rate(pace)).isEqualTo(10);
    }

    @Test
    void theRampEnds() {
        var pace = Pace.FREE.ramping(NOON);

        for (int second = 0; second <= 60; second++) {
            pace = pace.after(OK, NOON.plusSeconds(second));
        }

        assertThat(pace.idleAt(NOON.plusSeconds(60))).isTrue();
    }

    @Test
    void theRampHoldsBackWhatStarts() {
        var pace = Pace.FREE.ramping(NOON);

        for (int i = 0; i < 5; i++) {
            pace = pace.started(false, pace.next(false));
        }

        assertThat(pace.next(false)).isEqualTo(NOON.plusSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({
        "429, PT3S,     PT3S",
        "503, PT3S,     PT3S",
        "429, PT1H,     PT1H",
        "429, PT87600H, PT1H",
        "503, PT0S,     PT0S",
    })
    void retryAfterHoldsOffTheWholeLaneAtMostAnHour(int status, Duration asked, Duration held) {
        var pace = Pace.FREE.after(new Refused(status, asked), NOON);

        assertThat(pace.next(false)).isEqualTo(NOON.plus(held));
        assertThat(pace.next(true)).as("for everybody").isEqualTo(NOON.plus(held));
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 500, 502, 301})
    void otherAnswersDoNotHoldOff(int status) {
        var pace = Pace.FREE.after(new Refused(status, Duration.ofMinutes(5)), NOON);

        assertThat(pace.holdOffUntil()).isNull();
    }

    /// Other nodes come first; the earlier results of the endpoint are neither forgotten nor
    /// counted against it.
    @Test
    void whatThisNodeCouldNotSendHoldsOffAndChangesNothingElse() {
        var failing = Pace.FREE.after(new Refused(500, null), NOON);

        var pace = failing.after(new NotSent(LocalFault.SOCKETS), NOON);

        assertThat(pace.next(true)).isEqualTo(NOON.plus(Pace.NOT_SENT_PAUSE));
        assertThat(Pace.NOT_SENT_PAUSE).isGreaterThan(NextStep.HAND_BACK_PAUSE.multipliedBy(2));
        assertThat(pace.breaker()).isEqualTo(failing.breaker());
    }

    @Test
    void aLaterAnswerDoesNotShortenTheHoldOff() {
        var pace =
                Pace.FREE
                        .after(new Refused(429, Duration.ofSeconds(60)), NOON)
                        .after(new Refused(429, Duration.ofSeconds(1)), NOON.plusSeconds(1))
                        .after(OK, NOON.plusSeconds(2));

        assertThat(pace.next(false)).isEqualTo(NOON.plusSeconds(60));
        assertThat(pace.idleAt(NOON.plusSeconds(59))).isFalse();
        assertThat(pace.idleAt(NOON.plusSeconds(60))).isTrue();
    }

    @Test
    void theStricterOfLimitAndRampHolds() {
        var pace = Pace.FREE.limitedTo(2.0, NOON).ramping(NOON).started(false, NOON);

        assertThat(pace.next(false)).isEqualTo(NOON.plusMillis(500));
        assertThat(pace.worth(Duration.ofSeconds(10))).isEqualTo(20);
    }

    @Test
    void aChangedLimitHoldsFromTheNextOneOn() {
        var pace = Pace.FREE.limitedTo(1.0, NOON).started(false, NOON).limitedTo(10.0, NOON);

        pace = pace.started(false, NOON.plusSeconds(1));

        assertThat(pace.next(false)).isEqualTo(NOON.plusMillis(1_100));
        assertThat(pace.limitedTo(null, NOON).idleAt(NOON)).isTrue();
    }

    private static Pace failed(Pace pace, int times) {
        var after = pace;
        for (int i = 0; i < times; i++) {
            after = after.after(DOWN, NOON);
        }
        return after;
    }

    private static double rate(Pace pace) {
        return Objects.requireNonNull(pace.ramp()).bucket().perSecond();
    }
}
