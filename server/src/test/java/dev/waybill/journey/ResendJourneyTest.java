package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A user resends a delivery.
class ResendJourneyTest {

    private static final String DELIVERIES = "/v1/deliveries/";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void theSameEventComesAgainAndSaysSo() {
        var inbox = receiver.at("/again");
        api.createEndpoint(inbox.url(), "again.sent");
        var event = api.publish("again.sent");
        var first = api.awaitDelivery(event, "delivered");

        var made = api.post(path(text(first, "id")), "").expect(202).json();

        assertThat(text(made, "replay_of")).isEqualTo(text(first, "id"));
        assertThat(text(made, "state")).isEqualTo("pending");
        var before = inbox.next();
        var after = inbox.next();
        assertThat(after.header("webhook-id")).isEqualTo(before.header("webhook-id"));
        assertThat(after.header("waybill-delivery")).isEqualTo(text(made, "id"));
        assertThat(before.text()).doesNotContain("replayed");
        assertThat(after.text()).contains("\"replayed\":true,\"data\"");
        var delivered =
                Eventually.get(
                        () -> api.get(DELIVERIES + text(made, "id")).expect(200).json(),
                        delivery -> text(delivery, "state").equals("delivered"));
        assertThat(delivered.at("/request/body").stringValue()).isEqualTo(after.text());
        assertThat(text(api.get(DELIVERIES + text(first, "id")).json(), "updated_at"))
                .isEqualTo(text(first, "updated_at"));
    }

    @Test
    void twoClicksSendOnce() {
        api.createEndpoint(receiver.at("/clicks").url(), "clicks.two");
        var first = text(api.awaitDelivery(api.publish("clicks.two"), "delivered"), "id");

        var made = api.post(path(first), "", "click").expect(202).json();
        var again = api.post(path(first), "", "click").expect(200).json();
        api.post(path(first), "{\"delay\":1}", "click").expect(422);

        assertThat(text(again, "id")).isEqualTo(text(made, "id"));
    }

    @Test
    void theHundredAndFirstInAMinuteIsTooMuch() {
        var inbox = receiver.at("/often");
        api.createEndpoint(inbox.url(), "often.sent");
        var first = text(api.awaitDelivery(api.publish("often.sent"), "delivered"), "id");
        for (int i = 0; i < 100; i++) {
            api.post(path(first), "").expect(202);
        }

        var refused = api.post(path(first), "").expect(429);

        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
        assertThat(text(refused.json(), "detail")).contains("100");
        Eventually.get(inbox::count, count -> count == 101);
    }

    @Test
    void whatCannotBeSentAgainIsSaidSo() {
        var endpoint = text(api.createEndpoint(receiver.at("/no").url(), "no.more"), "id");
        var first = text(api.awaitDelivery(api.publish("no.more"), "delivered"), "id");

        api.post("/v1/webhook_endpoints/" + endpoint + "/disable", "").expect(200);
        var disabled = api.post(path(first), "").expect(409);
        api.delete("/v1/webhook_endpoints/" + endpoint).expect(204);
        var deleted = api.post(path(first), "").expect(409);

        assertThat(disabled.text()).contains("Enable it first");
        assertThat(deleted.text()).contains("deleted");
        api.post(path("dlv_nothing"), "").expect(404);
        api.inTestMode().post(path(first), "").expect(404);
    }

    private static String path(String delivery) {
        return DELIVERIES + delivery + "/resend";
    }
}
