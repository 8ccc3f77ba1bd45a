package dev.waybill.domain.endpoint;

import java.time.Duration;

/// A limit of requests a second, with a burst of one second. Holds no clock: times are those of a
/// monotonic clock, in nanoseconds, and are only compared by their difference.
public record RateLimit(double perSecond) {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    public RateLimit {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("perSecond must be positive: " + perSecond);
        }
    }

    /// How long to wait before the next one; zero if it may come now.
    ///
    /// @param paidUntilNanos when all earlier requests will have been worked off
    public Duration waitAt(long nowNanos, long paidUntilNanos) {
        long ahead = Math.max(0, SECOND - interval());
        return Duration.ofNanos(Math.max(0, paidUntilNanos - nowNanos - ahead));
    }

    /// When `count` further requests will have been worked off. Requests above the burst are
    /// admitted too, and make the next one wait longer.
    public long paidUntil(long nowNanos, long paidUntilNanos, int count) {
        long from = paidUntilNanos - nowNanos > 0 ? paidUntilNanos : nowNanos;
        return from + count * interval();
    }

    private long interval() {
        return (long) Math.ceil(SECOND / perSecond);
    }
}
