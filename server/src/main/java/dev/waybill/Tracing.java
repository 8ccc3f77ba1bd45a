package dev.waybill;

import dev.waybill.engine.trace.RecordedTraces;
import dev.waybill.engine.trace.Traces;
import dev.waybill.infra.Version;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import dev.waybill.infra.trace.SpanExport;
import dev.waybill.infra.trace.SpanResource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The traces of this process, and their export; neither if tracing is off.
final class Tracing implements Measured {

    private static final Logger LOG = LoggerFactory.getLogger(Tracing.class);

    private final Traces traces;
    private final @Nullable SpanExport export;

    /// Starts the export.
    ///
    /// @param instance names this start of the process
    Tracing(@Nullable TraceSettings settings, InstantSource clock, UUID instance) {
        if (settings == null) {
            this.traces = Traces.OFF;
            this.export = null;
            return;
        }
        var attributes = new HashMap<String, String>();
        attributes.put("service.version", Version.current());
        attributes.put("service.instance.id", instance.toString());
        attributes.putAll(settings.resource());
        var resource = new SpanResource(attributes, Version.current());
        this.export = SpanExport.start(settings.collector(), settings.limits(), resource);
        this.traces =
                new RecordedTraces(
                        settings.sampling(),
                        export,
                        clock,
                        () -> ThreadLocalRandom.current().nextLong());
        LOG.info("tracing is on, collector={}", settings.collector());
    }

    Traces traces() {
        return traces;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        if (export != null) {
            export.measureIn(metrics);
            return;
        }
        metrics.add(StationMetrics.SPANS_EXPORTED, () -> 0);
        metrics.add(StationMetrics.SPANS_DROPPED, () -> 0);
        metrics.add(StationMetrics.SPANS_WAITING, () -> 0);
    }

    /// Sends the spans that wait, if the collector takes them within the limit.
    void close(Duration limit) {
        if (export != null) {
            export.close(limit);
        }
    }
}
