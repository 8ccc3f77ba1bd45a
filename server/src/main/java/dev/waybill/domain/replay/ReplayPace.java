package dev.waybill.domain.replay;

import java.time.Duration;
import java.time.Instant;

/// How many items of a replay are due at a time: a number at first, and then a rate. Holds no
/// clock. A replay that was paused does not catch up: it continues from its position.
///
/// @param after how many were due at `from`
public record ReplayPace(double perSecond, Instant from, long after) {

    /// The default duration of a replay.
    public static final Duration SPREAD_DEFAULT = Duration.ofMinutes(5);

    /// A handful of items need not take five minutes.
    private static final double PER_SECOND_MIN_BY_DEFAULT = 10;

    public ReplayPace {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("perSecond must be positive: " + perSecond);
        }
    }

    /// All items evenly over a time.
    public static double spread(long total, Duration time) {
        return Math.max(total, 1) / (time.toMillis() / 1000.0);
    }

    public static double byDefault(long total) {
        return Math.max(spread(total, SPREAD_DEFAULT), PER_SECOND_MIN_BY_DEFAULT);
    }

    /// How many of all items are due. The first one is due at once.
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
    /// @param made how many have been created
    public ReplayPace rebased(double newPerSecond, long made, Instant now) {
        return new ReplayPace(newPerSecond, now, made);
    }

    /// How long the rest takes at this rate.
    public Duration timeFor(long items) {
        return Duration.ofMillis((long) Math.ceil(Math.max(items - 1, 0) / perSecond * 1000));
    }
}
