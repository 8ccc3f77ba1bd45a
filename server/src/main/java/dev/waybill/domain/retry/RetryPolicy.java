package dev.waybill.domain.retry;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When to try again and when to give up. `name` is what a delivery remembers it by, and never
/// changes its meaning: the name of a built-in policy, the name and revision of one that people
/// made, the digest of one that was written inline. `window` is how long after capture the last
/// attempt may start; `attemptsMax` counts requests, the first one too.
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

    /// The same with at most so many attempts; null leaves it as it is.
    public RetryPolicy capped(@Nullable Integer attemptsAtMost) {
        return attemptsAtMost == null || attemptsAtMost >= attemptsMax
                ? this
                : new RetryPolicy(name, schedule, jitter, attemptsAtMost, window);
    }

    /// The earliest time for the attempt after the `made`-th one; ask only while attempts are left.
    public Instant next(int made, Instant firstAttemptAt, Instant endedAt, double dice) {
        return schedule.next(made, firstAttemptAt, endedAt, jitter, dice);
    }
}
