package dev.waybill.domain.endpoint;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What one process learned about an endpoint's pace and has not told the others yet.
///
/// @param failures in a row, since the last success if there was one
/// @param closed an answer came that closes the breaker, before those failures
/// @param probeAt the breaker opened, or a probe was sent: when the next one is due
/// @param holdOffUntil what the endpoint asked for
public record PaceNews(
        int failures, boolean closed, @Nullable Instant probeAt, @Nullable Instant holdOffUntil) {

    public static final PaceNews NONE = new PaceNews(0, false, null, null);

    /// Nothing but that it answers.
    public static final PaceNews CLOSED = new PaceNews(0, true, null, null);

    /// What there is to tell of a change that an attempt made.
    public static PaceNews of(Pace before, Pace after) {
        var was = before.breaker();
        var is = after.breaker();
        boolean closed = is.equals(Breaker.CLOSED) && !was.equals(Breaker.CLOSED);
        boolean probed = is.probeAt() != null && !is.probeAt().equals(was.probeAt());
        var holdOff = after.holdOffUntil();
        boolean asked = holdOff != null && !holdOff.equals(before.holdOffUntil());
        return new PaceNews(
                Math.max(0, is.failures() - was.failures()),
                closed,
                probed ? is.probeAt() : null,
                asked ? holdOff : null);
    }

    /// Together with what came after it.
    public PaceNews and(PaceNews next) {
        var holdOff = later(holdOffUntil, next.holdOffUntil);
        return next.closed
                ? new PaceNews(next.failures, true, next.probeAt, holdOff)
                : new PaceNews(
                        failures + next.failures,
                        closed,
                        next.probeAt == null ? probeAt : next.probeAt,
                        holdOff);
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        return one == null || (other != null && other.isAfter(one)) ? other : one;
    }
}
