package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.Receiver.Answer;
import dev.waybill.journey.Receiver.Inbox;
import dev.waybill.testing.Eventually;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// Endpoints that receive their events in order.
class OrderJourneyTest {

    private static final String PATH = "/v1/webhook_endpoints/";

    /// Two attempts, a moment apart.
    private static final String TWICE = "{\"kind\":\"list\",\"waits_seconds\":[0.05]}";

    /// A second attempt, much later than any test.
    private static final String LATER = "{\"kind\":\"list\",\"waits_seconds\":[3600]}";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void aStrictEndpointReceivesEverythingOneByOne() {
        var inbox = receiver.at("/strict");
        var underWay = new AtomicInteger();
        var most = new AtomicInteger();
        inbox.answers(_ -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            underWay.decrementAndGet();
            return Answer.of(200);
        });
        create(inbox, "strict.e", "strict", "continue", TWICE);

        var published = new ArrayList<String>();
        for (int i = 0; i < 12; i++) {
            published.add(publish("strict.e", i % 3 == 0 ? null : "k" + i % 3));
        }

        for (var eventId : published) {
            assertThat(inbox.next().header("webhook-id")).isEqualTo(eventId);
        }
        assertThat(most.get()).isOne();
    }

    @Test
    void aKeyThatFailsHoldsUpItselfAndNothingElse() {
        var inbox = receiver.at("/key");
        inbox.answers(request -> Answer.of(request.text().contains("\"sick\"") ? 500 : 200));
        create(inbox, "key.e", "key", "continue", LATER);

        var first = publish("key.e", "sick");
        var second = publish("key.e", "sick");
        api.awaitDelivery(first, "pending");
        var well = publish("key.e", "well");
        var keyless = publish("key.e", null);

        api.awaitDelivery(well, "delivered");
        api.awaitDelivery(keyless, "delivered");
        var waiting = api.delivery(second);
        assertThat(text(waiting, "state")).isEqualTo("pending");
        assertThat(text(waiting, "lane")).isEqualTo("sick");
        assertThat(waiting.get("next_attempt_at").isNull()).isTrue();
        assertThat(waiting.get("attempts").intValue()).isZero();
        assertThat(api.delivery(well).get("lane").isNull()).isTrue();
    }

    @Test
    void aDeadLetterHoldsItsLaneUntilItIsReleased() {
        var inbox = receiver.at("/hold");
        inbox.answers(request -> Answer.of(request.text().contains("\"sequence\":1,") ? 500 : 200));
        // In a path it has to be spelt another way.
        var key = "a/b c%2F*";
        var path = PATH + text(create(inbox, "hold.e", "key", "hold", TWICE), "id") + "/lanes";

        var first = publish("hold.e", key);
        var second = publish("hold.e", key);
        var third = publish("hold.e", key);

        var dead = api.awaitDelivery(first, "failed");
        var held = Eventually.get(() -> api.list(path), lanes -> !lanes.isEmpty()).getFirst();
        assertThat(text(held, "key")).isEqualTo(key);
        assertThat(text(held, "ordering")).isEqualTo("key");
        assertThat(text(held, "delivery_id")).isEqualTo(text(dead, "id"));
        assertThat(text(held, "reason")).isEqualTo("exhausted");
        assertThat(held.get("waiting").intValue()).isEqualTo(2);
        assertThat(text(api.delivery(second), "state")).isEqualTo("pending");
        api.post(path + "/another/release", "").expect(404);

        api.post(path + "/" + encoded(key) + "/release", "").expect(204);

        api.awaitDelivery(second, "delivered");
        api.awaitDelivery(third, "delivered");
        assertThat(api.list(path)).isEmpty();
        api.post(path + "/" + encoded(key) + "/release", "").expect(404);
    }

    @Test
    void theLaneOfAStrictEndpointIsReleasedByAStar() {
        var inbox = receiver.at("/strict-hold");
        inbox.answers(request -> Answer.of(request.text().contains("\"bad\"") ? 500 : 200));
        var path = PATH + text(create(inbox, "star.e", "strict", "hold", TWICE), "id") + "/lanes";

        api.awaitDelivery(publish("star.e", "bad"), "failed");
        var next = publish("star.e", null);

        assertThat(text(api.list(path).getFirst(), "key")).isEqualTo("*");
        api.post(path + "/*/release", "").expect(204);
        api.awaitDelivery(next, "delivered");
    }

    @Test
    void whatGoesStaleWhileItWaitsIsNeverSentAndTheLaneGoesOn() {
        var inbox = receiver.at("/stale");
        var open = new CountDownLatch(1);
        inbox.answers(_ -> {
            open.await();
            return Answer.of(200);
        });
        create(inbox, "stale.e", "key", "continue", TWICE);
        publish("stale.e", "k");
        inbox.next();

        var stale =
                text(
                        api.post(
                                        "/v1/events",
                                        "{\"type\":\"stale.e\",\"data\":{},\"ordering_key\":\"k\","
                                                + "\"ttl_seconds\":1}")
                                .expect(202)
                                .json(),
                        "id");
        var last = publish("stale.e", "k");

        Eventually.holds(() -> text(api.delivery(stale), "state").equals("expired"));
        open.countDown();
        api.awaitDelivery(last, "delivered");
        assertThat(text(api.delivery(stale), "reason")).isEqualTo("ttl");
        assertThat(api.delivery(stale).get("attempts").intValue()).isZero();
        assertThat(inbox.count()).isEqualTo(2);
    }

    @Test
    void takingTheOrderAwayLeavesNothingStuck() {
        var inbox = receiver.at("/changed");
        var open = new CountDownLatch(1);
        inbox.answers(_ -> {
            open.await();
            return Answer.of(200);
        });
        var path = PATH + text(create(inbox, "changed.e", "key", "continue", TWICE), "id");
        var before = List.of(publish("changed.e", "k"), publish("changed.e", "k"));
        inbox.next();

        api.patch(path, "{\"ordering\":\"none\"}").expect(200);
        var after = publish("changed.e", "k");

        assertThat(inbox.next().header("webhook-id")).as("waits for nobody").isEqualTo(after);
        open.countDown();
        before.forEach(eventId -> api.awaitDelivery(eventId, "delivered"));
    }

    private static JsonNode create(
            Inbox inbox, String type, String ordering, String onExhausted, String policy) {
        var json = ApiClient.JSON.createObjectNode().put("url", inbox.url());
        json.putArray("event_types").add(type);
        json.put("ordering", ordering).put("on_exhausted", onExhausted);
        json.set("retry_policy", ApiClient.JSON.readTree(policy));
        return api.createEndpoint(json);
    }

    private static String publish(String type, @Nullable String key) {
        var json = ApiClient.JSON.createObjectNode().put("type", type).put("ordering_key", key);
        json.putObject("data");
        return text(api.post("/v1/events", json.toString()).expect(202).json(), "id");
    }

    private static String encoded(String key) {
        return URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
