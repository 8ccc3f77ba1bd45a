package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.AttemptDecision;
import dev.waybill.domain.delivery.AttemptDecision.Destination;
import dev.waybill.domain.delivery.AttemptDecision.End;
import dev.waybill.domain.delivery.AttemptDecision.HandBack;
import dev.waybill.domain.delivery.AttemptDecision.Send;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.NextStep;
import dev.waybill.domain.delivery.NextStep.Bury;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.Pace;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.Sender;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.engine.dispatch.ClaimStore.Claimed;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.engine.routing.HealthLedger;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.settle.Settlement;
import dev.waybill.engine.settle.Settler;
import dev.waybill.engine.stats.Subject;
import dev.waybill.engine.stats.Tally;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
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

    private static final int TARGETS_REMEMBERED_MAX = 100_000;

    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

    private final RoutingTable routes;
    private final HealthLedger health;
    private final NodeHealth node;
    private final Leases leases;
    private final Composer composer;
    private final Signatories signatories;
    private final Sender sender;
    private final Settler settler;
    private final Tally tally;
    private final InstantSource clock;
    private final Ids ids;
    private final DoubleSupplier dice;
    private final AttemptErrorLog errors;
    private final ConcurrentHashMap<String, Target> targets = new ConcurrentHashMap<>();

    public Attempts(
            RoutingTable routes,
            HealthLedger health,
            NodeHealth node,
            Leases leases,
            Composer composer,
            EndpointSecrets secrets,
            Sender sender,
            Settler settler,
            Tally tally,
            InstantSource clock,
            Ids ids,
            DoubleSupplier dice) {
        this.routes = routes;
        this.health = health;
        this.node = node;
        this.leases = leases;
        this.composer = composer;
        this.signatories = new Signatories(secrets);
        this.sender = sender;
        this.settler = settler;
        this.tally = tally;
        this.clock = clock;
        this.ids = ids;
        this.dice = dice;
        this.errors = new AttemptErrorLog(clock);
    }

    /// Always ends with a settlement, also after an exception.
    Result attempt(Claim claim) throws InterruptedException {
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
            LOG.debug("no attempt by routes that are stale, delivery={}", claim.deliveryId(), e);
            return new Located(null, Destination.UNKNOWN);
        }
    }

    private void end(Claim claim, @Nullable Endpoint endpoint, Reason reason)
            throws InterruptedException {
        var ended = Settlement.ended(claim, reason);
        if (endpoint == null) {
            signatories.forget(claim.endpointId());
            settler.settle(ended);
            return;
        }
        // If nothing was ever sent, the endpoint is not at fault.
        if (reason == Reason.DEADLINE && claim.progress().attempts() > 0) {
            health.ended(endpoint.id(), reason);
        }
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
        var progress = claim.progress();
        var request =
                composer.compose(
                        claim.appId(),
                        target(endpoint),
                        signatories.of(endpoint),
                        claim.envelope(),
                        claim.deliveryId(),
                        progress.attempts() + 1,
                        startedAt);
        var timeLimit = progress.cut(endpoint.timeLimit(), startedAt);
        long startNanos = leases.life().nanoTime();
        var answer = sender.send(request, timeLimit, timeLimit.compareTo(endpoint.timeLimit()) < 0);
        var duration = Duration.ofNanos(leases.life().nanoTime() - startNanos);
        node.after(answer.outcome(), request.target().host());
        var step =
                NextStep.after(
                        answer.outcome(),
                        progress,
                        claim.policy(),
                        startedAt,
                        startedAt.plus(duration),
                        endpoint.timeLimit(),
                        dice.getAsDouble());
        tell(endpoint, step);
        count(claim, endpoint, step, startedAt, duration);
        var record = record(request, answer, duration);
        settler.settle(
                Settlement.after(claim, step, answer.outcome(), record)
                        .under(endpoint.orderRules().onExhausted()));
        return answer.outcome();
    }

    /// Reports the result to the health of the endpoint; a 410 before it is recorded.
    private void tell(Endpoint endpoint, NextStep step) {
        switch (step) {
            case NextStep.Finish _ -> health.delivered(endpoint.id());
            case NextStep.RetryAt _, NextStep.HandBack _ -> {}
            case Bury(var reason) when reason == Reason.GONE -> health.gone(endpoint.id());
            case Bury(var reason) -> health.ended(endpoint.id(), reason);
        }
    }

    private void count(
            Claim claim, Endpoint endpoint, NextStep step, Instant startedAt, Duration duration) {
        if (step instanceof NextStep.HandBack) {
            return;
        }
        var subject = Subject.of(endpoint, claim.envelope().eventType());
        boolean accepted = step instanceof NextStep.Finish;
        tally.attempted(subject, accepted, duration);
        if (accepted) {
            var lag = Duration.between(claim.lagSince(), startedAt).plus(duration);
            tally.delivered(subject, claim.progress().attempts() + 1, lag);
        }
    }

    private Settlement.Attempt record(OutgoingRequest request, Answer answer, Duration duration) {
        var outcome = answer.outcome();
        return new Settlement.Attempt(
                ids.next(),
                request.timestamp(),
                Math.toIntExact(duration.toMillis()),
                outcome.recordedStatus(),
                outcome.recordedFault(),
                answer.detail(),
                outcome.cause(),
                answer.headers(),
                answer.excerpt(),
                request.target().url(),
                request.signature());
    }

    /// By a routing table that is not too old. An endpoint that it does not contain may be newer.
    private @Nullable Endpoint endpointOf(Claim claim) throws SQLException {
        var known = routes.notOlderThan(ROUTES_AGE_MAX).endpoint(claim.endpointId());
        return known != null ? known : routes.refreshed().endpoint(claim.endpointId());
    }

    private Target target(Endpoint endpoint) {
        var known = targets.get(endpoint.url());
        if (known != null) {
            return known;
        }
        try {
            var target = Target.parse(endpoint.url());
            if (targets.size() < TARGETS_REMEMBERED_MAX) {
                targets.put(endpoint.url(), target);
            }
            return target;
        } catch (Target.Unusable e) {
            throw new AssertionError("a stored URL was checked when it came: " + endpoint.id(), e);
        }
    }
}
