package dev.waybill.domain.endpoint;

import java.time.Duration;

/// So many a second, of which a second's worth may come at once. Holds no clock: times are those of
/// a monotonic one, in nanoseconds, and are only ever compared by their difference.
public record RateLimit(double perSecond) {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    public RateLimit {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("perSecond must be positive: " + perSecond);
        }
    }

    /// How long to wait before the next one; zero if it may come now.
    ///
    /// @param paidUntilNanos when all that came before will have been worked off
    public Duration waitAt(long nowNanos, long paidUntilNanos) {
        long ahead = Math.max(0, SECOND - interval());
        return Duration.ofNanos(Math.max(0, paidUntilNanos - nowNanos - ahead));
    }

    /// When it will have been worked off that so many come now. What is more than a second's worth
    /// is let through too, and makes the next one wait the longer.
    public long paidUntil(long nowNanos, long paidUntilNanos, int count) {
        long from = paidUntilNanos - nowNanos > 0 ? paidUntilNanos : nowNanos;
        return from + count * interval();
    }

    private long interval() {
        return (long) Math.ceil(SECOND / perSecond);
    }
}
