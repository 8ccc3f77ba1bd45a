package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// How is it going? One endpoint that takes everything and one that is gone, in numbers.
class StatsJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    private static String good = "";
    private static String gone = "";

    @BeforeAll
    static void deliver() {
        good = text(api.createEndpoint(receiver.at("/good").url(), "stats.good"), "id");
        var leaving = receiver.at("/gone").answers(410);
        gone = text(api.createEndpoint(leaving.url(), "stats.gone"), "id");
        for (int i = 0; i < 3; i++) {
            api.awaitDelivery(api.publish("stats.good"), "delivered");
        }
        api.awaitDelivery(api.publish("stats.gone"), "failed");
        Eventually.get(
                () -> stats("/v1/stats").get("total"),
                total ->
                        total.get("created").intValue() >= 4
                                && total.get("states").get("delivered").intValue() == 3
                                && total.get("states").get("failed").intValue() == 1
                                && total.get("attempts").get("succeeded").intValue() == 3
                                && total.get("attempts").get("failed").intValue() == 1);
    }

    @Test
    void theTotalSaysWhatCameOfAll() {
        var total = stats("/v1/stats").get("total");

        assertThat(total.get("created").intValue()).isGreaterThanOrEqualTo(4);
        assertThat(total.get("reasons").get("gone").intValue()).isEqualTo(1);
        assertThat(total.get("reasons").get("ttl").intValue()).isZero();
        assertThat(total.get("success_rate").doubleValue()).isEqualTo(0.75);
        assertThat(total.get("latency_ms").get("p50").doubleValue()).isPositive();
        assertThat(total.get("attempts").get("succeeded").intValue()).isEqualTo(3);
        assertThat(total.get("attempts").get("failed").intValue()).isEqualTo(1);
        assertThat(total.get("attempts").get("needed").get(0).intValue()).isEqualTo(3);
    }

    @Test
    void itIsToldApartByEndpointTypeAndApp() {
        var byEndpoint = stats("/v1/stats?group_by=endpoint").get("data");
        assertThat(byEndpoint).hasSize(2);
        assertThat(text(byEndpoint.get(0), "endpoint_id")).isEqualTo(good);
        var byType = stats("/v1/stats?group_by=event_type&endpoint_id=" + gone).get("data");
        assertThat(byType).hasSize(1);
        assertThat(text(byType.get(0), "event_type")).isEqualTo("stats.gone");
        var byApp = stats("/v1/stats?group_by=app").get("data");
        assertThat(text(byApp.get(0), "app")).isEqualTo("default");
    }

    @Test
    void anEndpointHasItsOwn() {
        var total = stats("/v1/webhook_endpoints/" + gone + "/stats").get("total");

        assertThat(total.get("states").get("delivered").intValue()).isZero();
        assertThat(total.get("states").get("failed").intValue()).isEqualTo(1);
        assertThat(total.get("latency_ms").get("p50").isNull()).isTrue();
    }

    @Test
    void endpointsThatWaybillDisabledAreCounted() {
        assertThat(stats("/v1/stats").get("endpoints").get("auto_disabled").intValue())
                .isEqualTo(1);
        assertThat(endpoints(gone).get("auto_disabled").intValue()).isEqualTo(1);
        assertThat(endpoints(gone).get("auto_paused").intValue()).isZero();
        assertThat(endpoints(good).get("auto_disabled").intValue()).isZero();
    }

    private static JsonNode endpoints(String id) {
        return stats("/v1/webhook_endpoints/" + id + "/stats").get("endpoints");
    }

    @Test
    void aRangeWithoutAnythingIsEmpty() {
        var past = stats("/v1/stats?until=2020-01-01T00:00:00Z").get("total");

        assertThat(past.get("created").intValue()).isZero();
        assertThat(past.get("success_rate").isNull()).isTrue();
    }

    @Test
    void anAppSeesItsOwn() {
        api.createApp("stranger");
        var stranger = api.asApp("stranger");

        var total = stranger.get("/v1/stats").expect(200).json().get("total");

        assertThat(total.get("created").intValue()).isZero();
        stranger.get("/v1/stats?app=default").expect(404);
        stranger.get("/v1/webhook_endpoints/" + good + "/stats").expect(404);
    }

    @Test
    void nonsenseIsRefused() {
        api.get("/v1/stats?group_by=colour").expect(400);
        api.get("/v1/stats?since=yesterday").expect(400);
        api.get("/v1/stats?since=" + Instant.now().plusSeconds(60)).expect(400);
    }

    private static JsonNode stats(String path) {
        return api.get(path).expect(200).json();
    }
}
