package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.trace.TraceContext;
import dev.waybill.journey.Receiver.Answer;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.OtlpReceiver;
import dev.waybill.testing.OtlpReceiver.Received;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a collector receives of a service that traces: it decodes the protobuf.
class TracesJourneyTest {

    private static final String PRODUCER = "00f067aa0ba902b7";

    private final String database = Postgres.newDatabase();
    private final OtlpReceiver collector;
    private final Receiver receiver;

    /// Of the trace that a test begins.
    private final String traceId = TraceContext.parse(newContext()).orElseThrow().traceId();

    private RunningService service;

    TracesJourneyTest() throws IOException, SQLException {
        this.collector = OtlpReceiver.start();
        this.receiver = Receiver.start();
        this.service = start(Map.of());
    }

    private static String newContext() {
        var random = ThreadLocalRandom.current();
        return TraceContext.format(random.nextLong(), random.nextLong(), 1, true);
    }

    private RunningService start(Map<String, String> others) throws SQLException {
        var environment = new HashMap<>(others);
        environment.putIfAbsent("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url());
        environment.putIfAbsent("OTEL_BSP_SCHEDULE_DELAY", "20");
        environment.put("OTEL_EXPORTER_OTLP_HEADERS", "api-key=WaybillMarker-collector-key");
        return RunningService.traced(database, environment);
    }

    private void restart(Map<String, String> others) throws SQLException {
        service.close();
        service = start(others);
    }

    @AfterEach
    void stop() {
        receiver.close();
        service.close();
        collector.close();
        Postgres.drop(database);
    }

    private ApiClient.Answer publish(String path, String body, String traceparent) {
        return service.api()
                .send(
                        service.api()
                                .request(path)
                                .header("Content-Type", "application/json")
                                .header("traceparent", traceparent)
                                .POST(BodyPublishers.ofString(body)));
    }

    private String publish(String type, String traceparent) {
        var body = "{\"type\":\"%s\",\"data\":{\"a\":\"payload\"}}".formatted(type);
        return text(publish("/v1/events", body, traceparent).expect(202).json(), "id");
    }

    private String sampled() {
        return "00-" + traceId + "-" + PRODUCER + "-01";
    }

    private static List<Received> named(List<Received> spans, String name) {
        return spans.stream().filter(span -> span.name().equals(name)).toList();
    }

    private static String sent(Received attempt) {
        return "00-" + attempt.traceId() + "-" + attempt.spanId() + "-01";
    }

    @Test
    void aTraceShowsTheAttemptsOfItsEventAlsoThoseAnHourLaterInAnotherProcess()
            throws SQLException {
        var inbox = receiver.at("/hour").answers(_ -> new Answer(503, Map.of(), ""));
        service.api()
                .post(
                        "/v1/retry_policies",
                        "{\"name\":\"hourly\",\"kind\":\"list\",\"waits_seconds\":[3600]}")
                .expect(201);
        var endpoint = ApiClient.JSON.createObjectNode().put("url", inbox.url());
        endpoint.put("retry_policy", "hourly").putArray("event_types").add("trace.hour");
        var endpointId = text(service.api().createEndpoint(endpoint), "id");

        var eventId = publish("trace.hour", sampled());
        var waiting = service.api().awaitDelivery(eventId, "pending");
        assertThat(Instant.parse(text(waiting, "next_attempt_at")))
                .isAfter(Instant.now().plus(Duration.ofMinutes(50)));
        restart(Map.of());
        inbox.answers(200);
        letAnHourPass();
        service.api().awaitDelivery(eventId, "delivered");

        var spans = collector.awaitTrace(traceId, 5);
        assertThat(spans).hasSize(5);
        var publish = named(spans, "publish").getFirst();
        assertThat(publish.parentId()).isEqualTo(PRODUCER);
        assertThat(publish.attributes())
                .containsEntry("http.request.method", "POST")
                .containsEntry("http.route", "/v1/events")
                .containsEntry("http.response.status_code", "202")
                .containsEntry("waybill.event.id", eventId)
                .containsEntry("waybill.event.type", "trace.hour")
                .containsEntry("waybill.publish.events", "1")
                .containsEntry("waybill.publish.deliveries", "1");
        var attempts = named(spans, "attempt");
        assertThat(attempts)
                .hasSize(2)
                .allSatisfy(attempt -> {
                    assertThat(attempt.parentId()).isEqualTo(publish.spanId());
                    assertThat(attempt.links()).containsExactly(traceId + "-" + publish.spanId());
                    assertThat(attempt.attributes())
                            .containsEntry("server.address", "127.0.0.1")
                            .containsEntry("url.scheme", "http")
                            .containsEntry("waybill.event.id", eventId)
                            .containsEntry("waybill.endpoint.id", endpointId)
                            .containsEntry("waybill.delivery.id", text(waiting, "id"));
                });
        assertThat(attempts.getFirst().attributes())
                .containsEntry("waybill.attempt.number", "1")
                .containsEntry("waybill.attempt.outcome", "failed")
                .containsEntry("http.response.status_code", "503")
                .containsEntry("error.type", "503");
        assertThat(attempts.getLast().attributes())
                .containsEntry("waybill.attempt.number", "2")
                .containsEntry("waybill.attempt.outcome", "succeeded")
                .containsEntry("http.request.resend_count", "1")
                .containsEntry("http.response.status_code", "200");
        var settled = named(spans, "settle");
        assertThat(settled)
                .extracting(Received::parentId)
                .containsExactly(attempts.getFirst().spanId(), attempts.getLast().spanId());
        assertThat(settled)
                .extracting(span -> span.attribute("waybill.delivery.state"))
                .containsExactly("pending", "delivered");
        assertThat(inbox.all())
                .extracting(request -> request.header("traceparent"))
                .containsExactly(sent(attempts.getFirst()), sent(attempts.getLast()));
    }

    /// The waiting deliveries, as they are an hour later.
    private void letAnHourPass() throws SQLException {
        try (var connection = service.connection();
                var update = connection.createStatement()) {
            assertThat(
                            update.executeUpdate(
                                    """
                                    UPDATE delivery
                                       SET next_attempt_at = now(),
                                           first_attempt_at =
                                               first_attempt_at - interval '1 hour',
                                           give_up_at = give_up_at - interval '1 hour'
                                     WHERE state = 'pending'
                                    """))
                    .isPositive();
        }
    }

    @Test
    void aBatchIsOnePublishAndResendsBelongToItsTrace() {
        var inbox = receiver.at("/batch");
        service.api().createEndpoint(inbox.url(), "trace.batch");

        var events =
                publish(
                                "/v1/events/batch",
                                """
                                [{"type":"trace.batch","data":1},{"type":"trace.batch","data":2},
                                 {"type":""}]
                                """,
                                sampled())
                        .expect(200)
                        .json()
                        .get("data");
        var delivery = service.api().awaitDelivery(text(events.get(0), "id"), "delivered");
        service.api().post("/v1/deliveries/" + text(delivery, "id") + "/resend", "{}").expect(202);

        var spans = collector.awaitTrace(traceId, 7);
        var publish = named(spans, "publish");
        assertThat(publish).hasSize(1);
        assertThat(publish.getFirst().attributes())
                .containsEntry("http.route", "/v1/events/batch")
                .containsEntry("waybill.publish.events", "2")
                .doesNotContainKey("waybill.event.id");
        assertThat(named(spans, "attempt"))
                .hasSize(3)
                .allSatisfy(attempt ->
                        assertThat(attempt.parentId()).isEqualTo(publish.getFirst().spanId()))
                .extracting(attempt -> attempt.attribute("waybill.delivery.id"))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "nonsense"
            })
    void anInvalidContextIsIgnored(String header) {
        var inbox = receiver.at("/invalid");
        service.api().createEndpoint(inbox.url(), "trace.invalid");

        publish("trace.invalid", header);

        var context = TraceContext.parse(inbox.next().header("traceparent")).orElseThrow();
        var spans = collector.awaitTrace(context.traceId(), 3);
        assertThat(named(spans, "publish").getFirst().parentId()).isEmpty();
        assertThat(header).doesNotContain(context.traceId());
    }

    @Test
    void everyRequestCarriesAContextAlsoIfNothingIsRecorded() throws SQLException {
        restart(Map.of("OTEL_TRACES_SAMPLER", "parentbased_always_off"));
        var inbox = receiver.at("/unsampled");
        service.api().createEndpoint(inbox.url(), "trace.unsampled");
        var unsampled = "00-" + traceId + "-" + PRODUCER + "-00";

        publish("trace.unsampled", unsampled);
        assertThat(inbox.next().header("traceparent")).isEqualTo(unsampled);
        service.api().publish("trace.unsampled");
        var begun = TraceContext.parse(inbox.next().header("traceparent")).orElseThrow();
        assertThat(begun.isSampled()).isFalse();

        publish("trace.unsampled", sampled());
        collector.awaitTrace(traceId, 3);
        assertThat(collector.spans()).hasSize(3);
    }

    @Test
    void anEventThatWasPublishedWithoutTracingHasATraceOfItsAttempts() throws SQLException {
        restart(Map.of("OTEL_SDK_DISABLED", "true"));
        var inbox = receiver.at("/before").answers(503);
        service.api().createEndpoint(inbox.url(), "trace.before");
        var eventId = service.api().publish("trace.before");
        service.api().awaitDelivery(eventId, "pending");
        assertThat(inbox.next().headers()).doesNotContainKey("traceparent");
        assertThat(collector.requests()).isEmpty();

        restart(Map.of());
        letAnHourPass();

        var context = TraceContext.parse(inbox.next().header("traceparent")).orElseThrow();
        var spans = collector.awaitTrace(context.traceId(), 2);
        var attempt = named(spans, "attempt").getFirst();
        assertThat(attempt.parentId()).isEmpty();
        assertThat(attempt.links()).isEmpty();
        assertThat(attempt.attribute("waybill.attempt.number")).isEqualTo("2");
    }

    @Test
    void aRefusedPublishIsRecordedWithItsStatus() {
        publish("/v1/events", "{\"type\":\"\"}", sampled()).expect(422);
        publish("/v1/events", "{", sampled()).expect(400);
        publish("/v1/events/batch", "{}", sampled()).expect(422);

        assertThat(collector.awaitTrace(traceId, 3))
                .extracting(span -> span.attribute("http.response.status_code"))
                .containsExactlyInAnyOrder("422", "400", "422");
    }

    @Test
    void noSpanContainsAUrlOrAPayload() {
        var inbox = receiver.at("/WaybillMarker-path?token=WaybillMarker-query");
        service.api().createEndpoint(inbox.url(), "trace.secret");

        publish("trace.secret", sampled());

        assertThat(collector.awaitTrace(traceId, 3))
                .allSatisfy(span ->
                        assertThat(span.span().toString())
                                .doesNotContain("WaybillMarker", "payload", "signature"));
        assertThat(collector.requests())
                .allSatisfy(request ->
                        assertThat(request)
                                .containsEntry("api-key", "WaybillMarker-collector-key"));
        var metrics =
                Eventually.get(
                        () -> service.api().get("/metrics").expect(200).text(),
                        text -> !text.contains("\nwaybill_trace_spans_exported_total 0.0\n"));
        assertThat(metrics).contains("\nwaybill_trace_spans_dropped_total 0.0\n");
    }

    @Test
    void aHangingCollectorDelaysNeitherDeliveriesNorTheStop() throws SQLException {
        restart(
                Map.of(
                        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", collector.url() + "/hanging",
                        "OTEL_EXPORTER_OTLP_TIMEOUT", "60000",
                        "OTEL_BSP_MAX_QUEUE_SIZE", "1"));
        service.api().createEndpoint(receiver.at("/hanging").url(), "trace.hanging");
        for (int i = 0; i < 3; i++) {
            service.api().awaitDelivery(publish("trace.hanging", sampled()), "delivered");
        }

        long begun = System.nanoTime();
        restart(Map.of());

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(40));
    }
}
