package dev.waybill.engine.stats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.MetricText;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What a producer or a customer chooses never makes the response large.
class MetricSizeTest {

    private static final Outcome ACCEPTED = new Outcome.Accepted(200);
    private static final Outcome REFUSED = new Outcome.Refused(404, null);

    private static final int BYTES_MAX = 2_000_000;

    @Test
    void thousandsOfTypesAndEndpointsAreBounded() {
        var limits = new MetricLimits(MetricLimits.EVENT_TYPES_MAX, MetricLimits.ENDPOINTS_MAX);
        var tally = new Tally(InstantSource.system(), limits);
        var metrics = new MetricRegistry();
        tally.measureIn(metrics);
        for (int i = 0; i < 10_000; i++) {
            var type = "a".repeat(120) + "." + i;
            var subject = new Subject(Apps.DEFAULT, Mode.LIVE, new UUID(1, i), type);
            tally.attempted(subject, REFUSED, Duration.ofMillis(20));
            tally.attempted(subject, ACCEPTED, Duration.ofMillis(20));
            tally.delivered(subject, 2, Duration.ofMillis(90));
        }

        long begun = System.nanoTime();
        var text = MetricText.PROMETHEUS.of(metrics);
        System.err.printf(
                "metrics of 10,000 endpoints: %,d bytes in %d ms%n",
                text.length, (System.nanoTime() - begun) / 1_000_000);

        assertThat(text.length).isLessThan(BYTES_MAX);
        assertThat(new String(text, UTF_8))
                .contains(
                        "event_type=\"other\"", "endpoint_id=\"other\",result=\"failed\"} 7000.0");
    }
}
