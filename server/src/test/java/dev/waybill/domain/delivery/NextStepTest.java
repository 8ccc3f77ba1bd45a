package dev.waybill.domain.delivery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.NextStep.Bury;
import dev.waybill.domain.delivery.NextStep.Finish;
import dev.waybill.domain.delivery.NextStep.HandBack;
import dev.waybill.domain.delivery.NextStep.RetryAt;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Blocked;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.domain.retry.RetryPolicies;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The table of outcomes, row by row. Properties of all histories are in [NextStepPropertyTest].
class NextStepTest {

    private static final Duration TIME_LIMIT = Duration.ofSeconds(15);
    private static final Instant GIVE_UP = NOON.plus(Duration.ofHours(72));

    /// Every attempt here begins at noon and takes a second.
    private static final Instant ENDED = NOON.plusSeconds(1);

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void anyTwoHundredIsADelivery(int status) {
        assertThat(after(new Accepted(status), fresh())).isEqualTo(new Finish());
    }

    @Test
    void anAnswerCountsEvenIfItWasTheLastPossible() {
        var last = new Progress(9, 2, true, NOON, GIVE_UP, NOON.plusSeconds(2));

        assertThat(after(new Accepted(200), last)).isEqualTo(new Finish());
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 501, 502, 503, 504, 507, 520, 599})
    void troubleThatMayPassIsRetriedByPolicyHoweverOften(int status) {
        var step = after(new Refused(status, null), refusedBefore(2));

        assertThat(step).isInstanceOf(RetryAt.class);
        assertThat(NextStep.isLimited(new Refused(status, null))).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EXPIRY", "BLOCKED", "NOT_STORABLE"})
    void noAnswerIsRetriedByPolicyHoweverOften(Fault fault) {
        assertThat(after(new Unanswered(fault), refusedBefore(2))).isInstanceOf(RetryAt.class);
        assertThat(NextStep.isLimited(new Unanswered(fault))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 409, 411, 413, 422, 451,
                499
            })
    void whatRetriesSeldomMendIsTriedThreeTimesInAll(int status) {
        var refused = new Refused(status, null);

        assertThat(NextStep.isLimited(refused)).isTrue();
        assertThat(after(refused, fresh())).isInstanceOf(RetryAt.class);
        assertThat(after(refused, refusedBefore(1))).isInstanceOf(RetryAt.class);
        assertThat(after(refused, refusedBefore(2))).isEqualTo(new Bury(Reason.PERMANENT));
    }

    @Test
    void aRefusedAddressIsLookedUpThreeTimesInAll() {
        assertThat(NextStep.isLimited(new Blocked())).isTrue();
        assertThat(after(new Blocked(), refusedBefore(1))).isInstanceOf(RetryAt.class);
        assertThat(after(new Blocked(), refusedBefore(2))).isEqualTo(new Bury(Reason.BLOCKED));
    }

    @Test
    void goneIsGoneAtOnce() {
        assertThat(after(new Refused(410, null), fresh())).isEqualTo(new Bury(Reason.GONE));
        assertThat(after(new Refused(410, Duration.ofSeconds(5)), fresh()))
                .isEqualTo(new Bury(Reason.GONE));
    }

    @Test
    void anAttemptCutByTheExpiryEndsTheDelivery() {
        assertThat(after(new Unanswered(Fault.EXPIRY), fresh())).isEqualTo(new Bury(Reason.TTL));
    }

    @Test
    void theWaitIsThePolicys() {
        // One minute after the first attempt, and a fifth of it more by dice of one half.
        assertThat(after(new Refused(500, null), fresh()))
                .isEqualTo(new RetryAt(NOON.plusSeconds(72), false));
    }

    @ParameterizedTest
    @CsvSource({
        "429, PT0S,   PT72S",
        "429, PT10S,  PT72S",
        "503, PT71S,  PT72S",
        "503, PT10M,  PT10M1S",
        "429, PT24H,  PT24H1S",
    })
    void retryAfterLengthensTheWaitAndNeverShortensIt(int status, Duration asked, Duration wait) {
        assertThat(after(new Refused(status, asked), fresh()))
                .isEqualTo(new RetryAt(NOON.plus(wait), false));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 404, 408, 425, 500, 502, 504})
    void retryAfterIsHeededOnlyFrom429And503(int status) {
        assertThat(after(new Refused(status, Duration.ofHours(5)), fresh()))
                .isEqualTo(new RetryAt(NOON.plusSeconds(72), false));
    }

    @ParameterizedTest
    @EnumSource
    void whatThisNodeCouldNotSendIsHandedBack(LocalFault fault) {
        // Five seconds, and by dice of one half two and a half more.
        assertThat(after(new NotSent(fault), fresh()))
                .isEqualTo(new HandBack(ENDED.plusMillis(7_500)));
        assertThat(NextStep.isLimited(new NotSent(fault))).isFalse();
    }

    @Test
    void askedPastTheWindowOneLastAttemptIsPulledInBeforeItsEnd() {
        assertThat(after(new Refused(429, Duration.ofDays(30)), fresh()))
                .isEqualTo(new RetryAt(GIVE_UP.minus(TIME_LIMIT), true));
    }

    @Test
    void exactlyAtTheEndIsTooLate() {
        var asked = Duration.between(ENDED, GIVE_UP);

        assertThat(after(new Refused(429, asked), fresh()))
                .isEqualTo(new RetryAt(GIVE_UP.minus(TIME_LIMIT), true));
        assertThat(after(new Refused(429, asked.minusMillis(1)), fresh()))
                .isEqualTo(new RetryAt(GIVE_UP.minusMillis(1), false));
    }

    @Test
    void theLastAttemptHasAtLeastHalfOfWhatIsLeft() {
        var tenSecondsLeft = new Progress(3, 0, false, NOON, ENDED.plusSeconds(10), null);

        assertThat(after(new Refused(500, null), tenSecondsLeft))
                .isEqualTo(new RetryAt(ENDED.plusSeconds(5), true));
    }

    @ParameterizedTest
    @CsvSource({"1999, DEADLINE", "0, DEADLINE", "-5000, DEADLINE"})
    void withoutRoomForALastAttemptTheClockRanOut(long leftMillis, Reason reason) {
        var almostOver = new Progress(3, 0, false, NOON, ENDED.plusMillis(leftMillis), null);

        assertThat(after(new Refused(500, null), almostOver)).isEqualTo(new Bury(reason));
    }

    @Test
    void twoSecondsAreRoomEnough() {
        var twoSecondsLeft = new Progress(3, 0, false, NOON, ENDED.plusSeconds(2), null);

        assertThat(after(new Refused(500, null), twoSecondsLeft))
                .isEqualTo(new RetryAt(ENDED.plusSeconds(1), true));
    }

    @Test
    void noneFollowsAClosingAttempt() {
        var closing = new Progress(3, 0, true, NOON, GIVE_UP, null);

        assertThat(after(new Refused(500, null), closing)).isEqualTo(new Bury(Reason.DEADLINE));
        assertThat(after(new Unanswered(Fault.TIMEOUT_FIRST_BYTE), closing))
                .isEqualTo(new Bury(Reason.DEADLINE));
    }

    @Test
    void theExpiryEndsADeliveryAsStaleNotAsLate() {
        var expiring = new Progress(3, 0, true, NOON, GIVE_UP, NOON.plusSeconds(600));

        assertThat(after(new Refused(500, null), expiring)).isEqualTo(new Bury(Reason.TTL));
    }

    @Test
    void anExpiryBehindTheWindowDoesNotMatter() {
        var closing = new Progress(3, 0, true, NOON, GIVE_UP, GIVE_UP.plusMillis(1));

        assertThat(after(new Refused(500, null), closing)).isEqualTo(new Bury(Reason.DEADLINE));
    }

    @Test
    void aRetryPastTheExpiryIsPulledInBeforeIt() {
        var expiresAt = NOON.plusSeconds(60);
        var expiring = new Progress(0, 0, false, null, GIVE_UP, expiresAt);

        assertThat(after(new Refused(500, null), expiring))
                .isEqualTo(new RetryAt(expiresAt.minus(TIME_LIMIT), true));
    }

    @Test
    void attemptsUsedUpIsExhaustedWhateverTheClockSays() {
        var lastOfTen = new Progress(9, 0, false, NOON, GIVE_UP, null);
        var lastAndClosing = new Progress(9, 0, true, NOON, GIVE_UP, NOON.plusSeconds(2));

        assertThat(after(new Refused(500, null), lastOfTen)).isEqualTo(new Bury(Reason.EXHAUSTED));
        assertThat(after(new Refused(500, null), lastAndClosing))
                .isEqualTo(new Bury(Reason.EXHAUSTED));
    }

    @Test
    void thePenultimateAttemptHasAnotherBehindIt() {
        var ninthOfTen = new Progress(8, 0, false, NOON, GIVE_UP, null);

        assertThat(after(new Refused(500, null), ninthOfTen)).isInstanceOf(RetryAt.class);
    }

    @Test
    void answersOfTheLimitedClassCountTogetherAndApartFromOthers() {
        var history =
                List.of(
                        new Refused(404, null),
                        new Refused(500, null),
                        new Blocked(),
                        new Unanswered(Fault.DNS),
                        new Refused(302, null));
        var progress = fresh();
        NextStep step = new Finish();

        for (var outcome : history) {
            assertThat(step).isNotInstanceOf(Bury.class);
            step = after(outcome, progress);
            progress = progressAfter(progress, outcome);
        }

        assertThat(step).isEqualTo(new Bury(Reason.PERMANENT));
    }

    private static NextStep after(Outcome outcome, Progress progress) {
        return NextStep.after(outcome, progress, RetryPolicies.LIVE, NOON, ENDED, TIME_LIMIT, 0.5);
    }

    private static Progress fresh() {
        return Progress.fresh(GIVE_UP, null);
    }

    private static Progress refusedBefore(int times) {
        return new Progress(times, times, false, NOON, GIVE_UP, null);
    }

    private static Progress progressAfter(Progress before, Outcome outcome) {
        return new Progress(
                before.attempts() + 1,
                before.refusals() + (NextStep.isLimited(outcome) ? 1 : 0),
                false,
                NOON,
                before.giveUpAt(),
                before.expiresAt());
    }
}
