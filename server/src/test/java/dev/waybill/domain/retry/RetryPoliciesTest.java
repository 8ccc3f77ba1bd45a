package dev.waybill.domain.retry;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RetryPoliciesTest {

    @ParameterizedTest
    @CsvSource({
        "live,        10, PT72H",
        "test,        4,  PT6H",
        "billing,     8,  PT44H58M15.5S",
        "exponential, 12, PT72H",
        "full-jitter, 5,  PT7M30S",
        "brief,       2,  PT2M",
        "short,       3,  PT15M",
    })
    void aPolicyAddsUpToWhatIsPromised(String name, int attempts, Duration window) {
        var policy = named(name);

        assertThat(policy.attemptsMax()).isEqualTo(attempts);
        assertThat(policy.window()).isEqualTo(window);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "live | PT1M PT5M PT30M PT2H PT6H PT12H PT24H PT48H PT72H",
                "test | PT1M PT30M PT6H",
                "billing | PT5S PT35S PT5M35S PT35M35S PT2H35M35S PT10H35M35S PT34H35M35S",
                "exponential | PT1M PT3M PT7M PT15M PT31M PT63M PT2H3M PT3H3M PT4H3M PT5H3M PT6H3M",
                "full-jitter | PT0S PT0S PT0S PT0S",
                "brief | PT15S",
                "short | PT30S PT1M",
            })
    void withTheLowestDiceTheOffsetsAreTheDocumentedOnes(String name, String offsets) {
        var expected = List.of(offsets.split(" ")).stream().map(Duration::parse).toList();

        assertThat(offsets(named(name), 0)).isEqualTo(expected);
    }

    /// Computed by hand: half of each jitter, forwards, and of the last offset backwards.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "live | PT1M12S PT6M PT36M PT2H24M PT7H12M PT14H24M PT28H48M PT57H36M PT69H7M12S",
                "test | PT1M12S PT36M PT4H55M12S",
                "billing | PT5.75S PT40.25S PT6M25.25S PT40M55.25S PT2H58M55.25S PT12H10M55.25S"
                        + " PT39H46M55.25S",
                "exponential | PT1M30S PT4M PT8M30S PT17M PT33M30S PT66M PT2H6M30S PT3H7M PT4H7M30S"
                        + " PT5H8M PT6H8M30S",
                "full-jitter | PT15S PT45S PT1M45S PT3M45S",
                "brief | PT15S",
                "short | PT45S PT1M30S",
            })
    void withMiddlingDiceTheOffsetsAreHalfwaySpread(String name, String offsets) {
        var expected = List.of(offsets.split(" ")).stream().map(Duration::parse).toList();

        assertThat(offsets(named(name), 0.5)).isEqualTo(expected);
    }

    @Test
    void anEventTypesPolicyIsTakenWhereTheEndpointHasNone() {
        assertThat(RetryPolicies.choose(NOON, null, null, RetryPolicies.BILLING, Mode.LIVE))
                .isEqualTo(RetryPolicies.BILLING);
        assertThat(
                        RetryPolicies.choose(
                                NOON,
                                null,
                                RetryPolicies.EXPONENTIAL,
                                RetryPolicies.BILLING,
                                Mode.LIVE))
                .isEqualTo(RetryPolicies.EXPONENTIAL);
    }

    @Test
    void aCapNeverAddsAttempts() {
        assertThat(RetryPolicies.LIVE.capped(3).attemptsMax()).isEqualTo(3);
        assertThat(RetryPolicies.LIVE.capped(3).name()).isEqualTo("live");
        assertThat(RetryPolicies.LIVE.capped(99)).isEqualTo(RetryPolicies.LIVE);
        assertThat(RetryPolicies.LIVE.capped(null)).isEqualTo(RetryPolicies.LIVE);
    }

    @Test
    void theSecondWaitOfLiveIsFiveToSevenMinutes() {
        assertThat(secondRetryOfLive(0)).isEqualTo(NOON.plusSeconds(300));
        assertThat(secondRetryOfLive(0.5)).isEqualTo(NOON.plusSeconds(360));
        assertThat(secondRetryOfLive(0.999)).isBetween(at("PT6M59S"), at("PT7M"));
    }

    private static Instant secondRetryOfLive(double dice) {
        return RetryPolicies.LIVE.next(2, NOON, at("PT1M"), dice);
    }

    @ParameterizedTest
    @CsvSource({
        "live, 9, PT48H, 0,     PT72H",
        "live, 9, PT48H, 0.5,   PT67H12M",
        "live, 9, PT60H, 0.5,   PT69H36M",
        "test, 3, PT30M, 0,     PT6H",
        "test, 3, PT30M, 0.5,   PT4H54M",
    })
    void theLastOffsetJittersBackwards(
            String name, int made, Duration endedAfter, double dice, Duration expected) {
        var at = named(name).next(made, NOON, NOON.plus(endedAfter), dice);

        assertThat(at).isEqualTo(NOON.plus(expected));
    }

    @Test
    void aLateAttemptDoesNotBunchTheOnesBehindIt() {
        // The second attempt of `live` was an hour late: the third, due long ago, still waits half
        // of the four minutes between them.
        var at = RetryPolicies.LIVE.next(2, NOON, at("PT1H"), 0);

        assertThat(at).isEqualTo(at("PT1H2M"));
    }

    /// For any dice: the policies with a list of offsets stay inside their window.
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void noOffsetLeavesTheWindow(long seed) {
        var random = new SplittableRandom(seed);
        for (var name : RetryPolicies.NAMED.keySet()) {
            var policy = named(name);
            var at = NOON;
            for (int made = 1; made < policy.attemptsMax(); made++) {
                var next = policy.next(made, NOON, at, random.nextDouble());

                assertThat(next).as(name).isAfterOrEqualTo(at);
                at = next;
            }
            assertThat(at).as(name).isBeforeOrEqualTo(NOON.plus(policy.window()));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PT-1S,       brief",
        "PT1S,        brief",
        "PT1M59.999S, brief",
        "PT2M,        short",
        "PT15M,       short",
        "PT15M0.001S, billing",
        "PT48H,       billing",
    })
    void whatRemainsUntilTheExpiryChoosesFirst(Duration remains, String expected) {
        var policy =
                RetryPolicies.choose(
                        NOON, NOON.plus(remains), RetryPolicies.BILLING, null, Mode.LIVE);

        assertThat(policy.name()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"LIVE, live", "TEST, test"})
    void withoutAnExpiryOrAChoiceTheModeChooses(Mode mode, String expected) {
        assertThat(RetryPolicies.choose(NOON, null, null, null, mode).name()).isEqualTo(expected);
    }

    @Test
    void anEndpointsOwnPolicyIsTakenBeforeTheModes() {
        assertThat(RetryPolicies.choose(NOON, null, RetryPolicies.EXPONENTIAL, null, Mode.LIVE))
                .isEqualTo(RetryPolicies.EXPONENTIAL);
    }

    @ParameterizedTest
    @CsvSource({"0", "0.5", "0.999"})
    void aBriefEventIsTriedTwiceFifteenSecondsApart(double dice) {
        assertThat(RetryPolicies.BRIEF.attemptsMax()).isEqualTo(2);
        assertThat(offsets(RetryPolicies.BRIEF, dice)).containsExactly(Duration.ofSeconds(15));
    }

    @Test
    void aShortEventIsTriedThreeTimesThirtyToSixtySecondsApart() {
        assertThat(offsets(RetryPolicies.SHORT, 0.5))
                .containsExactly(Duration.ofSeconds(45), Duration.ofSeconds(90));
        assertThat(offsets(RetryPolicies.SHORT, Math.nextDown(1.0)).getFirst())
                .isBetween(Duration.ofSeconds(59), Duration.ofSeconds(60));
    }

    @Test
    void onlyAnExpiryChoosesThePoliciesForShortLives() {
        assertThat(RetryPolicies.NAMED.keySet()).doesNotContain("brief", "short");
        assertThat(RetryPolicies.named("brief")).isPresent();
        assertThat(RetryPolicies.named("short")).isPresent();
        assertThat(RetryPolicies.named("none-such")).isEmpty();
    }

    /// When each retry falls, since the first attempt, if every attempt fails at once.
    private static List<Duration> offsets(RetryPolicy policy, double dice) {
        var offsets = new ArrayList<Duration>();
        var at = NOON;
        for (int made = 1; made < policy.attemptsMax(); made++) {
            at = policy.next(made, NOON, at, dice);
            offsets.add(Duration.between(NOON, at));
        }
        return offsets;
    }

    private static RetryPolicy named(String name) {
        return RetryPolicies.named(name).orElseThrow();
    }

    private static Instant at(String offset) {
        return NOON.plus(Duration.parse(offset));
    }
}
