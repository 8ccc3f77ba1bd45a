package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.JSON;
import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// An operator uses the pages of events, held lanes and pending deliveries.
class OperatorPagesJourneyTest {

    private static final String LATER = "{\"kind\":\"list\",\"waits_seconds\":[3600]}";
    private static final String ONCE = "{\"kind\":\"list\",\"waits_seconds\":[0.01]}";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();
    private static final UiClient ui = UiClient.of(journey).signedIn(text(key(), "key"));

    private static JsonNode key() {
        return api.createKey("operator");
    }

    @Test
    void anEventThatMatchedNoEndpointIsListedAndExplained() {
        var lonely = api.publish("lonely.event");
        api.createEndpoint(receiver.at("/heard").url(), "heard.event");
        var heard = api.publish("heard.event");

        var unmatched = ui.get("/ui/events?matched=none").expect(200).text();
        var all = ui.get("/ui/events").expect(200).text();
        var page = ui.get("/ui/events/" + lonely).expect(200).text();

        assertThat(unmatched).contains(lonely).doesNotContain(heard);
        assertThat(all).contains(lonely, heard);
        assertThat(page).contains("No active endpoint of this app subscribed");
        assertThat(ui.get("/ui/deliveries?q=" + lonely).expect(303).header("Location"))
                .isEqualTo("/ui/events/" + lonely);
        ui.get("/ui/events/evt_nothing").expect(404);
    }

    @Test
    void anEventShowsItsDataAndLinksToItsDeliveries() {
        api.createEndpoint(receiver.at("/linked").url(), "linked.event");
        var data = "{\"n\":12345678901234567890.10,\"e\":1E400}";
        var body = "{\"type\":\"linked.event\",\"data\":" + data + "}";
        var id = text(api.post("/v1/events", body).expect(202).json(), "id");
        var delivery = text(api.awaitDelivery(id, "delivered"), "id");

        var pretty = ui.get("/ui/events/" + id).expect(200).text();
        var raw = ui.get("/ui/events/" + id + "?body=raw").expect(200).text();
        var there = ui.get("/ui/deliveries/" + delivery).expect(200).text();

        assertThat(pretty).contains("\"n\": 12345678901234567890.10,\n");
        assertThat(raw).contains("{\"n\":12345678901234567890.10,");
        assertThat(pretty).contains("/ui/deliveries/" + delivery);
        assertThat(there).contains("/ui/events/" + id);
        assertThat(ui.get("/ui/events/" + id + "/data").expect(200).text()).isEqualTo(data);
    }

    @Test
    void aHeldLaneIsShownAndReleased() {
        var inbox = receiver.at("/held");
        inbox.answers(
                request -> Receiver.Answer.of(request.text().contains("\"bad\":true") ? 422 : 200));
        var endpoint = ordered(inbox.url(), "held.e");
        var letter = publish("held.e", "k 1", "{\"bad\":true}");
        api.awaitDelivery(letter, "failed");
        var next = publish("held.e", "k 1", "{}");

        var page = ui.get("/ui/endpoints/" + endpoint).expect(200).text();
        assertThat(page).contains("Held lanes", "k 1", text(api.delivery(letter), "id"));
        assertThat(ui.get("/ui/endpoints").expect(200).text()).contains("1 lane held");
        assertThat(text(api.delivery(next), "state")).isEqualTo("pending");

        ui.post("/ui/endpoints/" + endpoint + "/lanes/release", "key", "k 1").expect(303);

        api.awaitDelivery(next, "delivered");
        ui.post("/ui/endpoints/" + endpoint + "/lanes/release", "key", "k 1").expect(404);
        ui.post("/ui/endpoints/" + endpoint + "/lanes/release", "key", "\0").expect(404);
    }

    @Test
    void aDeliveryThatWaitsIsRequeuedAndOneThatEndedIsResentLater() {
        var delivery = waiting("requeued.e");
        var path = "/ui/deliveries/" + delivery;
        var before = text(delivery(delivery), "next_attempt_at");

        ui.post(path + "/requeue", "minutes", "1440").expect(303);

        var moved = text(delivery(delivery), "next_attempt_at");
        assertThat(moved).isGreaterThan(before);
        ui.post(path + "/requeue", "minutes", "-1").expect(422);
        ui.post(path + "/requeue", "minutes", "10081").expect(422);
        ui.post(path + "/cancel").expect(303);
        var again = ui.post(path + "/requeue", "minutes", "60").expect(303).header("Location");
        assertThat(again).startsWith("/ui/deliveries/dlv_").doesNotContain(delivery);
        assertThat(ui.get(again).expect(200).text()).contains("Requeue");
    }

    @Test
    void manyAreCancelledAfterAPlan() {
        var one = waiting("many.e");
        var endpoint = text(delivery(one), "endpoint_id");
        var two = text(api.awaitDelivery(api.publish("many.e"), "pending"), "id");
        var page = "/ui/deliveries/cancel";

        assertThat(ui.get("/ui/deliveries?state=pending&endpoint=" + endpoint).expect(200).text())
                .contains("Cancel all that match");
        assertThat(ui.get(page + "?endpoint=" + endpoint).expect(200).text())
                .contains("Cancel 2 deliveries");
        ui.get(page + "?endpoint=nonsense").expect(422);
        ui.post(page, "endpoint", endpoint, "why", "unasked").expect(422);
        ui.post(page, "endpoint", "nonsense", "planned", "2", "why", "a slip").expect(422);
        ui.post(page, "endpoint", endpoint, "planned", "2").expect(422);
        ui.post(page, "endpoint", endpoint, "planned", "2000", "why", "no number").expect(422);
        assertThat(text(delivery(two), "state")).isEqualTo("pending");

        var early = "2026-01-01T00:00:00Z";
        ui.post(page, "endpoint", endpoint, "until", early, "planned", "2", "why", "x").expect(303);
        assertThat(text(delivery(one), "state")).as("captured after the plan").isEqualTo("pending");
        ui.post(page, "endpoint", endpoint, "planned", "2", "why", "Ticket 4711").expect(303);

        for (var id : new String[] {one, two}) {
            assertThat(text(delivery(id), "state")).isEqualTo("cancelled");
        }
        var audited = api.list("/v1/audit_log?action=delivery.cancelled&object_id=" + endpoint);
        assertThat(text(audited.getFirst(), "note")).isEqualTo("Ticket 4711");
    }

    @Test
    void theDeliveriesOfAnEventAreCancelledTogether() {
        var delivery = waiting("together.e");
        var event = text(delivery(delivery), "event_id");

        ui.post("/ui/events/" + event + "/cancel").expect(303);

        assertThat(text(delivery(delivery), "state")).isEqualTo("cancelled");
    }

    /// A delivery whose first attempt failed, and whose second is an hour away.
    private static String waiting(String type) {
        var json = JSON.createObjectNode();
        json.put("url", receiver.at("/" + type).answers(503).url());
        json.putArray("event_types").add(type);
        json.set("retry_policy", JSON.readTree(LATER));
        api.createEndpoint(json);
        return text(api.awaitDelivery(api.publish(type), "pending"), "id");
    }

    private static JsonNode delivery(String id) {
        return api.get("/v1/deliveries/" + id).expect(200).json();
    }

    private static String ordered(String url, String type) {
        var json = JSON.createObjectNode().put("url", url);
        json.put("ordering", "key").put("on_exhausted", "hold");
        json.putArray("event_types").add(type);
        json.set("retry_policy", JSON.readTree(ONCE));
        return text(api.createEndpoint(json), "id");
    }

    private static String publish(String type, String key, String data) {
        var json = JSON.createObjectNode().put("type", type).put("ordering_key", key);
        json.set("data", JSON.readTree(data));
        return text(api.post("/v1/events", json.toString()).expect(202).json(), "id");
    }
}
