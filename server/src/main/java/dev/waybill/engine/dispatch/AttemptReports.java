package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.NextStep;
import dev.waybill.domain.delivery.NextStep.Bury;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.dispatch.AttemptSender.Completed;
import dev.waybill.engine.routing.HealthLedger;
import dev.waybill.engine.stats.Subject;
import dev.waybill.engine.stats.Tally;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import java.time.Duration;

/// Reports attempts to the parts that only watch: the health of this node, the health of the
/// endpoint, and the statistics.
public final class AttemptReports implements Measured {

    private final NodeHealth node;
    private final HealthLedger health;
    private final Tally tally;
    private final OutcomeMetrics outcomes = new OutcomeMetrics();

    public AttemptReports(NodeHealth node, HealthLedger health, Tally tally) {
        this.node = node;
        this.health = health;
        this.tally = tally;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        outcomes.measureIn(metrics);
    }

    /// To be called before the attempt is settled: the endpoint of a 410 is disabled first.
    void attempted(Claim claim, Endpoint endpoint, Completed attempt, NextStep step) {
        node.after(attempt.outcome(), attempt.host());
        report(endpoint, step);
        count(claim, endpoint, attempt, step);
    }

    /// If nothing was ever sent, the endpoint is not at fault.
    void endedWithoutAttempt(Claim claim, Endpoint endpoint, Reason reason) {
        if (reason == Reason.DEADLINE && claim.progress().attempts() > 0) {
            health.ended(endpoint.id(), reason);
        }
    }

    private void report(Endpoint endpoint, NextStep step) {
        switch (step) {
            case NextStep.Finish _ -> health.delivered(endpoint.id());
            case NextStep.RetryAt _, NextStep.HandBack _ -> {}
            case Bury(var reason) when reason == Reason.GONE -> health.gone(endpoint.id());
            case Bury(var reason) -> health.ended(endpoint.id(), reason);
        }
    }

    private void count(Claim claim, Endpoint endpoint, Completed attempt, NextStep step) {
        outcomes.attempted(endpoint, attempt.outcome());
        if (step instanceof NextStep.HandBack) {
            return;
        }
        var subject = Subject.of(endpoint, claim.envelope().eventType());
        tally.attempted(subject, attempt.outcome(), attempt.duration());
        if (step instanceof NextStep.Finish) {
            var lag = Duration.between(claim.lagSince(), attempt.endedAt());
            tally.delivered(subject, claim.progress().attempts() + 1, lag);
        }
    }
}
