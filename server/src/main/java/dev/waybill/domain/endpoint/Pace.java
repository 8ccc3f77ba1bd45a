package dev.waybill.domain.endpoint;

import dev.waybill.domain.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When the next attempt at an endpoint may start: its rate limit, a ramp after an outage, the
/// breaker, and its `Retry-After`, as one value. Holds no clock. A healthy endpoint without a limit
/// needs none: see [#idleAt].
public record Pace(
        @Nullable Bucket limit,
        @Nullable Ramp ramp,
        Breaker breaker,
        @Nullable Instant holdOffUntil) {

    /// The longest hold-off that an endpoint can ask for: it may be wrong, and its other deliveries
    /// have deadlines.
    public static final Duration HOLD_OFF_MAX = Duration.ofHours(1);

    /// The pause after an attempt that failed because of a local fault.
    public static final Duration TROUBLE_PAUSE = Duration.ofSeconds(30);

    /// The pause after a request that this process could not send: longer than
    /// [NextStep#HAND_BACK_PAUSE], so that other processes come first.
    public static final Duration NOT_SENT_PAUSE = Duration.ofSeconds(12);

    public static final Pace FREE = new Pace(null, null, Breaker.CLOSED, null);

    /// With the endpoint's rate limit, which may have changed.
    public Pace limitedTo(@Nullable Double perSecond, Instant now) {
        if (perSecond == null) {
            return limit == null ? this : new Pace(null, ramp, breaker, holdOffUntil);
        }
        if (limit != null && limit.perSecond() == perSecond) {
            return this;
        }
        var bucket = limit == null ? new Bucket(perSecond, now) : limit.at(perSecond);
        return new Pace(bucket, ramp, breaker, holdOffUntil);
    }

    /// The endpoint is back in service.
    public Pace ramping(Instant now) {
        return new Pace(limit, Ramp.begin(now), Breaker.CLOSED, null);
    }

    /// Whether it limits nothing and remembers nothing.
    public boolean idleAt(Instant now) {
        return limit == null
                && ramp == null
                && breaker.equals(Breaker.CLOSED)
                && (holdOffUntil == null || !holdOffUntil.isAfter(now));
    }

    /// When the next attempt may start.
    ///
    /// @param urgent whether the delivery expires within minutes and does not wait for the breaker
    public Instant next(boolean urgent) {
        var next = Instant.MIN;
        if (limit != null) {
            next = later(next, limit.next());
        }
        if (ramp != null) {
            next = later(next, ramp.bucket().next());
        }
        if (holdOffUntil != null) {
            next = later(next, holdOffUntil);
        }
        if (breaker.probeAt() != null && !urgent) {
            next = later(next, breaker.probeAt());
        }
        return next;
    }

    /// How many attempts could start within this time, at the current rate.
    public int worth(Duration time) {
        if (breaker.parked()) {
            return 1;
        }
        double rate = limit == null ? Double.MAX_VALUE : limit.perSecond();
        rate = ramp == null ? rate : Math.min(rate, ramp.bucket().perSecond());
        return (int) Math.clamp(Math.ceil(rate * time.toMillis() / 1_000), 1, Integer.MAX_VALUE);
    }

    /// An attempt starts.
    public Pace started(boolean urgent, Instant now) {
        return new Pace(
                limit == null ? null : limit.taken(now),
                ramp == null ? null : ramp.started(now),
                urgent ? breaker : breaker.started(now),
                holdOffUntil);
    }

    /// The attempt was not sent after all: the delivery had ended, or was handed back.
    public Pace unsent(Instant now) {
        return new Pace(limit, ramp, breaker.unsent(now), holdOffUntil);
    }

    /// No attempt, urgent or not, can be made because of a local fault. Parks at once: ten failures
    /// would show nothing more.
    public Pace troubled(Instant now) {
        var until = now.plus(TROUBLE_PAUSE);
        return new Pace(
                limit,
                ramp,
                breaker.troubled(until),
                holdOffUntil == null ? until : later(holdOffUntil, until));
    }

    /// An attempt had this outcome.
    public Pace after(Outcome outcome, Instant now) {
        if (outcome instanceof Outcome.NotSent) {
            return new Pace(limit, ramp, breaker.unsent(now), heldOff(NOT_SENT_PAUSE, now));
        }
        var after = breaker.after(outcome, now);
        boolean recovered = breaker.parked() && !after.parked();
        var next =
                recovered
                        ? Ramp.begin(now)
                        : ramp == null
                                ? null
                                : ramp.after(outcome instanceof Outcome.Accepted, now);
        var asked = outcome instanceof Outcome.Refused(_, var wait) ? wait : null;
        return new Pace(limit, next, after, asked == null ? holdOffUntil : heldOff(asked, now));
    }

    /// With the pace that the processes share.
    ///
    /// @param unreported changes of this process that the others do not know yet, and that take
    ///   precedence
    public Pace learning(SharedPace shared, PaceReport unreported, Instant now) {
        var asked = shared.holdOffUntil();
        var until = asked == null || holdOffUntil == null ? asked : later(asked, holdOffUntil);
        until = until == null ? holdOffUntil : until;
        if (unreported.closed() || unreported.probeAt() != null) {
            return new Pace(limit, ramp, breaker, until);
        }
        int failures = shared.failures() + unreported.failures();
        if (shared.probeAt() == null) {
            // If it was parked, another process found that it is back.
            var next = breaker.parked() ? Ramp.begin(now) : ramp;
            return new Pace(limit, next, new Breaker(failures, null), until);
        }
        boolean ours = shared.mine() && breaker.parked();
        var parked = ours ? breaker : new Breaker(failures, shared.probeAt());
        return new Pace(limit, ramp, parked, until);
    }

    private Instant heldOff(Duration pause, Instant now) {
        var until = now.plus(pause.compareTo(HOLD_OFF_MAX) > 0 ? HOLD_OFF_MAX : pause);
        return holdOffUntil == null ? until : later(holdOffUntil, until);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
