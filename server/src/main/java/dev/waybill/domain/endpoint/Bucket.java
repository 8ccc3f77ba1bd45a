package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.time.Instant;

/// Lets through so many a second, evenly: in any window of `w` seconds no more than `w` times the
/// rate, and the few that [#burst] allows. Holds no clock.
///
/// @param fullAt when everything taken so far will have been given back
public record Bucket(double perSecond, Instant fullAt) {

    /// What may come at once, as a part of a second's worth: timers are not exact, and what one
    /// comes late must not be lost.
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

    /// The same at another rate: what has been taken stays taken.
    public Bucket at(double otherPerSecond) {
        return new Bucket(otherPerSecond, fullAt);
    }

    private Duration interval() {
        return Duration.ofNanos((long) Math.ceil(1e9 / perSecond));
    }
}
