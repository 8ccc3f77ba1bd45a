package dev.waybill.infra.schedule;

import java.time.Duration;

/// The rest of a time limit that several steps share.
public final class Countdown {

    private final long endNanos;

    private Countdown(long endNanos) {
        this.endNanos = endNanos;
    }

    public static Countdown of(Duration limit) {
        return new Countdown(System.nanoTime() + limit.toNanos());
    }

    /// Zero once the time is up.
    public Duration left() {
        return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
    }

    /// The rest of the time, but not more than `most`.
    public Duration left(Duration most) {
        var left = left();
        return left.compareTo(most) < 0 ? left : most;
    }
}
