package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How an endpoint that was away is sent again what has piled up: a few a second at first, twice as
/// many after every five seconds of nothing but success. Holds no clock.
///
/// @param succeedingSince since when every answer was a success; null if the last was none
public record Ramp(Bucket bucket, @Nullable Instant succeedingSince) {

    public static final double FIRST_PER_SECOND = 5;

    public static final Duration STEP = Duration.ofSeconds(5);

    /// Beyond this nothing is held back any more: eight steps.
    static final double LAST_PER_SECOND = 1_280;

    /// A change is old news after this: whoever learns of it then does not begin with a ramp.
    public static final Duration NEWS_FOR = Duration.ofMinutes(1);

    public static Ramp begin(Instant now) {
        return new Ramp(new Bucket(FIRST_PER_SECOND, now), null);
    }

    Ramp started(Instant now) {
        return new Ramp(bucket.taken(now), succeedingSince);
    }

    /// The ramp after an answer; null when it has reached its top.
    @Nullable Ramp after(boolean success, Instant now) {
        if (!success) {
            return new Ramp(bucket, null);
        }
        if (succeedingSince == null) {
            return new Ramp(bucket, now);
        }
        long steps = Duration.between(succeedingSince, now).dividedBy(STEP);
        if (steps <= 0) {
            return this;
        }
        double rate = bucket.perSecond() * Math.pow(2, (int) Math.min(steps, 16));
        return rate > LAST_PER_SECOND
                ? null
                : new Ramp(bucket.at(rate), succeedingSince.plus(STEP.multipliedBy(steps)));
    }
}
