package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// Alerts that the service itself raises, at the receivers that operators chose; and what customers
/// see of them.
class AlertDeliveryJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();

    /// An endpoint answers 410, and Waybill disables it; then somebody enables it.
    @Test
    void anAlertIsSentWhenItFiresAndWhenItResolves() throws Exception {
        var pagerduty = journey.receiver().at("/incidents");
        var platform = journey.receiver().at("/alerts");
        var gone = journey.receiver().at("/gone").answers(410);
        var channel = ApiClient.JSON.createObjectNode();
        channel.put("kind", "pagerduty").put("routing_key", "WaybillMarkerKey");
        channel.put("url", pagerduty.url());
        api.post("/v1/notification_channels", channel.toString()).expect(201);
        var all = ApiClient.JSON.createObjectNode();
        all.put("url", platform.url()).put("app", "platform");
        all.putArray("event_types").add("alert.*");
        api.createEndpoint(all);
        var id = text(api.createEndpoint(gone.url(), "gone.test"), "id");
        var path = "/v1/webhook_endpoints/" + id;

        api.publish("gone.test");
        Eventually.holds(() -> text(api.get(path).json(), "state").equals("disabled"));

        var fired = evaluated(platform, "/data/alert/endpoint_id", id, "alert.fired");
        assertThat(fired.headers()).containsKey("webhook-signature");
        var alert = json(fired).at("/data/alert");
        assertThat(text(alert, "rule")).isEqualTo("endpoint.disabled");
        var key = text(alert, "id");
        assertThat(key).startsWith("alt_");
        evaluated(pagerduty, "/dedup_key", key, "trigger");

        gone.answers(200);
        api.post(path + "/enable", "").expect(200);

        evaluated(platform, "/data/alert/id", key, "alert.resolved");
        evaluated(pagerduty, "/dedup_key", key, "resolve");
    }

    @Test
    void aCustomerDoesNotSeeWhatOperatorsWriteForEachOther() {
        api.createApp("watcher");
        var customer = api.asApp("watcher");
        var body = "{\"url\":\"%s\"}".formatted(journey.receiver().at("/watched").url());
        var endpoint = customer.post("/v1/webhook_endpoints", body).expect(201).json();
        var id = AlertRows.insert(journey, text(endpoint, "id"), "endpoint.failing");
        api.post("/v1/alerts/" + id + "/acknowledge", "{\"note\":\"Their firewall\"}").expect(200);

        var shown = api.get("/v1/alerts/" + id).expect(200).json();
        assertThat(text(shown, "note")).isEqualTo("Their firewall");
        assertThat(shown.has("notifications")).isTrue();
        var seen = customer.get("/v1/alerts/" + id).expect(200).json();
        var listed = customer.list("/v1/alerts").getFirst();
        for (var alert : new JsonNode[] {seen, listed}) {
            assertThat(text(alert, "id")).isEqualTo(id);
            assertThat(alert.get("acknowledged_at").isNull()).isFalse();
            assertThat(alert.get("acknowledged_by").isNull()).isTrue();
            assertThat(alert.get("note").isNull()).isTrue();
            assertThat(alert.has("notifications")).isFalse();
        }
    }

    /// The first request with these words. Evaluations are a minute apart, unless the last one is
    /// forgotten.
    private static Receiver.Received evaluated(
            Receiver.Inbox inbox, String pointer, String value, String word) {
        return Eventually.get(
                        () -> {
                            forgetEvaluation();
                            return inbox.all().stream()
                                    .filter(one -> json(one).at(pointer).asString().equals(value))
                                    .filter(one -> one.text().contains("\"" + word + "\""))
                                    .findFirst();
                        },
                        Optional::isPresent)
                .orElseThrow();
    }

    private static void forgetEvaluation() {
        try (var connection = journey.connection();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE alert_evaluation SET evaluated_at = NULL");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode json(Receiver.Received request) {
        return ApiClient.JSON.readTree(request.text());
    }
}
