package dev.waybill.domain.endpoint;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Parks an endpoint that does not answer, so that it costs only a request every half minute. Holds
/// no clock.
///
/// @param failures in a row
/// @param probeAt when one attempt may probe the endpoint; null while it is not parked
public record Breaker(int failures, @Nullable Instant probeAt) {

    /// A deployment or a restart breaks a handful of connections; ten failures in a row are an
    /// outage.
    public static final int FAILURES_MAX = 10;

    public static final Duration PROBE_EVERY = Duration.ofSeconds(30);

    public static final Breaker CLOSED = new Breaker(0, null);

    public boolean parked() {
        return probeAt != null;
    }

    Breaker started(Instant now) {
        return parked() ? new Breaker(failures, now.plus(PROBE_EVERY)) : this;
    }

    /// The probe was not sent after all.
    Breaker unsent(Instant now) {
        return parked() ? new Breaker(failures, now) : this;
    }

    /// No attempt can be made: parked until a probe may be tried.
    Breaker troubled(Instant until) {
        return new Breaker(Math.max(failures, FAILURES_MAX), until);
    }

    Breaker after(Outcome outcome, Instant now) {
        return switch (outcome) {
            case Outcome.Blocked _, Outcome.NotSent _ -> this;
            // Cut off by the expiry of the event: that says little about the endpoint.
            case Outcome.Unanswered(var fault) when fault == Fault.EXPIRY -> this;
            case Outcome.Unanswered _ -> failed(now);
            case Outcome.Refused(int status, _) when status >= 500 -> failed(now);
            case Outcome.Refused _, Outcome.Accepted _ -> CLOSED;
        };
    }

    private Breaker failed(Instant now) {
        boolean parks = !parked() && failures + 1 >= FAILURES_MAX;
        return new Breaker(failures + 1, parks ? now.plus(PROBE_EVERY) : probeAt);
    }
}
