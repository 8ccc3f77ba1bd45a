package dev.waybill.dispatch;

import dev.waybill.deliver.Answer;
import dev.waybill.deliver.Composer;
import dev.waybill.deliver.OutgoingRequest;
import dev.waybill.deliver.Sender;
import dev.waybill.deliver.Target;
import dev.waybill.domain.Claim;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.EndpointState;
import dev.waybill.domain.Ids;
import dev.waybill.domain.LanePlace;
import dev.waybill.domain.NextStep;
import dev.waybill.domain.NextStep.Bury;
import dev.waybill.domain.Outcome;
import dev.waybill.domain.Progress;
import dev.waybill.domain.Reason;
import dev.waybill.endpoint.EndpointSecrets;
import dev.waybill.endpoint.HealthLedger;
import dev.waybill.endpoint.Routes;
import dev.waybill.lease.Leases;
import dev.waybill.settle.Settlement;
import dev.waybill.settle.Settler;
import dev.waybill.stats.Subject;
import dev.waybill.stats.Tally;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One attempt from claim to settlement. No database connection is held meanwhile.
public final class Attempts {

    /// The longest an attempt may take, with room for a slow thread: a lease must cover it.
    static final Duration LONGEST = Duration.ofSeconds(32);

    /// Before a delivery is looked at again that could not be attempted through our own fault.
    private static final Duration TROUBLE_PAUSE = Duration.ofSeconds(30);

    private static final int TARGETS_REMEMBERED_MAX = 100_000;

    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

    private final Routes routes;
    private final HealthLedger health;
    private final Leases leases;
    private final Composer composer;
    private final Signatories signatories;
    private final Sender sender;
    private final Settler settler;
    private final Tally tally;
    private final InstantSource clock;
    private final Ids ids;
    private final DoubleSupplier dice;
    private final ConcurrentHashMap<String, Target> targets = new ConcurrentHashMap<>();

    public Attempts(
            Routes routes,
            HealthLedger health,
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
        this.leases = leases;
        this.composer = composer;
        this.signatories = new Signatories(secrets);
        this.sender = sender;
        this.settler = settler;
        this.tally = tally;
        this.clock = clock;
        this.ids = ids;
        this.dice = dice;
    }

    /// Always ends with a settlement, whatever goes wrong on the way. Returns what came of the
    /// request; null if none was made.
    @Nullable Outcome attempt(Claim claim) throws InterruptedException {
        try {
            return decide(claim);
        } catch (RuntimeException | Error e) {
            // A bug, or no database to look the endpoint up in: later, and not in a tight loop.
            LOG.error("an attempt failed, delivery={}", claim.deliveryId(), e);
            settler.settle(Settlement.handedBack(claim, clock.instant().plus(TROUBLE_PAUSE)));
            return null;
        }
    }

    private @Nullable Outcome decide(Claim claim) throws InterruptedException {
        var endpoint = endpointOf(claim);
        var now = clock.instant();
        if (!leases.covers(claim.lease(), LONGEST)) {
            settler.settle(Settlement.handedBack(claim, now));
        } else if (endpoint == null) {
            signatories.forget(claim.endpointId());
            settler.settle(Settlement.ended(claim, Reason.ENDPOINT_DELETED));
        } else if (endpoint.state() == EndpointState.DISABLED) {
            settler.settle(Settlement.ended(claim, Reason.ENDPOINT_DISABLED));
        } else if (claim.progress().expiredAt(now)) {
            settler.settle(Settlement.ended(claim, Reason.TTL));
        } else if (endpoint.state() == EndpointState.PAUSED) {
            settler.settle(Settlement.handedBack(claim, now));
        } else if (!now.isBefore(claim.progress().giveUpAt())) {
            health.ended(endpoint.id(), Reason.DEADLINE);
            settler.settle(
                    Settlement.ended(claim, Reason.DEADLINE)
                            .under(endpoint.orderRules().onExhausted()));
        } else {
            return send(claim, endpoint, now);
        }
        return null;
    }

    /// Nothing was sent, somebody else may.
    void handBack(UUID deliveryId, UUID lease, Progress progress, @Nullable LanePlace place)
            throws InterruptedException {
        settler.settle(Settlement.handedBack(deliveryId, lease, progress, place, clock.instant()));
    }

    /// The same for a process that stops and waits for nothing: if the settler has no place for it,
    /// the rescue of its lease comes to the same.
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

    /// Tells those who watch over endpoints, of a 410 before it is written down.
    private void tell(Endpoint endpoint, NextStep step) {
        switch (step) {
            case NextStep.Finish _ -> health.delivered(endpoint.id());
            case NextStep.RetryAt _ -> {}
            case Bury(var reason) when reason == Reason.GONE -> health.gone(endpoint.id());
            case Bury(var reason) -> health.ended(endpoint.id(), reason);
        }
    }

    private void count(
            Claim claim, Endpoint endpoint, NextStep step, Instant startedAt, Duration duration) {
        var subject = Subject.of(endpoint, claim.envelope().eventType());
        boolean accepted = step instanceof NextStep.Finish;
        tally.attempted(subject, accepted, duration);
        if (accepted) {
            var sinceCapture = Duration.between(Ids.timeOf(claim.deliveryId()), startedAt);
            tally.delivered(subject, claim.progress().attempts() + 1, sinceCapture.plus(duration));
        }
    }

    private Settlement.Attempt record(OutgoingRequest request, Answer answer, Duration duration) {
        var outcome = answer.outcome();
        return new Settlement.Attempt(
                ids.next(),
                request.timestamp(),
                Math.toIntExact(duration.toMillis()),
                status(outcome),
                error(outcome),
                outcome.cause(),
                answer.headers(),
                answer.excerpt(),
                request.target().url(),
                request.signature());
    }

    private static @Nullable Integer status(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted(int status) -> (Integer) status;
            case Outcome.Refused(int status, _) -> (Integer) status;
            case Outcome.Unanswered _, Outcome.Blocked _ -> null;
        };
    }

    private static @Nullable String error(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted _, Outcome.Refused _ -> null;
            case Outcome.Unanswered(var fault) -> fault.words();
            case Outcome.Blocked _ -> Outcome.Blocked.WORDS;
        };
    }

    /// An endpoint we do not know may be newer than our routes.
    private @Nullable Endpoint endpointOf(Claim claim) {
        var known = routes.current().endpoint(claim.endpointId());
        if (known != null) {
            return known;
        }
        try {
            return routes.refreshed().endpoint(claim.endpointId());
        } catch (SQLException e) {
            throw new IllegalStateException("the routes cannot be read", e);
        }
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
