package dev.waybill.domain.delivery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.NextStep.Bury;
import dev.waybill.domain.delivery.NextStep.Finish;
import dev.waybill.domain.delivery.NextStep.HandBack;
import dev.waybill.domain.delivery.NextStep.RetryAt;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Properties for any answer, at any time, under any policy.
class NextStepPropertyTest {

    private static final List<String> POLICIES =
            Stream.concat(RetryPolicies.NAMED.keySet().stream(), Stream.of("brief", "short"))
                    .toList();

    /// Those an attempt may run into before its expiry.
    private static final List<Fault> FAULTS =
            Stream.of(Fault.values())
                    .filter(Fault::isOfSentRequest)
                    .filter(fault -> fault != Fault.EXPIRY)
                    .toList();

    private static final int HISTORIES_PER_SEED = 50;

    /// A delivery's life in numbers, as the dispatcher would live it.
    private record Ended(int attempts, Reason reason, Instant lastStart) {}

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void everyHistoryEndsWithinItsBounds(long seed) {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < HISTORIES_PER_SEED; i++) {
            live(random, random.nextInt(4) == 0 ? 0.3 : 0);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void whatNeverSucceedsIsBuried(long seed) {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < HISTORIES_PER_SEED; i++) {
            var ended = live(random, 0);

            assertThat(ended).isNotNull();
        }
    }

    /// Returns how it was buried; null if it was delivered.
    private static @Nullable Ended live(SplittableRandom random, double successes) {
        var name = POLICIES.get(random.nextInt(POLICIES.size()));
        var policy = RetryPolicies.named(name).orElseThrow();
        var timeLimit = Duration.ofMillis(random.nextLong(1_000, 30_001));
        var expiresAt =
                random.nextBoolean() ? NOON.plusMillis(random.nextLong(1, 300_000_000)) : null;
        var progress = Progress.fresh(NOON.plus(policy.window()), expiresAt);
        var startedAt = NOON.plusMillis(random.nextLong(5_000));

        while (!progress.expiredAt(startedAt)) {
            var limit = progress.cut(timeLimit, startedAt);
            var endedAt = startedAt.plusMillis(random.nextLong(limit.toMillis() + 1));
            boolean cut = endedAt.equals(expiresAt);
            var outcome = outcome(random, successes, cut);
            double dice = random.nextDouble();
            var step =
                    NextStep.after(outcome, progress, policy, startedAt, endedAt, timeLimit, dice);
            int made = progress.attempts() + 1;
            assertThat(made).isLessThanOrEqualTo(policy.attemptsMax());

            switch (step) {
                case Finish _ -> {
                    return null;
                }
                case Bury(var reason) -> {
                    checkReason(reason, progress, policy);
                    return new Ended(made, reason, startedAt);
                }
                case HandBack(var at) -> {
                    assertThat(at).isAfter(endedAt);
                    startedAt = at;
                    if (!at.isBefore(progress.giveUpAt())) {
                        return new Ended(progress.attempts(), Reason.DEADLINE, startedAt);
                    }
                }
                case RetryAt(var at, boolean closing) -> {
                    assertThat(progress.closing()).as("none follows a closing one").isFalse();
                    assertThat(at).isAfterOrEqualTo(endedAt).isBefore(progress.end());
                    progress = next(progress, outcome, closing, startedAt);
                    // A claim comes late as a rule, and sometimes very late.
                    startedAt = at.plusMillis(random.nextLong(random.nextBoolean() ? 500 : 60_000));
                }
            }
        }
        return new Ended(progress.attempts(), Reason.TTL, startedAt);
    }

    private static Progress next(
            Progress before, Outcome outcome, boolean closing, Instant startedAt) {
        var first = before.firstAttemptAt() == null ? startedAt : before.firstAttemptAt();
        int refusals = before.refusals() + (NextStep.isLimited(outcome) ? 1 : 0);
        return new Progress(
                before.attempts() + 1,
                refusals,
                closing,
                first,
                before.giveUpAt(),
                before.expiresAt());
    }

    private static void checkReason(Reason reason, Progress progress, RetryPolicy policy) {
        switch (reason) {
            case EXHAUSTED -> assertThat(progress.attempts() + 1).isEqualTo(policy.attemptsMax());
            case PERMANENT, BLOCKED ->
                    assertThat(progress.refusals() + 1).isEqualTo(NextStep.REFUSALS_MAX);
            case TTL -> assertThat(progress.expiresAt()).isNotNull();
            case DEADLINE -> assertThat(progress.endsByExpiry()).isFalse();
            case GONE -> assertThat(reason.state()).isEqualTo(DeliveryState.FAILED);
            case ENDPOINT_DISABLED, CANCELLED, ENDPOINT_DELETED ->
                    throw new AssertionError("no attempt ends like this");
        }
    }

    private static Outcome outcome(SplittableRandom random, double successes, boolean cut) {
        if (cut) {
            return new Outcome.Unanswered(Fault.EXPIRY);
        }
        if (random.nextInt(10) == 0) {
            return new Outcome.NotSent(LocalFault.SOCKETS);
        }
        if (random.nextDouble() < successes) {
            return new Outcome.Accepted(random.nextInt(200, 300));
        }
        var asked = random.nextInt(4) == 0 ? Duration.ofSeconds(random.nextLong(0, 400_000)) : null;
        return switch (random.nextInt(8)) {
            case 0 -> new Outcome.Blocked();
            case 1 -> new Outcome.Refused(random.nextInt(300, 500), asked);
            case 2, 3 -> new Outcome.Unanswered(FAULTS.get(random.nextInt(FAULTS.size())));
            default -> new Outcome.Refused(random.nextInt(500, 600), asked);
        };
    }
}
