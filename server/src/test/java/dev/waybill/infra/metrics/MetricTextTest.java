package dev.waybill.infra.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricTextTest {

    private final MetricRegistry metrics = new MetricRegistry();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                              | PROMETHEUS",
                "*/*                                                             | PROMETHEUS",
                "text/plain                                                      | PROMETHEUS",
                "application/openmetrics-text                                    | OPEN_METRICS",
                "application/openmetrics-text;version=1.0.0,text/plain;q=0.5     | OPEN_METRICS",
                "text/plain;q=0.5, Application/OpenMetrics-Text; version=1.0.0   | OPEN_METRICS",
                "application/openmetrics-text;q=0, text/plain                    | PROMETHEUS",
                "application/vnd.google.protobuf;encoding=delimited              | PROMETHEUS"
            })
    void theHeaderAcceptDecides(String header, MetricText format) {
        assertThat(MetricText.accepted(header)).isEqualTo(format);
    }

    @Test
    void bothFormatsShowTheSameSeries() {
        var counter = TrafficMetrics.EVENTS_CAPTURED.counter();
        counter.inc(3);
        metrics.add(TrafficMetrics.EVENTS_CAPTURED, counter);
        metrics.add(StationMetrics.HEARTBEAT_AGE, () -> 1.5);

        assertThat(text(MetricText.PROMETHEUS))
                .contains("# TYPE waybill_events_captured_total counter")
                .contains("\nwaybill_events_captured_total 3.0\n")
                .contains("\nwaybill_heartbeat_age_seconds 1.5\n");
        assertThat(text(MetricText.OPEN_METRICS))
                .contains("# TYPE waybill_events_captured counter")
                .contains("\nwaybill_events_captured_total 3.0\n")
                .contains("# UNIT waybill_heartbeat_age_seconds seconds")
                .endsWith("# EOF\n");
    }

    @Test
    void partsShareAMetric() {
        var due = StationMetrics.CLAIMED.counter();
        due.labelValues("due").inc();
        var ordered = StationMetrics.CLAIMED.counter();
        ordered.labelValues("ordered").inc(2);
        metrics.add(StationMetrics.CLAIMED, due);
        metrics.add(StationMetrics.CLAIMED, ordered);

        assertThat(text(MetricText.PROMETHEUS))
                .contains("waybill_deliveries_claimed_total{kind=\"due\"} 1.0")
                .contains("waybill_deliveries_claimed_total{kind=\"ordered\"} 2.0")
                .containsOnlyOnce("# TYPE waybill_deliveries_claimed_total");
    }

    @Test
    void valuesThatAreNotKnownOrFailAreLeftOut() {
        metrics.add(TrafficMetrics.BACKLOG, () -> Double.NaN);
        metrics.add(
                TrafficMetrics.OLDEST_DUE,
                () -> {
                    throw new IllegalStateException("a bug for the test");
                });
        metrics.add(StationMetrics.LEASES, () -> 7);

        assertThat(text(MetricText.PROMETHEUS))
                .contains("\nwaybill_leases 7.0\n")
                .doesNotContain("\nwaybill_backlog", "\nwaybill_oldest");
    }

    @Test
    void labelValuesAreEscaped() {
        metrics.add(RuntimeMetrics.BUILD, () -> 1, "a\"b\\c\nd");

        assertThat(text(MetricText.PROMETHEUS))
                .contains("waybill_build_info{version=\"a\\\"b\\\\c\\nd\"} 1.0");
    }

    private String text(MetricText format) {
        return new String(format.of(metrics), UTF_8);
    }
}
