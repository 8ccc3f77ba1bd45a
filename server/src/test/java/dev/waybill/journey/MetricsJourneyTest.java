package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Settings;
import dev.waybill.infra.metrics.Metric;
import dev.waybill.infra.metrics.MetricPage;
import dev.waybill.testing.Eventually;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// What Prometheus sees of a service that delivered, failed, let expire and sent again.
class MetricsJourneyTest {

    @RegisterExtension
    static final Journey journey =
            Journey.with(
                    Map.of(
                            Settings.Name.METRICS_LISTEN, "127.0.0.1:0",
                            Settings.Name.METRICS_EVENT_TYPES_MAX, "1",
                            Settings.Name.METRICS_ENDPOINTS_MAX, "1",
                            Settings.Name.DATA, "."));

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    private static String good = "";
    private static String metrics = "";

    @BeforeAll
    static void deliver() {
        good = text(api.createEndpoint(receiver.at("/good").url(), "metrics.good"), "id");
        var leaving = receiver.at("/gone").answers(410);
        api.createEndpoint(leaving.url(), "metrics.gone");
        var first = api.publish("metrics.good");
        var delivery = text(api.awaitDelivery(first, "delivered"), "id");
        api.awaitDelivery(api.publish("metrics.good"), "delivered");
        api.awaitDelivery(api.publish("metrics.gone"), "failed");
        var own = "{\"id\":\"mine\",\"type\":\"metrics.good\",\"data\":{}}";
        api.awaitDelivery(text(api.post("/v1/events", own).expect(202).json(), "id"), "delivered");
        api.post("/v1/events", own).expect(200);
        var paused = api.createEndpoint(receiver.at("/paused").url(), "metrics.late");
        api.post("/v1/webhook_endpoints/" + text(paused, "id") + "/pause", "{}").expect(200);
        api.post("/v1/events", "{\"type\":\"metrics.late\",\"data\":{},\"ttl_seconds\":1}")
                .expect(202);
        api.post("/v1/deliveries/" + delivery + "/resend", "{}").expect(202);
        Eventually.get(
                () -> total(),
                total ->
                        total.get("created").intValue() == 6
                                && total.get("states").get("delivered").intValue() == 4
                                && total.get("states").get("failed").intValue() == 1
                                && total.get("states").get("expired").intValue() == 1);
        metrics =
                Eventually.get(
                        () -> scrape(api),
                        seen -> seen.contains("\nwaybill_dead_letters_open 1.0\n"));
    }

    private static JsonNode total() {
        return api.get("/v1/stats").expect(200).json().get("total");
    }

    private static String scrape(ApiClient client) {
        return client.get("/metrics").expect(200).text();
    }

    @Test
    void everyMetricOfTheTableIsThere() {
        assertThat(MetricPage.metrics())
                .allSatisfy(metric ->
                        assertThat(metrics)
                                .contains("# TYPE " + metric.name() + " " + metric.kind().code())
                                .containsPattern("(?m)^" + Pattern.quote(series(metric)) + "[ {]"));
    }

    private static String series(Metric metric) {
        return switch (metric.kind()) {
            case COUNTER, GAUGE -> metric.name();
            case HISTOGRAM -> metric.name() + "_count";
        };
    }

    @Test
    void countersAgreeWithTheStatistics() {
        var total = total();

        assertThat(value("waybill_deliveries_ended_total{reason=\"none\",state=\"delivered\"}"))
                .isEqualTo(total.get("states").get("delivered").doubleValue());
        assertThat(value("waybill_deliveries_ended_total{reason=\"gone\",state=\"failed\"}"))
                .isEqualTo(total.get("reasons").get("gone").doubleValue())
                .isEqualTo(value("waybill_dead_letters_total{reason=\"gone\"}"));
        assertThat(value("waybill_deliveries_ended_total{reason=\"ttl\",state=\"expired\"}"))
                .isEqualTo(total.get("reasons").get("ttl").doubleValue());
        assertThat(value("waybill_attempts_total{cause=\"none\",outcome=\"succeeded\"}"))
                .isEqualTo(total.get("attempts").get("succeeded").doubleValue());
        assertThat(value("waybill_attempts_total{cause=\"http_4xx\",outcome=\"failed\"}"))
                .isEqualTo(total.get("attempts").get("failed").doubleValue());
        assertThat(
                        value("waybill_deliveries_created_total{origin=\"event\"}")
                                + value("waybill_deliveries_created_total{origin=\"redelivery\"}"))
                .isEqualTo(total.get("created").doubleValue());
    }

    @Test
    void whatHappenedIsCounted() {
        assertThat(value("waybill_events_captured_total")).isEqualTo(5);
        assertThat(value("waybill_events_repeated_total")).isEqualTo(1);
        assertThat(value("waybill_deliveries_created_total{origin=\"redelivery\"}")).isEqualTo(1);
        assertThat(value("waybill_delivery_attempts_needed_bucket{le=\"1.0\"}")).isEqualTo(4);
        assertThat(value("waybill_attempt_duration_seconds_count")).isEqualTo(5);
        assertThat(value("waybill_endpoints{state=\"active\"}")).isEqualTo(1);
        assertThat(value("waybill_endpoints{state=\"disabled\"}")).isEqualTo(1);
        assertThat(value("waybill_endpoints{state=\"paused\"}")).isEqualTo(1);
        assertThat(
                        value(
                                "waybill_endpoint_state_changes_total"
                                        + "{reason=\"gone\",to=\"disabled\"}"))
                .isEqualTo(1);
        assertThat(value("waybill_processes")).isEqualTo(1);
        assertThat(
                        value(
                                "waybill_http_requests_total{method=\"POST\",route=\"/v1/events\""
                                        + ",status=\"202\"}"))
                .isEqualTo(5);
    }

    @Test
    void valuesThatUsersChooseAreBounded() {
        assertThat(value("waybill_delivery_lag_seconds_count{event_type=\"metrics.good\"}"))
                .isEqualTo(4);
        assertThat(value("waybill_delivery_lag_seconds_count{event_type=\"other\"}")).isZero();
        assertThat(endpointAttempts(good, "succeeded")).isEqualTo(4);
        assertThat(endpointAttempts("other", "failed")).isEqualTo(1);
        assertThat(metrics).doesNotContain("127.0.0.1", "evt_", "app_", "dlv_");
    }

    private static double endpointAttempts(String endpoint, String result) {
        return value(
                "waybill_endpoint_attempts_total{endpoint_id=\"%s\",result=\"%s\"}"
                        .formatted(endpoint, result));
    }

    @Test
    void theFormatFollowsTheHeaderAccept() {
        var plain = api.get("/metrics").expect(200);
        var open =
                api.send(
                                api.request("/metrics")
                                        .header("Accept", "application/openmetrics-text")
                                        .GET())
                        .expect(200);

        assertThat(plain.header("Content-Type")).startsWith("text/plain; version=0.0.4");
        assertThat(open.header("Content-Type")).startsWith("application/openmetrics-text");
        assertThat(open.text()).endsWith("# EOF\n");
    }

    @Test
    void anAppsKeySeesNothing() {
        api.asApp("default").get("/metrics").expect(403);
    }

    @Test
    void theOtherListenerServesMetricsWithoutAKeyAndNothingElse() {
        try (var open = new ApiClient(journey.metricsAddress(), "")) {
            assertThat(scrape(open)).contains("\nwaybill_events_captured_total 5.0\n");
            open.get("/v1/events").expect(404);
            open.get("/health/live").expect(404);
            open.get("/ui").expect(404);
        }
    }

    private static double value(String series) {
        var found = Pattern.compile("(?m)^" + Pattern.quote(series) + " (\\S+)$").matcher(metrics);
        assertThat(found.find()).as(series).isTrue();
        return Double.parseDouble(found.group(1));
    }
}
