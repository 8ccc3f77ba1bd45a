package dev.waybill.stats;

import java.time.Duration;
import java.time.Instant;

/// How fine sums are, which depends on their age.
public final class Grain {

    static final Duration HOUR = Duration.ofHours(1);
    static final Duration DAY = Duration.ofDays(1);

    private Grain() {}

    /// The span that what happened at this time is summed up in, or soon will be.
    public static Duration of(Instant time, Instant now) {
        if (time.isBefore(now.minus(StatKeeper.HOURS_KEPT).plus(DAY))) {
            return DAY;
        }
        return time.isBefore(now.minus(StatKeeper.FINE_KEPT).plus(HOUR)) ? HOUR : Tally.GRAIN;
    }
}
