package dev.waybill.infra.metrics;

import dev.waybill.infra.metrics.Metric.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Collects definitions in the order in which they are made.
final class MetricTable {

    private final List<Metric> metrics = new ArrayList<>();

    /// Every metric of the service.
    static List<Metric> all() {
        return Stream.of(TrafficMetrics.TABLE, StationMetrics.TABLE, RuntimeMetrics.TABLE)
                .flatMap(table -> table.metrics.stream())
                .toList();
    }

    List<Metric> list() {
        return List.copyOf(metrics);
    }

    Metric counter(String name, String help, String worry, String... labels) {
        return add(Kind.COUNTER, name, List.of(), help, worry, labels);
    }

    Metric gauge(String name, String help, String worry, String... labels) {
        return add(Kind.GAUGE, name, List.of(), help, worry, labels);
    }

    Metric histogram(
            String name, List<Double> bounds, String help, String worry, String... labels) {
        return add(Kind.HISTOGRAM, name, bounds, help, worry, labels);
    }

    private Metric add(
            Kind kind,
            String name,
            List<Double> bounds,
            String help,
            String worry,
            String... labels) {
        var metric = new Metric(kind, name, List.of(labels), bounds, help, worry);
        metrics.add(metric);
        return metric;
    }
}
