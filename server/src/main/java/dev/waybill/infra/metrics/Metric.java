package dev.waybill.infra.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.List;
import java.util.Locale;

/// The definition of one metric. All definitions are in [TrafficMetrics], [StationMetrics] and
/// [RuntimeMetrics]; docs/reference/metrics.md is generated from them.
///
/// @param name as it is exposed, with the suffix of its unit, and `_total` for a counter
/// @param labels the names of its labels
/// @param bounds the upper bounds of the buckets of a histogram
/// @param help its meaning, in one sentence without a full stop
/// @param worry the value or change that needs attention
public record Metric(
        Kind kind,
        String name,
        List<String> labels,
        List<Double> bounds,
        String help,
        String worry) {

    private static final String TOTAL = "_total";

    public Metric {
        labels = List.copyOf(labels);
        bounds = List.copyOf(bounds);
        if (name.endsWith(TOTAL) != (kind == Kind.COUNTER)) {
            throw new IllegalArgumentException(name + " does not fit its kind");
        }
    }

    /// The types of metrics that Prometheus knows.
    public enum Kind {
        COUNTER,
        GAUGE,
        HISTOGRAM;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The units that names end with.
    public enum Unit {
        SECONDS,
        BYTES,
        NONE;

        public String code() {
            return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
        }
    }

    /// The name without the suffix that the formats add to counters.
    String baseName() {
        return kind == Kind.COUNTER ? name.substring(0, name.length() - TOTAL.length()) : name;
    }

    public Unit unit() {
        for (var unit : Unit.values()) {
            if (unit != Unit.NONE && baseName().endsWith("_" + unit.code())) {
                return unit;
            }
        }
        return Unit.NONE;
    }

    /// A new instrument of this metric, to be kept by one part of the service.
    public Counter counter() {
        return Counter.builder()
                .name(baseName())
                .help(help)
                .labelNames(labels.toArray(String[]::new))
                .withoutExemplars()
                .build();
    }

    /// A new instrument of this metric, with fixed buckets only.
    public Histogram histogram() {
        return Histogram.builder()
                .name(baseName())
                .help(help)
                .labelNames(labels.toArray(String[]::new))
                .classicOnly()
                .classicUpperBounds(bounds.stream().mapToDouble(Double::doubleValue).toArray())
                .withoutExemplars()
                .build();
    }
}
