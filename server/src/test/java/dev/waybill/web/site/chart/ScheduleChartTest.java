package dev.waybill.web.site.chart;

import static dev.waybill.web.site.chart.ScheduleChart.Fate.BEYOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.PolicyPreview;
import dev.waybill.domain.retry.RetryPolicies;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ScheduleChartTest {

    private static final Instant NOON = Instant.parse("2026-04-28T12:00:00Z");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static PolicyPreview live(Duration ttl) {
        return PolicyPreview.of(RetryPolicies.LIVE, NOON, NOON.plus(ttl), LIMIT);
    }

    @Test
    void placesAreInTheOrderOfTime() {
        var axis = TimeAxis.reaching(Duration.ofDays(2));
        double before = -1;
        for (long seconds = 0; seconds <= Duration.ofDays(3).toSeconds(); seconds += 600) {
            double x = axis.x(Duration.ofSeconds(seconds));
            assertThat(x).isGreaterThanOrEqualTo(before).isBetween(0.0, 100.0);
            before = x;
        }
        assertThat(axis.max()).isEqualTo(Duration.ofDays(3));
        assertThat(axis.ticks().getFirst().at()).isZero();
        assertThat(axis.ticks().getLast().at()).isEqualTo(Duration.ofDays(3));
    }

    @Test
    void everyAttemptIsDrawnOnceWithoutATtl() {
        var whole = PolicyPreview.of(RetryPolicies.LIVE, NOON, null, LIMIT);

        var chart = ScheduleChart.of(TimeAxis.reaching(Duration.ofDays(3)), NOON, whole, null);

        assertThat(chart.dots()).hasSize(10).noneMatch(dot -> dot.fate() == BEYOND);
        assertThat(chart.boundary()).isNull();
        assertThat(chart.dots().getFirst().labelled()).isTrue();
    }

    @Test
    void whatComesAfterTheTtlIsBeyondIt() {
        var whole = PolicyPreview.of(RetryPolicies.LIVE, NOON, null, LIMIT);
        var ttl = Duration.ofHours(3);

        var chart = ScheduleChart.of(TimeAxis.reaching(Duration.ofDays(3)), NOON, whole, live(ttl));

        var boundary = chart.boundary();
        assertThat(boundary).isNotNull();
        for (var dot : chart.dots()) {
            assertThat(dot.earliest().compareTo(ttl) >= 0).isEqualTo(dot.fate() == BEYOND);
        }
        assertThat(chart.dots().stream().filter(dot -> dot.fate() == BEYOND)).hasSize(5);
    }
}
