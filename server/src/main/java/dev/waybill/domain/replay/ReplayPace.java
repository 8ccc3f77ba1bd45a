package dev.waybill.domain.replay;

import java.time.Duration;
import java.time.Instant;

/// How many of a replay's items are due at a time: so many at first, and then so many a second.
/// Holds no clock. A replay that stood still does not catch up: it goes on from where it was.
///
/// @param after how many were due at `from`
public record ReplayPace(double perSecond, Instant from, long after) {

    /// What people are asked to expect who say nothing else.
    public static final Duration SPREAD_DEFAULT = Duration.ofMinutes(5);

    /// A handful need not take five minutes.
    private static final double PER_SECOND_MIN_BY_DEFAULT = 10;

    public ReplayPace {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("perSecond must be positive: " + perSecond);
        }
    }

    /// All of them evenly over a time.
    public static double spread(long total, Duration time) {
        return Math.max(total, 1) / (time.toMillis() / 1000.0);
    }

    public static double byDefault(long total) {
        return Math.max(spread(total, SPREAD_DEFAULT), PER_SECOND_MIN_BY_DEFAULT);
    }

    /// How many are due, of all there are. The first is at once.
    public long dueAt(Instant now, long total) {
        if (now.isBefore(from)) {
            return Math.min(after, total);
        }
        double since = Duration.between(from, now).toMillis() / 1000.0;
        double due = after + 1 + Math.floor(since * perSecond);
        return due >= total ? total : (long) due;
    }

    /// The same rate, or another, from now on.
    ///
    /// @param made how many have been made
    public ReplayPace rebased(double newPerSecond, long made, Instant now) {
        return new ReplayPace(newPerSecond, now, made);
    }

    /// How long the rest takes at this rate.
    public Duration timeFor(long items) {
        return Duration.ofMillis((long) Math.ceil(Math.max(items - 1, 0) / perSecond * 1000));
    }
}
