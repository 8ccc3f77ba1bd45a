package dev.waybill.engine.stats;

import static dev.waybill.infra.metrics.MetricLimits.OTHER;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.infra.metrics.BoundedSeries;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.TrafficMetrics;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;

/// The instruments of [Tally]. A delivery costs a few additions and one look-up by its event type.
final class DeliveryMetrics implements Measured {

    private final Counter created = TrafficMetrics.DELIVERIES_CREATED.counter();
    private final CounterDataPoint createdByEvent = created.labelValues("event");
    private final CounterDataPoint createdByRedelivery = created.labelValues("redelivery");
    private final Counter ended = TrafficMetrics.DELIVERIES_ENDED.counter();
    private final CounterDataPoint delivered =
            ended.labelValues(DeliveryState.DELIVERED.code(), "none");
    private final Histogram needed = TrafficMetrics.DELIVERY_ATTEMPTS_NEEDED.histogram();
    private final Histogram duration = TrafficMetrics.ATTEMPT_DURATION.histogram();
    private final Histogram lag = TrafficMetrics.DELIVERY_LAG.histogram();
    private final BoundedSeries<String, DistributionDataPoint> lagOfType;
    private final Counter attempts = TrafficMetrics.ENDPOINT_ATTEMPTS.counter();
    private final BoundedSeries<UUID, Results> attemptsOfEndpoint;

    private record Results(CounterDataPoint succeeded, CounterDataPoint failed) {}

    DeliveryMetrics(MetricLimits limits) {
        this.lagOfType =
                new BoundedSeries<>(limits.eventTypes(), lag::labelValues, lag.labelValues(OTHER));
        this.attemptsOfEndpoint =
                new BoundedSeries<>(
                        limits.endpoints(),
                        id -> results(IdKind.ENDPOINT.format(id)),
                        results(OTHER));
    }

    private Results results(String endpoint) {
        return new Results(
                attempts.labelValues(endpoint, "succeeded"),
                attempts.labelValues(endpoint, "failed"));
    }

    void created(Subject subject) {
        if (subject.isOfCustomer()) {
            createdByEvent.inc();
        }
    }

    void redelivered(Subject subject) {
        if (subject.isOfCustomer()) {
            createdByRedelivery.inc();
        }
    }

    void delivered(Subject subject, int attemptsMade, Duration since) {
        if (subject.isOfCustomer()) {
            delivered.inc();
            needed.observe(attemptsMade);
            lagOfType.of(Objects.requireNonNull(subject.eventType())).observe(seconds(since));
        }
    }

    void attempted(Subject subject, boolean accepted, Duration took) {
        if (subject.isOfCustomer()) {
            duration.observe(seconds(took));
            var results = attemptsOfEndpoint.of(Objects.requireNonNull(subject.endpointId()));
            (accepted ? results.succeeded : results.failed).inc();
        }
    }

    private static double seconds(Duration duration) {
        return Math.max(duration.toNanos(), 0) / 1e9;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(TrafficMetrics.DELIVERIES_CREATED, created);
        metrics.add(TrafficMetrics.DELIVERIES_ENDED, ended);
        metrics.add(TrafficMetrics.DELIVERY_ATTEMPTS_NEEDED, needed);
        metrics.add(TrafficMetrics.ATTEMPT_DURATION, duration);
        metrics.add(TrafficMetrics.DELIVERY_LAG, lag);
        metrics.add(TrafficMetrics.ENDPOINT_ATTEMPTS, attempts);
    }
}
