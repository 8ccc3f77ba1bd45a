package dev.waybill.domain.delivery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.NextStep.RetryAt;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.domain.retry.RetryPolicies;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An event with a short TTL is attempted as often as promised, however long its attempts take: the
/// expiry ends it, not a window counted from the waits.
class ShortLifeTest {

    private static final Duration TIME_LIMIT = Duration.ofSeconds(15);

    /// PRODUCT.md, 5: under 2 min, 2 attempts 15 s apart; 2 to 15 min, 3 attempts 30 to 60 s apart.
    @ParameterizedTest
    @CsvSource({
        "brief, PT100S, 1, PT1S,  PT15S",
        "brief, PT100S, 1, PT10S, PT15S",
        "brief, PT100S, 1, PT15S, PT15S",
        "short, PT10M,  1, PT15S, PT60S",
        "short, PT10M,  2, PT15S, PT60S",
    })
    void theNextAttemptComesAfterItsWaitHoweverLongTheLastOneTook(
            String name, Duration ttl, int made, Duration took, Duration waitMax) {
        var policy = RetryPolicies.named(name).orElseThrow();
        // As CaptureWriter sets it.
        var giveUpAt = NOON.plus(policy.window());
        // Every attempt so far took as long, and every wait was the longest.
        var startedAt = NOON.plus(took.plus(waitMax).multipliedBy(made - 1));
        var endedAt = startedAt.plus(took);
        var progress = new Progress(made - 1, 0, false, NOON, giveUpAt, NOON.plus(ttl));

        var step =
                NextStep.after(
                        new Unanswered(Fault.TIMEOUT_FIRST_BYTE),
                        progress,
                        policy,
                        startedAt,
                        endedAt,
                        TIME_LIMIT,
                        Math.nextDown(1.0));

        assertThat(step).isEqualTo(new RetryAt(endedAt.plus(waitMax), false));
    }
}
