package dev.waybill.engine.capture;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import dev.waybill.infra.metrics.TrafficMetrics;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.List;

/// The instruments of [Capture].
final class CaptureMetrics implements Measured {

    private final Counter captured = TrafficMetrics.EVENTS_CAPTURED.counter();
    private final Counter repeated = TrafficMetrics.EVENTS_REPEATED.counter();
    private final Counter refused = TrafficMetrics.EVENTS_REFUSED.counter();
    private final CounterDataPoint conflict = refused.labelValues("conflict");
    private final CounterDataPoint invalid = refused.labelValues("invalid");
    private final CounterDataPoint unconfirmed = refused.labelValues("unconfirmed");
    private final CounterDataPoint unstorable = refused.labelValues("unstorable");
    private final Histogram duration = TrafficMetrics.CAPTURE_DURATION.histogram();
    private final Histogram batchEvents = StationMetrics.CAPTURE_BATCH_EVENTS.histogram();
    private final Histogram batchDuration = StationMetrics.CAPTURE_BATCH_DURATION.histogram();

    /// A request is answered.
    ///
    /// @param results one for each publication, in their order
    void answered(List<Publication> publications, List<CaptureResult> results, long nanos) {
        duration.observe(nanos / 1e9);
        for (int i = 0; i < publications.size(); i++) {
            if (isOfCustomer(publications.get(i))) {
                counter(results.get(i)).inc();
            }
        }
    }

    private static boolean isOfCustomer(Publication publication) {
        return publication.mode() == Mode.LIVE && !Apps.isInternal(publication.appId());
    }

    private CounterDataPoint counter(CaptureResult result) {
        return switch (result) {
            case CaptureResult.Captured _ -> captured;
            case CaptureResult.Repeated _ -> repeated;
            case CaptureResult.Clash _ -> conflict;
            case CaptureResult.Invalid _ -> invalid;
            case CaptureResult.Unconfirmed _ -> unconfirmed;
            case CaptureResult.Unstorable _ -> unstorable;
        };
    }

    void written(int events, long nanos) {
        batchEvents.observe(events);
        batchDuration.observe(nanos / 1e9);
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(TrafficMetrics.EVENTS_CAPTURED, captured);
        metrics.add(TrafficMetrics.EVENTS_REPEATED, repeated);
        metrics.add(TrafficMetrics.EVENTS_REFUSED, refused);
        metrics.add(TrafficMetrics.CAPTURE_DURATION, duration);
        metrics.add(StationMetrics.CAPTURE_BATCH_EVENTS, batchEvents);
        metrics.add(StationMetrics.CAPTURE_BATCH_DURATION, batchDuration);
    }
}
