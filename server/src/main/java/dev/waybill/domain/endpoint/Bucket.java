package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.time.Instant;

/// Admits a number of attempts a second, evenly: in any window of `w` seconds no more than `w`
/// times the rate, plus [#burst]. Holds no clock.
///
/// @param fullAt when everything taken so far will have been returned
public record Bucket(double perSecond, Instant fullAt) {

    /// The burst, as a part of the rate of a second: timers are not exact, and a late one must not
    /// reduce the rate.
    private static final double BURST_SECONDS = 0.02;

    public Bucket {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("perSecond must be positive: " + perSecond);
        }
    }

    /// How many may come at once.
    public int burst() {
        return Math.max(1, (int) (perSecond * BURST_SECONDS));
    }

    /// When the next one may come.
    public Instant next() {
        return fullAt.minus(interval().multipliedBy(burst() - 1L));
    }

    /// One has come.
    public Bucket taken(Instant now) {
        var from = fullAt.isAfter(now) ? fullAt : now;
        return new Bucket(perSecond, from.plus(interval()));
    }

    /// The same at another rate, with everything that has been taken.
    public Bucket at(double otherPerSecond) {
        return new Bucket(otherPerSecond, fullAt);
    }

    private Duration interval() {
        return Duration.ofNanos((long) Math.ceil(1e9 / perSecond));
    }
}
