package dev.waybill.infra.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.infra.metrics.Metric.Kind;
import dev.waybill.infra.metrics.Metric.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The conventions of Prometheus for names, for every metric of the table.
class MetricTest {

    static List<Metric> metrics() {
        return MetricPage.metrics();
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void namesFollowTheConventions(Metric metric) {
        assertThat(metric.name()).matches("(waybill|process|jvm)_[a-z][a-z_]*[a-z]");
        assertThat(metric.labels()).allMatch(label -> label.matches("[a-z][a-z_]*"));
        assertThat(metric.help()).isNotBlank().doesNotEndWith(".").doesNotContain("|", "\n");
        assertThat(metric.worry()).doesNotEndWith(".").doesNotContain("|", "\n");
        assertThat(metric.bounds().isEmpty()).isEqualTo(metric.kind() != Kind.HISTOGRAM);
        assertThat(metric.bounds()).isSorted().doesNotHaveDuplicates();
        if (metric.name().contains("duration") || metric.name().contains("age")) {
            assertThat(metric.unit()).isEqualTo(Unit.SECONDS);
        }
    }

    @Test
    void namesAreUnique() {
        assertThat(metrics().stream().map(Metric::name)).doesNotHaveDuplicates();
    }

    @Test
    void firstValuesGetSeriesOfTheirOwn() {
        var series = new BoundedSeries<String, String>(2, key -> "of " + key, "other");

        assertThat(List.of("a", "b", "c", "a", "d").stream().map(series::of))
                .containsExactly("of a", "of b", "other", "of a", "other");
        assertThat(new BoundedSeries<>(0, key -> "of " + key, "other").of("a")).isEqualTo("other");
    }
}
