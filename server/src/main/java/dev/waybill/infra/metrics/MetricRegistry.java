package dev.waybill.infra.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The sources of all metrics: instruments that parts of the service keep, and values that are read
/// when they are asked for. Several parts may have series of one metric.
public final class MetricRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(MetricRegistry.class);

    private record Source(Metric metric, Reader reader) {}

    /// Reads the current series of a metric. It must not block.
    @FunctionalInterface
    public interface Reader {
        void read(Series series);
    }

    private final List<Source> sources = new CopyOnWriteArrayList<>();

    public void add(Metric metric, Counter counter) {
        sources.add(
                new Source(
                        metric,
                        series -> series.counters.addAll(counter.collect().getDataPoints())));
    }

    public void add(Metric metric, Histogram histogram) {
        sources.add(
                new Source(
                        metric,
                        series -> series.histograms.addAll(histogram.collect().getDataPoints())));
    }

    /// A value to be read; NaN while it is not known.
    public void add(Metric metric, DoubleSupplier value, String... labelValues) {
        read(metric, series -> series.add(value.getAsDouble(), labelValues));
    }

    /// Several values to be read.
    public void read(Metric metric, Reader reader) {
        sources.add(new Source(metric, reader));
    }

    /// The series of one metric while they are collected.
    public static final class Series {

        private final Metric metric;
        private final List<CounterDataPointSnapshot> counters = new ArrayList<>();
        private final List<GaugeDataPointSnapshot> gauges = new ArrayList<>();
        private final List<HistogramDataPointSnapshot> histograms = new ArrayList<>();

        private Series(Metric metric) {
            this.metric = metric;
        }

        /// NaN stands for a value that is not known; it is left out.
        public void add(double value, String... labelValues) {
            if (Double.isNaN(value)) {
                return;
            }
            var labels = Labels.of(metric.labels(), List.of(labelValues));
            switch (metric.kind()) {
                case COUNTER -> counters.add(new CounterDataPointSnapshot(value, labels, null, 0));
                case GAUGE -> gauges.add(new GaugeDataPointSnapshot(value, labels, null));
                case HISTOGRAM ->
                        throw new IllegalStateException(metric.name() + " is not one value");
            }
        }

        private MetricSnapshot snapshot() {
            var metadata = metadata(metric);
            return switch (metric.kind()) {
                case COUNTER -> new CounterSnapshot(metadata, counters);
                case GAUGE -> new GaugeSnapshot(metadata, gauges);
                case HISTOGRAM -> new HistogramSnapshot(metadata, histograms);
            };
        }
    }

    /// Everything as it is now. A source that fails is left out.
    MetricSnapshots collect() {
        Map<Metric, Series> all = new LinkedHashMap<>();
        for (var source : sources) {
            try {
                source.reader.read(all.computeIfAbsent(source.metric, Series::new));
            } catch (RuntimeException e) {
                LOG.warn("a metric could not be read, metric={}", source.metric.name(), e);
            }
        }
        return new MetricSnapshots(all.values().stream().map(Series::snapshot).toList());
    }

    private static MetricMetadata metadata(Metric metric) {
        return switch (metric.unit()) {
            case SECONDS -> new MetricMetadata(metric.baseName(), metric.help(), Unit.SECONDS);
            case BYTES -> new MetricMetadata(metric.baseName(), metric.help(), Unit.BYTES);
            case NONE -> new MetricMetadata(metric.baseName(), metric.help());
        };
    }
}
