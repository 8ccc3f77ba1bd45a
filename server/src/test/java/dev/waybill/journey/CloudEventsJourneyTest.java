package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.JSON;
import static dev.waybill.journey.ApiClient.rows;
import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.waybill.journey.ApiClient.Answer;
import dev.waybill.journey.Receiver.Received;
import dev.waybill.testing.Eventually;
import io.cloudevents.jackson.JsonFormat;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// Producers publish CloudEvents, and receivers get them.
class CloudEventsJourneyTest {

    private static final String STRUCTURED = "application/cloudevents+json; charset=UTF-8";
    private static final String BATCH = "application/cloudevents-batch+json";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    private static Answer post(String contentType, String body) {
        return api.send(
                api.request("/v1/events")
                        .header("Content-Type", contentType)
                        .POST(BodyPublishers.ofString(body)));
    }

    private static String event(String id, String fields) {
        return """
        {"specversion":"1.0","id":"%s","source":"/orders","type":"ce.in",%s}\
        """
                .formatted(id, fields);
    }

    /// Of each row the status, and the field of the problem if there is one.
    private static String outcomes(JsonNode json) {
        return rows(json).stream()
                .map(row -> row.get("status").asInt() + row.at("/problem/field").asString(""))
                .collect(Collectors.joining(" "));
    }

    @Test
    void anEventInEveryModeIsOneEventWithItsDataByteForByte() throws Exception {
        var inbox = receiver.at("/ce-in");
        api.createEndpoint(inbox.url(), "ce.in");
        var data = "{ \"total\" : 119.00, \"note\":\"\\u00e9\" }";
        var one = event("order-1", "\"data\":" + data + ",\"partitionkey\":\"caf\u00e9\"");

        var first = post(STRUCTURED, one).expect(202).json();
        var again = post(STRUCTURED, one).expect(200).json();
        var batch = post(BATCH, "[" + one + "]").expect(200).json();
        var binary =
                api.send(
                                api.request("/v1/events")
                                        .header("Content-Type", "application/json")
                                        .header("ce-specversion", "1.0")
                                        .header("ce-id", "order-1")
                                        .header("ce-source", "/orders")
                                        .header("ce-type", "ce.in")
                                        .header("ce-partitionkey", "caf%C3%A9")
                                        .POST(BodyPublishers.ofString(data)))
                        .expect(200)
                        .json();

        var id = text(first, "id");
        assertThat(id).startsWith("order-1_");
        assertThat(text(first, "ordering_key")).isEqualTo("caf\u00e9");
        assertThat(text(again, "id")).isEqualTo(id);
        assertThat(text(binary, "id")).isEqualTo(id);
        assertThat(outcomes(batch)).isEqualTo("200");
        var received = inbox.next();
        assertThat(received.header("webhook-id")).isEqualTo(id);
        assertThat(received.text()).endsWith(",\"data\":" + data + "}");
        assertThat(inbox.count()).isEqualTo(1);
    }

    @Test
    void endpointsGetSignedCloudEventsBesideOurOwnFormat() throws Exception {
        var requests = new AtomicInteger();
        var inbox =
                receiver.at("/ce-out")
                        .answers(_ ->
                                Receiver.Answer.of(requests.getAndIncrement() == 0 ? 500 : 200));
        var plain = receiver.at("/ce-plain");
        api.createEndpoint(plain.url(), "ce.out");
        var json = JSON.createObjectNode().put("url", inbox.url()).put("format", "cloudevents");
        json.putArray("event_types").add("ce.out");
        json.putObject("retry_policy").put("kind", "list").putArray("waits_seconds").add(0.1);
        var endpoint = api.createEndpoint(json);
        assertThat(text(endpoint, "format")).isEqualTo("cloudevents");
        var data = "{ \"total\" : 119.00 }";
        var body = "{\"type\":\"ce.out\",\"ordering_key\":\"k\",\"data\":" + data + "}";

        var id = text(api.post("/v1/events", body).expect(202).json(), "id");

        var first = inbox.next();
        var second = inbox.next();
        assertThat(first.header("content-type"))
                .isEqualTo("application/cloudevents+json; charset=UTF-8");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(first.text()).endsWith(",\"data\":" + data + "}");
        verify(text(endpoint, "secret"), first);
        var event = new JsonFormat().deserialize(first.body());
        assertThat(event.getId()).isEqualTo(id).isEqualTo(first.header("webhook-id"));
        assertThat(event.getExtension("partitionkey")).isEqualTo("k");
        assertThat(plain.next().header("content-type")).isEqualTo("application/json");
        assertThat(plain.all().getFirst().text()).startsWith("{\"id\":\"" + id);
        var shown = Eventually.get(() -> cloudEventDelivery(id), one -> one.has("request"));
        assertThat(shown.at("/request/body").stringValue()).isEqualTo(first.text());
        assertThat(shown.at("/request/headers/content-type").stringValue())
                .isEqualTo("application/cloudevents+json; charset=UTF-8");

        var path = "/v1/webhook_endpoints/" + text(endpoint, "id");
        assertThat(api.get(path + "/contract?format=markdown").expect(200).text())
                .contains("CloudEvent 1.0");
        assertThat(text(api.patch(path, "{\"format\":null}").expect(200).json(), "format"))
                .isEqualTo("waybill");
        api.patch(path, "{\"format\":\"xml\"}").expect(422);
    }

    /// The delivery of the event to the endpoint that gets CloudEvents, in detail.
    private static JsonNode cloudEventDelivery(String eventId) {
        for (var delivery : api.event(eventId).get("deliveries")) {
            var detail = api.get("/v1/deliveries/" + text(delivery, "id")).expect(200).json();
            if (detail.at("/request/url").asString("").endsWith("/ce-out")) {
                return detail;
            }
        }
        return JSON.createObjectNode();
    }

    private static void verify(String secret, Received request) throws Exception {
        new Webhook(secret)
                .verify(
                        request.text(),
                        Map.of(
                                "webhook-id", List.of(request.header("webhook-id")),
                                "webhook-timestamp", List.of(request.header("webhook-timestamp")),
                                "webhook-signature", List.of(request.header("webhook-signature"))));
    }

    @Test
    void oneIdOfTwoSourcesIsTwoEvents() {
        var one = event("shared", "\"data\":1");

        var first = post(STRUCTURED, one).expect(202).json();
        var second = post(STRUCTURED, one.replace("/orders", "/invoices")).expect(202).json();
        var clash = post(STRUCTURED, one.replace(":1}", ":2}")).expect(409).json();

        assertThat(text(first, "id")).isNotEqualTo(text(second, "id"));
        assertThat(text(clash, "field")).isEqualTo("/id");
    }

    @Test
    void hostileEventsOfABatchFailAloneWithTheirReasons() {
        var hostile =
                List.of(
                        event("h-1", "\"data\":\"" + "x".repeat(300 << 10) + "\""),
                        event("h-2", "\"data\":1,\"subject\":\"\\u0000\""),
                        event("h-3", "\"data\":1,\"partitionkey\":\"\\ud800\""),
                        event("h-4", "\"data\":1,\"number\":1e999999"),
                        event("h-5", "\"data\":{\"k\":1,\"k\":2}"),
                        event("h-6", "\"data\":1,\"data\":2"),
                        event("h-7", "\"data\":01"),
                        "7",
                        "");
        var batch =
                IntStream.range(0, hostile.size())
                        .mapToObj(
                                i -> hostile.get(i) + "," + event("good-" + i, "\"data\":1e999999"))
                        .collect(Collectors.joining(",", "[", "]"));

        var json = post(BATCH, batch).expect(200).json();

        assertThat(outcomes(json))
                .isEqualTo(
                        "413/0/data 202 422/2/subject 202 422/4/partitionkey 202 422/6/number 202"
                                + " 400/8 202 400/10 202 400/12 202 422/14 202 422/16 202");
        assertThat(outcomes(post(BATCH, "[]").expect(200).json())).isEmpty();
    }

    @Test
    void aSingleHostileEventIsRefusedWithItsReason() {
        var large = event("l-1", "\"data\":\"" + "x".repeat(300 << 10) + "\"");

        assertThat(text(post(STRUCTURED, large).expect(413).json(), "field")).isEqualTo("/data");
        post(STRUCTURED, event("d-1", "\"data\":1,\"id\":\"2\"")).expect(400);
        post(STRUCTURED, event("n-1", "\"data\":\"\0\"")).expect(400);
        post(STRUCTURED, "[" + event("n-2", "\"data\":1") + "]").expect(422);
        post("application/cloudevents+xml", "<event/>").expect(415);
        var unknown = event("a-1", "\"data\":1,\"waybillapp\":\"nobody\"");
        assertThat(text(post(STRUCTURED, unknown).expect(422).json(), "field"))
                .isEqualTo("/waybillapp");
    }

    @Test
    void anEventWithIdempotencyKeysIsRepeatedByItsAttributesToo() {
        var request =
                api.request("/v1/events")
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", "ce-key")
                        .header("ce-specversion", "1.0")
                        .header("ce-source", "/orders")
                        .header("ce-type", "ce.in");

        api.send(request.copy().header("ce-id", "k-1").POST(BodyPublishers.ofString("1")))
                .expect(202);
        api.send(request.copy().header("ce-id", "k-2").POST(BodyPublishers.ofString("1")))
                .expect(422);
        api.send(
                        request.copy()
                                .header("ce-id", "k-1")
                                .header("ce-id", "k-1")
                                .POST(BodyPublishers.ofString("1")))
                .expect(422);
    }
}
