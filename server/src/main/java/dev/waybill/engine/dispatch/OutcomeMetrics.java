package dev.waybill.engine.dispatch;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.TrafficMetrics;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/// The instruments of [AttemptReports].
final class OutcomeMetrics implements Measured {

    private final Counter attempts = TrafficMetrics.ATTEMPTS.counter();
    private final Counter notSent = TrafficMetrics.ATTEMPTS_NOT_SENT.counter();
    private final CounterDataPoint accepted = attempts.labelValues("succeeded", "none");

    /// By the first digit of the status.
    private final List<CounterDataPoint> refused =
            IntStream.rangeClosed(0, 9)
                    .mapToObj(digit -> attempts.labelValues("failed", "http_" + digit + "xx"))
                    .toList();

    private final Map<Cause.Kind, CounterDataPoint> unanswered = new EnumMap<>(Cause.Kind.class);

    OutcomeMetrics() {
        for (var kind : Cause.Kind.values()) {
            unanswered.put(kind, attempts.labelValues("failed", kind.code()));
        }
    }

    void attempted(Endpoint endpoint, Outcome outcome) {
        if (endpoint.mode() == Mode.LIVE && !Apps.isInternal(endpoint.appId())) {
            counter(outcome).inc();
        }
    }

    private CounterDataPoint counter(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted _ -> accepted;
            case Outcome.NotSent _ -> notSent;
            case Outcome.Refused _, Outcome.Unanswered _, Outcome.Blocked _ ->
                    switch (Objects.requireNonNull(outcome.cause())) {
                        case Cause.Status(int status) -> refused.get(status / 100);
                        case Cause.Kind kind -> Objects.requireNonNull(unanswered.get(kind));
                    };
        };
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(TrafficMetrics.ATTEMPTS, attempts);
        metrics.add(TrafficMetrics.ATTEMPTS_NOT_SENT, notSent);
    }
}
