package dev.waybill.domain.endpoint;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The changes of an endpoint's pace that one process has not reported to the others yet.
///
/// @param failures in a row, since the last success if there was one
/// @param closed whether an answer closed the breaker, before those failures
/// @param probeAt if the breaker opened or a probe was sent, the time of the next probe
/// @param holdOffUntil the hold-off that the endpoint asked for
public record PaceReport(
        int failures, boolean closed, @Nullable Instant probeAt, @Nullable Instant holdOffUntil) {

    public static final PaceReport NONE = new PaceReport(0, false, null, null);

    /// Only that the endpoint answers.
    public static final PaceReport CLOSED = new PaceReport(0, true, null, null);

    /// The report of a change that an attempt made.
    public static PaceReport of(Pace before, Pace after) {
        var was = before.breaker();
        var is = after.breaker();
        boolean closed = is.equals(Breaker.CLOSED) && !was.equals(Breaker.CLOSED);
        boolean probed = is.probeAt() != null && !is.probeAt().equals(was.probeAt());
        var holdOff = after.holdOffUntil();
        boolean asked = holdOff != null && !holdOff.equals(before.holdOffUntil());
        return new PaceReport(
                Math.max(0, is.failures() - was.failures()),
                closed,
                probed ? is.probeAt() : null,
                asked ? holdOff : null);
    }

    /// Both reports as one.
    public PaceReport and(PaceReport next) {
        var holdOff = later(holdOffUntil, next.holdOffUntil);
        return next.closed
                ? new PaceReport(next.failures, true, next.probeAt, holdOff)
                : new PaceReport(
                        failures + next.failures,
                        closed,
                        next.probeAt == null ? probeAt : next.probeAt,
                        holdOff);
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        return one == null || (other != null && other.isAfter(one)) ? other : one;
    }
}
