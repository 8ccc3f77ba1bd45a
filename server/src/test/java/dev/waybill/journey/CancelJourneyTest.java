package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.Receiver.Answer;
import dev.waybill.testing.Eventually;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// A user cancels or requeues pending deliveries.
class CancelJourneyTest {

    private static final String DELIVERIES = "/v1/deliveries/";

    /// A second attempt, much later than any test.
    private static final String LATER = "{\"kind\":\"list\",\"waits_seconds\":[3600]}";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void aDeliveryThatWaitsIsCalledOff() {
        receiver.at("/one").answers(500);
        endpoint("/one", "one.off", "none");
        var id = waiting(api.publish("one.off"));

        var cancelled = api.post(DELIVERIES + id + "/cancel", "").expect(200).json();

        assertThat(text(cancelled, "state")).isEqualTo("cancelled");
        assertThat(text(cancelled, "reason")).isEqualTo("cancelled");
        assertThat(cancelled.get("next_attempt_at").isNull()).isTrue();
        assertThat(api.post(DELIVERIES + id + "/cancel", "").expect(409).text())
                .contains("cancelled");
        api.post(DELIVERIES + "dlv_nothing/cancel", "").expect(404);
    }

    @Test
    void whatIsUnderWayIsNotCalledOff() {
        var gate = new CountDownLatch(1);
        var inbox = receiver.at("/slow");
        inbox.answers(_ -> {
            gate.await();
            return Answer.of(200);
        });
        endpoint("/slow", "slow.off", "none");
        var event = api.publish("slow.off");
        inbox.next();

        var id = text(api.event(event).get("deliveries").get(0), "id");
        api.post(DELIVERIES + id + "/cancel", "").expect(409);
        api.post(DELIVERIES + id + "/requeue", "").expect(409);
        api.post("/v1/events/" + event + "/cancel", "").expect(409);
        gate.countDown();

        api.awaitDelivery(event, "delivered");
    }

    @Test
    void aLaneGoesOnBehindAHeadThatIsCalledOff() {
        var inbox = receiver.at("/lane").answers(500);
        endpoint("/lane", "lane.off", "strict");
        var first = api.publish("lane.off");
        var head = waiting(first);
        var second = api.publish("lane.off");
        inbox.answers(200);

        api.post(DELIVERIES + head + "/cancel", "").expect(200);

        api.awaitDelivery(second, "delivered");
        assertThat(inbox.count()).isEqualTo(2);
    }

    @Test
    void anEventIsCalledOffByItsProducer() {
        receiver.at("/a").answers(500);
        receiver.at("/b").answers(500);
        endpoint("/a", "event.off", "none");
        endpoint("/b", "event.off", "none");
        var event = api.publish("event.off");
        Eventually.get(
                () -> api.event(event).get("deliveries"),
                deliveries -> deliveries.valueStream().allMatch(CancelJourneyTest::isWaiting));
        var producer = api.with(text(api.createKey("producer"), "key"));

        var done = producer.post("/v1/events/" + event + "/cancel", "").expect(200).json();

        assertThat(done.get("count").intValue()).isEqualTo(2);
        assertThat(text(api.event(event), "status")).isEqualTo("no_deliveries");
        api.post("/v1/events/nothing/cancel", "").expect(404);
    }

    @Test
    void aFilterCallsOffWhatMatches() {
        receiver.at("/many").answers(500);
        var endpoint = endpoint("/many", "many.off", "none");
        for (int i = 0; i < 3; i++) {
            waiting(api.publish("many.off"));
        }
        var filter =
                "{\"filter\":{\"endpoint_id\":\"%s\",\"event_type\":\"many.off\"}}"
                        .formatted(endpoint);

        var done = api.post(DELIVERIES + "cancel", filter).expect(200).json();

        assertThat(done.get("count").intValue()).isEqualTo(3);
        assertThat(done.get("more").booleanValue()).isFalse();
        assertThat(api.list("/v1/deliveries?state=cancelled&endpoint_id=" + endpoint)).hasSize(3);
        api.post(DELIVERIES + "cancel", "{\"filter\":{}}").expect(422);
        api.post(DELIVERIES + "cancel", "{}").expect(422);
        var bad = api.post(DELIVERIES + "cancel", "{\"filter\":{\"since\":\"x\"}}").expect(422);
        assertThat(text(bad.json(), "field")).isEqualTo("/filter/since");
    }

    @Test
    void aDeliveryIsPutOffOrTriedAtOnce() {
        var inbox = receiver.at("/moved").answers(500);
        endpoint("/moved", "moved.on", "none");
        var event = api.publish("moved.on");
        var id = waiting(event);

        var later = requeue(id, "{\"delay_seconds\":7200}", 200);
        inbox.answers(200);
        var now = requeue(id, "", 200);

        assertThat(text(later, "next_attempt_at")).isGreaterThan(text(now, "next_attempt_at"));
        api.awaitDelivery(event, "delivered");
        var again = requeue(id, "{\"delay_seconds\":3600}", 202);
        assertThat(text(again, "replay_of")).isEqualTo(id);
        assertThat(text(again, "next_attempt_at")).isGreaterThan(text(again, "created_at"));
        requeue(id, "{\"delay_seconds\":-1}", 422);
    }

    private static JsonNode requeue(String id, String body, int status) {
        return api.post(DELIVERIES + id + "/requeue", body).expect(status).json();
    }

    private static String endpoint(String path, String type, String ordering) {
        var json = ApiClient.JSON.createObjectNode().put("url", receiver.at(path).url());
        json.putArray("event_types").add(type);
        json.put("ordering", ordering);
        json.set("retry_policy", ApiClient.JSON.readTree(LATER));
        return text(api.createEndpoint(json), "id");
    }

    /// The event's only delivery, once it waits for its second attempt.
    private static String waiting(String event) {
        return text(api.awaitDelivery(event, "pending"), "id");
    }

    private static boolean isWaiting(JsonNode delivery) {
        return text(delivery, "state").equals("pending")
                && delivery.get("attempts").intValue() == 1;
    }
}
