package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.Sender;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.engine.lease.ProcessLife;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.engine.settle.Settlement;
import dev.waybill.engine.trace.Traces;
import dev.waybill.infra.trace.OpenSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Builds, signs and sends the request of an attempt, measures how long it takes, and makes the
/// record of it.
public final class AttemptSender {

    private static final int TARGETS_REMEMBERED_MAX = 100_000;

    private final Composer composer;
    private final Signatories signatories;
    private final Sender sender;
    private final ProcessLife life;
    private final Ids ids;
    private final Traces traces;
    private final ConcurrentHashMap<String, Target> targets = new ConcurrentHashMap<>();

    public AttemptSender(
            Composer composer,
            EndpointSecrets secrets,
            Sender sender,
            ProcessLife life,
            Ids ids,
            Traces traces) {
        this.composer = composer;
        this.signatories = new Signatories(secrets);
        this.sender = sender;
        this.life = life;
        this.ids = ids;
        this.traces = traces;
    }

    /// A completed attempt.
    ///
    /// @param host the host that it was sent to
    record Completed(
            Outcome outcome,
            String host,
            Instant startedAt,
            Duration duration,
            Settlement.Attempt record) {

        Instant endedAt() {
            return startedAt.plus(duration);
        }
    }

    Completed send(Claim claim, Endpoint endpoint, Instant startedAt) throws InterruptedException {
        var progress = claim.progress();
        var envelope = composer.formatted(claim.envelope(), endpoint.format(), claim.appId());
        var trace = traces.attempt(envelope.traceparent(), claim.deliveryId(), startedAt);
        var request =
                composer.compose(
                        claim.appId(),
                        target(endpoint),
                        signatories.of(endpoint),
                        trace == null ? envelope : envelope.with(trace.traceparent()),
                        claim.deliveryId(),
                        progress.attempts() + 1,
                        startedAt);
        var timeLimit = progress.cut(endpoint.timeLimit(), startedAt);
        long startNanos = life.nanoTime();
        var answer = sender.send(request, timeLimit, timeLimit.compareTo(endpoint.timeLimit()) < 0);
        var duration = Duration.ofNanos(life.nanoTime() - startNanos);
        var span = trace == null ? null : trace.span();
        if (span != null) {
            AttemptSpans.describe(span, claim, request.target(), answer.outcome());
            span.end(startedAt.plus(duration));
        }
        var settling = span == null ? null : traces.settle(span, startedAt.plus(duration));
        return new Completed(
                answer.outcome(),
                request.target().host(),
                startedAt,
                duration,
                record(request, answer, duration, settling));
    }

    /// Drops everything that is cached for a deleted endpoint.
    void forget(UUID endpointId) {
        signatories.forget(endpointId);
    }

    private Settlement.Attempt record(
            OutgoingRequest request,
            Answer answer,
            Duration duration,
            @Nullable OpenSpan settling) {
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
                request.signature(),
                settling);
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
            throw new AssertionError("a stored URL was checked before: " + endpoint.id(), e);
        }
    }
}
