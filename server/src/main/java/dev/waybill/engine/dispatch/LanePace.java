package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.endpoint.Pace;
import dev.waybill.domain.endpoint.PaceReport;
import dev.waybill.domain.endpoint.Ramp;
import dev.waybill.domain.endpoint.SharedPace;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// The pace of a lane's endpoint, and the changes of it that other processes should know. Its lane
/// guards it; methods that state so may be called without the lock.
final class LanePace {

    private final InstantSource clock;

    /// The endpoint whose settings the pace was last computed for.
    private volatile @Nullable Endpoint known;

    /// Null while nothing limits the lane, which is the usual case.
    private volatile @Nullable Pace pace;

    /// Changes that have not been reported to the other processes.
    private volatile PaceReport report = PaceReport.NONE;

    /// Whether the processes share a pace for the endpoint.
    private boolean shared;

    LanePace(InstantSource clock) {
        this.clock = clock;
    }

    /// By identity: the routing table keeps the same object until the endpoint changes. Needs no
    /// lock.
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(Endpoint endpoint) {
        return known == endpoint;
    }

    /// Takes over the endpoint's rate limit, and begins a ramp if the endpoint is back in service.
    void adopt(Endpoint endpoint) {
        var before = known;
        known = endpoint;
        var now = clock.instant();
        var next = orFree().limitedTo(endpoint.rateLimit(), now);
        change(isBack(before, endpoint, now) ? next.ramping(now) : next, now);
    }

    /// Whether the endpoint has returned to service since it was last adopted.
    private static boolean isBack(@Nullable Endpoint before, Endpoint endpoint, Instant now) {
        var since = endpoint.standing().since();
        if (endpoint.state() != EndpointState.ACTIVE || !since.isAfter(endpoint.createdAt())) {
            return false;
        }
        return before == null
                ? since.plus(Ramp.NEWS_FOR).isAfter(now)
                : !before.standing().since().equals(since);
    }

    private Pace orFree() {
        return pace == null ? Pace.FREE : pace;
    }

    private void change(Pace next, Instant now) {
        pace = next.idleAt(now) ? null : next;
    }

    /// Whether anything limits the lane. Needs no lock.
    boolean isLimited() {
        return pace != null;
    }

    /// The pace to keep; null for none. Deliveries for an endpoint out of service keep none: no
    /// request will be sent.
    @Nullable Pace toKeep() {
        var endpoint = known;
        return endpoint == null || endpoint.state() == EndpointState.ACTIVE ? pace : null;
    }

    /// An attempt starts.
    ///
    /// @param kept from [#toKeep]
    void started(Pace kept, boolean urgent, Instant now) {
        var started = kept.started(urgent, now);
        if (shared) {
            // The others should know of the probe, unless a local fault has parked the endpoint.
            report = report.and(PaceReport.of(kept, started));
        }
        change(started, now);
    }

    /// An attempt has ended. Asks for the time only if there is a pace, or the result begins one.
    void finished(Result result) {
        if (pace == null && isOrdinary(result)) {
            return;
        }
        var now = clock.instant();
        var kept = orFree();
        var next = after(kept, result, now);
        if (result instanceof Result.Sent(var outcome) && !(outcome instanceof Outcome.NotSent)) {
            report = report.and(PaceReport.of(kept, next));
        }
        change(next, now);
    }

    /// Whether the result does not slow down an endpoint without limits.
    private static boolean isOrdinary(Result result) {
        return switch (result) {
            case Result.Sent(var outcome) -> outcome instanceof Outcome.Accepted;
            case Result.Unsent _ -> true;
            case Result.Troubled _ -> false;
        };
    }

    private static Pace after(Pace kept, Result result, Instant now) {
        return switch (result) {
            case Result.Sent(var outcome) -> kept.after(outcome, now);
            case Result.Unsent _ -> kept.unsent(now);
            case Result.Troubled _ -> kept.troubled(now);
        };
    }

    /// Needs no lock.
    boolean hasReport() {
        return !report.equals(PaceReport.NONE);
    }

    /// Removes and returns the changes to report. A failure that a success undid before it was
    /// reported is left out.
    PaceReport takeReport() {
        var taken = report;
        report = PaceReport.NONE;
        return shared || !taken.equals(PaceReport.CLOSED) ? taken : PaceReport.NONE;
    }

    void putBack(PaceReport unreported) {
        report = unreported.and(report);
    }

    /// Takes over the shared pace. Returns false if there is none, and was none before.
    boolean learn(SharedPace learned) {
        boolean well = learned.equals(SharedPace.WELL);
        if (well && !shared) {
            return false;
        }
        shared = !well;
        var now = clock.instant();
        change(orFree().learning(learned, report, now), now);
        return true;
    }
}
