package dev.waybill.infra.metrics;

import java.util.List;
import java.util.stream.Collectors;

/// The tables of docs/reference/metrics.md.
public final class MetricPage {

    private MetricPage() {}

    /// Every metric that the service exposes.
    public static List<Metric> metrics() {
        return MetricTable.all();
    }

    /// The three tables, with a heading for each.
    public static String tables() {
        return table("Traffic", TrafficMetrics.TABLE)
                + table("Stations and jobs", StationMetrics.TABLE)
                + table("JVM and process", RuntimeMetrics.TABLE);
    }

    private static String table(String title, MetricTable table) {
        return table.list().stream()
                .map(MetricPage::row)
                .collect(
                        Collectors.joining(
                                "\n",
                                "## %s\n\n| Metric | Type | Labels | Meaning | When to worry |\n"
                                                .formatted(title)
                                        + "| --- | --- | --- | --- | --- |\n",
                                "\n\n"));
    }

    private static String row(Metric metric) {
        var labels = metric.labels().stream().map(name -> "`" + name + "`").toList();
        return "| `%s` | %s | %s | %s | %s |"
                .formatted(
                        metric.name(),
                        metric.kind().code(),
                        labels.isEmpty() ? "–" : String.join(", ", labels),
                        metric.help(),
                        metric.worry().isEmpty() ? "–" : metric.worry());
    }
}
