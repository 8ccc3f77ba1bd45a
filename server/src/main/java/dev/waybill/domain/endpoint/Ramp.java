package dev.waybill.domain.endpoint;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The rate at which an endpoint that was down is sent its backlog: a few a second at first,
/// doubled after every five seconds without a failure. Holds no clock.
///
/// @param succeedingSince since when every answer was a success; null if the last was not
public record Ramp(Bucket bucket, @Nullable Instant succeedingSince) {

    public static final double FIRST_PER_SECOND = 5;

    public static final Duration STEP = Duration.ofSeconds(5);

    /// Above this rate nothing is limited any more: eight steps.
    static final double LAST_PER_SECOND = 1_280;

    /// A process that learns of a return to service later than this does not begin a ramp.
    public static final Duration NEWS_FOR = Duration.ofMinutes(1);

    public static Ramp begin(Instant now) {
        return new Ramp(new Bucket(FIRST_PER_SECOND, now), null);
    }

    Ramp started(Instant now) {
        return new Ramp(bucket.taken(now), succeedingSince);
    }

    /// The ramp after an answer; null when it has reached its end.
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
