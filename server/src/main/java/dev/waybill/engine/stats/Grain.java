package dev.waybill.engine.stats;

import java.time.Duration;
import java.time.Instant;

/// The length of the spans that counts are summed over, which depends on their age.
public final class Grain {

    static final Duration HOUR = Duration.ofHours(1);
    static final Duration DAY = Duration.ofDays(1);

    private Grain() {}

    /// The longest span that counts of this time may be summed over.
    public static Duration of(Instant time, Instant now) {
        if (time.isBefore(now.minus(StatKeeper.HOURS_KEPT))) {
            return DAY;
        }
        return time.isBefore(now.minus(StatKeeper.FINE_KEPT)) ? HOUR : Tally.GRAIN;
    }
}
