package dev.waybill.engine.dispatch;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.delivery.AttemptDecision;
import dev.waybill.domain.delivery.AttemptDecision.Destination;
import dev.waybill.domain.delivery.AttemptDecision.End;
import dev.waybill.domain.delivery.AttemptDecision.HandBack;
import dev.waybill.domain.delivery.AttemptDecision.Send;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.NextStep;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.Pace;
import dev.waybill.engine.dispatch.ClaimStore.Claimed;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.settle.Settlement;
import dev.waybill.engine.settle.Settler;
import dev.waybill.infra.log.LogScope;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.UUID;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes attempts, from claim to settlement. No database connection is held meanwhile.
public final class Attempts {

    /// The longest duration of an attempt, with a margin for a slow thread: a lease must cover it.
    public static final Duration LONGEST = Duration.ofSeconds(32);

    /// No attempt starts later than this after a pause, disable or delete was committed by any
    /// process: an older routing table may not show it.
    static final Duration ROUTES_AGE_MAX = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

    private final RoutingTable routes;
    private final Leases leases;
    private final AttemptSender sender;
    private final AttemptReports reports;
    private final Settler settler;
    private final InstantSource clock;
    private final DoubleSupplier dice;
    private final AttemptErrorLog errors;

    public Attempts(
            RoutingTable routes,
            Leases leases,
            AttemptSender sender,
            AttemptReports reports,
            Settler settler,
            InstantSource clock,
            DoubleSupplier dice) {
        this.routes = routes;
        this.leases = leases;
        this.sender = sender;
        this.reports = reports;
        this.settler = settler;
        this.clock = clock;
        this.dice = dice;
        this.errors = new AttemptErrorLog(clock);
    }

    /// Always ends with a settlement, also after an exception.
    Result attempt(Claim claim) throws InterruptedException {
        return LogScope.call(() -> LogIds.of(claim), () -> attemptNow(claim));
    }

    private Result attemptNow(Claim claim) throws InterruptedException {
        try {
            return decide(claim);
        } catch (RuntimeException | Error e) {
            // A bug, or a secret that cannot be decrypted: retry later, and not in a tight loop.
            errors.error(claim, e);
            settler.settle(Settlement.handedBack(claim, clock.instant().plus(Pace.TROUBLE_PAUSE)));
            return Result.TROUBLED;
        }
    }

    private Result decide(Claim claim) throws InterruptedException {
        var located = locate(claim);
        var endpoint = located.endpoint;
        var now = clock.instant();
        boolean covered = leases.covers(claim.lease(), LONGEST);
        var decision = AttemptDecision.before(located.destination, claim.progress(), covered, now);
        switch (decision) {
            case Send _ -> {
                Objects.requireNonNull(endpoint, "an active endpoint is known");
                return new Result.Sent(send(claim, endpoint, now));
            }
            case HandBack _ -> settler.settle(Settlement.handedBack(claim, now));
            case End(var reason) -> end(claim, endpoint, reason);
        }
        return Result.UNSENT;
    }

    /// Where a claim goes.
    ///
    /// @param endpoint null if it is deleted or not known
    private record Located(@Nullable Endpoint endpoint, Destination destination) {}

    private Located locate(Claim claim) {
        try {
            var endpoint = endpointOf(claim);
            if (endpoint == null) {
                return new Located(
                        null,
                        routes.current().isUnreadable(claim.endpointId())
                                ? Destination.UNKNOWN
                                : Destination.DELETED);
            }
            return new Located(
                    endpoint,
                    switch (endpoint.state()) {
                        case ACTIVE -> Destination.ACTIVE;
                        case PAUSED -> Destination.PAUSED;
                        case DISABLED -> Destination.DISABLED;
                    });
        } catch (SQLException e) {
            LOG.debug("no attempt with a stale routing table", e);
            return new Located(null, Destination.UNKNOWN);
        }
    }

    private void end(Claim claim, @Nullable Endpoint endpoint, Reason reason)
            throws InterruptedException {
        var ended = Settlement.ended(claim, reason);
        if (endpoint == null) {
            sender.forget(claim.endpointId());
            settler.settle(ended);
            return;
        }
        reports.endedWithoutAttempt(claim, endpoint, reason);
        settler.settle(ended.under(endpoint.orderRules().onExhausted()));
    }

    /// Nothing was sent. Another process may send it, after this time.
    void handBack(Claimed delivery, UUID lease, Duration pause) throws InterruptedException {
        settler.settle(
                Settlement.handedBack(
                        delivery.deliveryId(),
                        lease,
                        delivery.progress(),
                        delivery.place(),
                        clock.instant().plus(pause)));
    }

    void endWithoutEvent(Claimed delivery, UUID lease) throws InterruptedException {
        var ended =
                Settlement.withoutEvent(
                        delivery.deliveryId(), lease, delivery.progress(), delivery.place());
        var endpoint = routes.current().endpoint(delivery.endpointId());
        settler.settle(endpoint == null ? ended : ended.under(endpoint.orderRules().onExhausted()));
    }

    /// The same for a process that stops and does not wait: if the buffer of the settler is full,
    /// the rescue of the lease has the same effect.
    void handBackAtOnce(Claim claim) {
        settler.offer(Settlement.handedBack(claim, clock.instant()));
    }

    void handBack(Claim claim) throws InterruptedException {
        settler.settle(Settlement.handedBack(claim, clock.instant()));
    }

    private Outcome send(Claim claim, Endpoint endpoint, Instant startedAt)
            throws InterruptedException {
        var attempt = sender.send(claim, endpoint, startedAt);
        log(attempt);
        var step =
                NextStep.after(
                        attempt.outcome(),
                        claim.progress(),
                        claim.policy(),
                        startedAt,
                        attempt.endedAt(),
                        endpoint.timeLimit(),
                        dice.getAsDouble());
        reports.attempted(claim, endpoint, attempt, step);
        settler.settle(
                Settlement.after(claim, step, attempt.outcome(), attempt.record())
                        .under(endpoint.orderRules().onExhausted()));
        return attempt.outcome();
    }

    private static void log(AttemptSender.Completed attempt) {
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "attempted, attempt={} status={} fault={} ms={}",
                    IdKind.ATTEMPT.format(attempt.record().id()),
                    attempt.outcome().recordedStatus(),
                    attempt.outcome().recordedFault(),
                    attempt.duration().toMillis());
        }
    }

    /// By a routing table that is not too old. An endpoint that it does not contain may be newer.
    private @Nullable Endpoint endpointOf(Claim claim) throws SQLException {
        var known = routes.notOlderThan(ROUTES_AGE_MAX).endpoint(claim.endpointId());
        return known != null ? known : routes.refreshed().endpoint(claim.endpointId());
    }
}
