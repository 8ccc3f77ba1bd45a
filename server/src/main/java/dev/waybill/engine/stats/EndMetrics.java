package dev.waybill.engine.stats;

import dev.waybill.domain.delivery.Reason;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.TrafficMetrics;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.EnumMap;
import java.util.Map;

/// The instruments of [StatKeeper]: deliveries that ended otherwise than delivered. The process
/// that adds an end to the statistics counts it, so that all processes together count each once.
final class EndMetrics implements Measured {

    private final Counter ended = TrafficMetrics.DELIVERIES_ENDED.counter();
    private final Counter deadLetters = TrafficMetrics.DEAD_LETTERS.counter();
    private final Map<Reason, CounterDataPoint> endedFor = new EnumMap<>(Reason.class);
    private final Map<Reason, CounterDataPoint> deadFor = new EnumMap<>(Reason.class);

    EndMetrics() {
        for (var reason : Reason.values()) {
            endedFor.put(reason, ended.labelValues(reason.state().code(), reason.code()));
            if (reason.isDeadLetter()) {
                deadFor.put(reason, deadLetters.labelValues(reason.code()));
            }
        }
    }

    void ended(Map<Reason, Long> ends) {
        ends.forEach((reason, count) -> {
            add(endedFor, reason, count);
            add(deadFor, reason, count);
        });
    }

    private static void add(Map<Reason, CounterDataPoint> counters, Reason reason, long count) {
        var counter = counters.get(reason);
        if (counter != null) {
            counter.inc(count);
        }
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(TrafficMetrics.DELIVERIES_ENDED, ended);
        metrics.add(TrafficMetrics.DEAD_LETTERS, deadLetters);
    }
}
