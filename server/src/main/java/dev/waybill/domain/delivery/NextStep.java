package dev.waybill.domain.delivery;

import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Blocked;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.domain.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The next step of a delivery after an attempt.
public sealed interface NextStep {

    /// Answers that a retry rarely changes (3xx, most 4xx, a refused address) get this many
    /// attempts in all: a deployment or a DNS change may be under way, but a wrong URL stays wrong.
    int REFUSALS_MAX = 3;

    /// A last attempt is pulled in before the end only if at least this much time is left, so that
    /// it has a fair chance of an answer.
    Duration LAST_ROOM_MIN = Duration.ofSeconds(2);

    /// The pause before a delivery that this process could not send may be claimed again: by
    /// another process, which may be healthy, and not in a tight loop by this one. The dice make it
    /// up to twice as long.
    Duration HAND_BACK_PAUSE = Duration.ofSeconds(5);

    /// Delivered.
    record Finish() implements NextStep {}

    /// Retry. `closing` marks the last attempt, even if the policy has further attempts.
    record RetryAt(Instant at, boolean closing) implements NextStep {}

    /// Nothing was sent: the delivery is handed back unchanged, and no attempt counts.
    record HandBack(Instant at) implements NextStep {}

    /// Ended without being delivered.
    record Bury(Reason reason) implements NextStep {}

    /// Decides the consequences of an attempt.
    ///
    /// @param progress of the delivery when the attempt began
    /// @param timeLimit of one attempt, uncut
    /// @param dice a number in [0, 1)
    static NextStep after(
            Outcome outcome,
            Progress progress,
            RetryPolicy policy,
            Instant startedAt,
            Instant endedAt,
            Duration timeLimit,
            double dice) {
        var made = new Made(progress, policy, startedAt, endedAt, timeLimit, dice);
        boolean refusedEnough = progress.refusals() + 1 >= REFUSALS_MAX;
        return switch (outcome) {
            case Accepted _ -> new Finish();
            case Refused(int status, _) when status == 410 -> new Bury(Reason.GONE);
            case Refused(int status, _) when isLimited(status) && refusedEnough ->
                    new Bury(Reason.PERMANENT);
            case Blocked _ when refusedEnough -> new Bury(Reason.BLOCKED);
            case Unanswered(var fault) when fault == Fault.EXPIRY -> new Bury(Reason.TTL);
            case Refused(_, var retryAfter) -> made.retry(retryAfter);
            case Unanswered _, Blocked _ -> made.retry(null);
            case NotSent _ -> new HandBack(endedAt.plus(handBackPause(dice)));
        };
    }

    private static Duration handBackPause(double dice) {
        return HAND_BACK_PAUSE.plusMillis(Math.round(HAND_BACK_PAUSE.toMillis() * dice));
    }

    /// Whether the outcome is one of those with [#REFUSALS_MAX] attempts.
    static boolean isLimited(Outcome outcome) {
        return switch (outcome) {
            case Accepted _, Unanswered _, NotSent _ -> false;
            case Blocked _ -> true;
            case Refused(int status, _) -> isLimited(status);
        };
    }

    private static boolean isLimited(int status) {
        return status < 500 && status != 408 && status != 425 && status != 429;
    }

    /// An attempt that did not succeed, with everything that determines the time of the next one.
    record Made(
            Progress progress,
            RetryPolicy policy,
            Instant startedAt,
            Instant endedAt,
            Duration timeLimit,
            double dice) {

        NextStep retry(@Nullable Duration askedFor) {
            int made = progress.attempts() + 1;
            if (made >= policy.attemptsMax()) {
                return new Bury(Reason.EXHAUSTED);
            }
            if (progress.closing()) {
                return windowClosed();
            }
            var first = progress.firstAttemptAt() == null ? startedAt : progress.firstAttemptAt();
            var at = policy.next(made, first, endedAt, dice);
            // Retry-After may lengthen the delay, never shorten it: an endpoint must not be able to
            // cause a tight loop.
            if (askedFor != null && endedAt.plus(askedFor).isAfter(at)) {
                at = endedAt.plus(askedFor);
            }
            return at.isBefore(progress.end()) ? new RetryAt(at, false) : lastBeforeTheEnd();
        }

        /// The next attempt would come too late: one more is pulled in, early enough to be
        /// answered, if there is time for it.
        private NextStep lastBeforeTheEnd() {
            var room = Duration.between(endedAt, progress.end());
            if (room.compareTo(LAST_ROOM_MIN) < 0) {
                return windowClosed();
            }
            var half = room.dividedBy(2);
            var ahead = half.compareTo(timeLimit) < 0 ? half : timeLimit;
            return new RetryAt(progress.end().minus(ahead), true);
        }

        private NextStep windowClosed() {
            return new Bury(progress.endsByExpiry() ? Reason.TTL : Reason.DEADLINE);
        }
    }
}
