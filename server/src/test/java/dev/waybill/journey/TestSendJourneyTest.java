package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A customer presses "send a test".
class TestSendJourneyTest {

    private static final String PATH = "/v1/webhook_endpoints/";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void aTestGoesToThisEndpointAloneWhateverItsFilter() throws Exception {
        var endpoint = api.createEndpoint(receiver.at("/tested").url(), "only.this");
        api.createEndpoint(receiver.at("/not-tested").url());

        var sent = api.post(PATH + text(endpoint, "id") + "/test", "").expect(202).json();

        var request = receiver.at("/tested").next();
        assertThat(request.header("webhook-id")).isEqualTo(text(sent, "event_id"));
        assertThat(request.header("waybill-delivery")).isEqualTo(text(sent, "delivery_id"));
        assertThat(request.text()).contains("\"type\":\"waybill.test\"");
        new Webhook(text(endpoint, "secret"))
                .verify(
                        request.text(),
                        Map.of(
                                "webhook-id", List.of(request.header("webhook-id")),
                                "webhook-timestamp", List.of(request.header("webhook-timestamp")),
                                "webhook-signature", List.of(request.header("webhook-signature"))));
        api.awaitDelivery(text(sent, "event_id"), "delivered");
        assertThat(receiver.at("/not-tested").count()).isZero();
    }

    @Test
    void aTypesExampleIsSent() {
        var endpoint = api.createEndpoint(receiver.at("/example").url(), "only.this");
        api.post("/v1/event_types", "{\"name\":\"bill.paid\",\"example\":{\"total\":1.50}}")
                .expect(201);

        api.post(PATH + text(endpoint, "id") + "/test", "{\"event_type\":\"bill.paid\"}")
                .expect(202);

        assertThat(receiver.at("/example").next().text())
                .contains("\"type\":\"bill.paid\"")
                .contains("\"total\"");
    }

    @Test
    void whatCannotBeTestedIsSaidSo() {
        var endpoint = api.createEndpoint(receiver.at("/refused").url(), "only.this");
        var path = PATH + text(endpoint, "id");

        var problem = api.post(path + "/test", "{\"event_type\":\"no.such\"}").expect(422).json();
        assertThat(text(problem, "field")).isEqualTo("/event_type");
        api.post(path + "/pause", "").expect(200);
        assertThat(api.post(path + "/test", "").expect(409).text()).contains("paused");
        api.post(path + "/disable", "").expect(200);
        assertThat(api.post(path + "/test", "").expect(409).text()).contains("disabled");
        api.inTestMode().post(path + "/test", "").expect(404);
        assertThat(receiver.at("/refused").count()).isZero();
    }
}
