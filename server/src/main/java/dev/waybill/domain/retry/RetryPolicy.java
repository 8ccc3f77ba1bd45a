package dev.waybill.domain.retry;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When to retry and when to give up. `name` is the key by which a delivery refers to the policy,
/// and never changes its meaning: the name of a built-in policy, the name and revision of a custom
/// one, or the digest of an inline one. `window` is how long after capture the last attempt may
/// start; `attemptsMax` counts requests, including the first one.
public record RetryPolicy(
        String name, Schedule schedule, Jitter jitter, int attemptsMax, Duration window) {

    public RetryPolicy {
        if (attemptsMax < 1) {
            throw new IllegalArgumentException("attemptsMax must be positive: " + attemptsMax);
        }
        if (!window.isPositive()) {
            throw new IllegalArgumentException("window must be positive: " + window);
        }
    }

    /// The same with at most this many attempts; null for no change.
    public RetryPolicy capped(@Nullable Integer attemptsAtMost) {
        return attemptsAtMost == null || attemptsAtMost >= attemptsMax
                ? this
                : new RetryPolicy(name, schedule, jitter, attemptsAtMost, window);
    }

    /// How long a delivery is retried at most: until its window closes or its attempts are used up.
    public Duration retriedFor() {
        var longest = schedule.longest(attemptsMax, jitter);
        return longest.compareTo(window) < 0 ? longest : window;
    }

    /// The earliest time for the attempt after the `made`-th one. To be called only while attempts
    /// are left.
    public Instant next(int made, Instant firstAttemptAt, Instant endedAt, double dice) {
        return schedule.next(made, firstAttemptAt, endedAt, jitter, dice);
    }
}
