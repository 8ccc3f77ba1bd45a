package dev.waybill.domain.delivery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyPreviewTest {

    private static final Duration TIME_LIMIT = Duration.ofSeconds(15);

    @Test
    void everyAttemptIsShownWithItsEarliestAndLatestTime() {
        var preview = preview(RetryPolicies.LIVE, null);

        assertThat(preview.attempts()).hasSize(10);
        assertThat(preview.giveUpAt()).isEqualTo(NOON.plus(Duration.ofHours(72)));
        assertThat(preview.ends()).containsExactly(Reason.EXHAUSTED);
        var third = preview.attempts().get(2);
        assertThat(third.earliest()).isEqualTo(at("PT5M"));
        assertThat(third.latest()).isBetween(at("PT6M59.999S"), at("PT7M"));
        assertThat(third.certain()).isTrue();
    }

    /// The tenth jitters backwards from 72 h, by 0.4 of the 24 h since the ninth at most.
    @Test
    void theLastAttemptStaysInsideTheWindow() {
        var last = preview(RetryPolicies.LIVE, null).attempts().getLast();

        assertThat(last.earliest()).isBetween(at("PT62H24M"), at("PT62H24M0.001S"));
        assertThat(last.latest()).isEqualTo(at("PT71H59M45S"));
        assertThat(last.pulledIn()).isFalse();
    }

    @Test
    void aMinuteToLiveIsTwoAttemptsFifteenSecondsApart() {
        var preview = preview(RetryPolicies.BRIEF, at("PT1M"));

        assertThat(preview.attempts())
                .extracting(PolicyPreview.Attempt::latest)
                .containsExactly(NOON, at("PT15S"));
        assertThat(preview.ends()).containsExactly(Reason.EXHAUSTED);
    }

    @Test
    void eightSecondsToLivePullTheLastAttemptIn() {
        var last = preview(RetryPolicies.BRIEF, at("PT8S")).attempts().getLast();

        assertThat(last.number()).isEqualTo(2);
        assertThat(last.latest()).isEqualTo(at("PT4S"));
        assertThat(last.pulledIn()).isTrue();
        assertThat(last.timeLimit()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void oneSecondToLiveIsOneAttemptCutShort() {
        var preview = preview(RetryPolicies.BRIEF, at("PT1S"));

        assertThat(preview.attempts()).hasSize(1);
        assertThat(preview.attempts().getFirst().timeLimit()).isEqualTo(Duration.ofSeconds(1));
        assertThat(preview.ends()).containsExactly(Reason.TTL);
    }

    /// An hour: the attempts at 1, 5 and 30 minutes, and one pulled in before the end.
    @Test
    void aLongerLifeCutsTheOrdinaryPolicy() {
        var preview = preview(RetryPolicies.LIVE, at("PT1H"));

        assertThat(preview.attempts()).hasSize(5);
        assertThat(preview.attempts().getLast().latest()).isEqualTo(at("PT59M45S"));
        assertThat(preview.attempts().getLast().pulledIn()).isTrue();
        assertThat(preview.ends()).containsExactly(Reason.TTL);
    }

    /// The attempt at 30 to 42 minutes may fall behind the end, and the one pulled in be all.
    @Test
    void whatDependsOnTheDiceIsNotCertain() {
        var attempts = preview(RetryPolicies.LIVE, at("PT31M")).attempts();

        assertThat(attempts.get(3).latest()).isBeforeOrEqualTo(at("PT31M"));
        assertThat(attempts).allSatisfy(a -> assertThat(a.latest()).isBefore(at("PT31M")));
        assertThat(attempts.getLast().certain()).isFalse();
    }

    /// For any dice, every attempt falls between the two times shown.
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void noDiceLeaveTheRange(long seed) {
        var random = new SplittableRandom(seed);
        for (var spec : RetryPolicies.NAMED.values()) {
            var policy = spec.policy("x");
            var preview = preview(policy, null);
            var at = NOON;
            boolean closing = false;
            for (int made = 0; ; made++) {
                assertThat(at)
                        .as(spec.name() + " " + made)
                        .isBetween(
                                preview.attempts().get(made).earliest(),
                                // Just before the end none is pulled in.
                                preview.attempts().get(made).latest().plus(TIME_LIMIT));
                var progress =
                        new Progress(
                                made,
                                0,
                                closing,
                                made == 0 ? null : NOON,
                                preview.giveUpAt(),
                                null);
                var step =
                        NextStep.after(
                                new Outcome.Refused(503, null),
                                progress,
                                policy,
                                at,
                                at,
                                TIME_LIMIT,
                                random.nextDouble());
                if (!(step instanceof NextStep.RetryAt(var next, boolean last))) {
                    break;
                }
                at = next;
                closing = last;
            }
        }
    }

    private static PolicyPreview preview(RetryPolicy policy, @Nullable Instant expiresAt) {
        return PolicyPreview.of(policy, NOON, expiresAt, TIME_LIMIT);
    }

    private static Instant at(String offset) {
        return NOON.plus(Duration.parse(offset));
    }
}
