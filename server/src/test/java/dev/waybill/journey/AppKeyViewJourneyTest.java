package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.feature.deliveries.FaultText;
import java.net.InetAddress;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// A customer's own key sees in the API the same as in the portal, and no more.
class AppKeyViewJourneyTest {

    private static final String PUBLIC = "93.184.215.14";

    /// The current addresses of the names.
    private static final Map<String, String> NAMES = new ConcurrentHashMap<>();

    private static RunningService service;
    private static ApiClient api;
    private static ApiClient customer;

    @BeforeAll
    static void start() throws SQLException {
        service =
                RunningService.strict(
                        Postgres.newDatabase(),
                        (host, _, _) ->
                                List.of(InetAddress.ofLiteral(NAMES.getOrDefault(host, PUBLIC))));
        api = service.api();
        var key =
                api.post("/v1/api_keys", "{\"name\":\"a\",\"role\":\"app\",\"app\":\"default\"}")
                        .expect(201)
                        .json();
        customer = api.with(text(key, "key"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void aBlockedAddressReadsAsOneThatCannotBeReached() {
        var endpoint = endpoint("turned", "turned.event");
        NAMES.put("turned.example", "10.0.0.7");
        var event = api.publish("turned.event");
        var blocked = text(api.awaitDelivery(event, "failed"), "id");

        var paths =
                List.of(
                        "/v1/deliveries/" + blocked,
                        "/v1/deliveries",
                        "/v1/events/" + event,
                        "/v1/events",
                        "/v1/dead_letters",
                        "/v1/webhook_endpoints/" + endpoint + "/delivery_attempts",
                        "/v1/webhook_endpoints/" + endpoint);
        for (var path : paths) {
            assertThat(customer.get(path).expect(200).text())
                    .as(path)
                    .doesNotContainIgnoringCase("blocked")
                    .doesNotContain("is not allowed", "does not call");
        }
        var seen = customer.get("/v1/deliveries/" + blocked).expect(200).json();
        assertThat(text(seen, "reason")).isEqualTo("exhausted");
        assertThat(text(seen, "cause")).isEqualTo("connect");
        assertThat(text(seen.get("attempt_log").get(0), "error"))
                .isEqualTo(FaultText.of(Fault.CONNECT_OTHER));
        var group = customer.get("/v1/dead_letters").expect(200).json().get("data").get(0);
        assertThat(text(group, "reason")).isEqualTo("exhausted");
        assertThat(text(group, "cause")).isEqualTo("connect");
        var operators = api.get("/v1/deliveries/" + blocked).expect(200).json();
        assertThat(text(operators, "reason")).isEqualTo("blocked");
        var reasons = customer.get("/v1/stats").expect(200).json().at("/total/reasons");
        assertThat(reasons.get("blocked").asLong()).isZero();
    }

    @Test
    void noFilterTellsTheTwoApart() {
        endpoint("filtered", "filtered.event");
        NAMES.put("filtered.example", "10.0.0.7");
        var blocked = text(api.awaitDelivery(api.publish("filtered.event"), "failed"), "id");
        for (var list :
                List.of(
                        "/v1/deliveries?event_type=filtered.event",
                        "/v1/dead_letters?event_type=filtered.event")) {
            assertThat(customer.get(list + "&reason=exhausted").expect(200).text())
                    .contains(blocked);
            assertThat(customer.get(list + "&cause=connect").expect(200).text()).contains(blocked);
            assertThat(customer.get(list + "&reason=blocked").expect(200).text())
                    .doesNotContain(blocked);
            assertThat(customer.get(list + "&cause=blocked").expect(200).text())
                    .doesNotContain(blocked);
            assertThat(api.get(list + "&reason=blocked").expect(200).text()).contains(blocked);
        }
    }

    @Test
    void aHeldLaneDoesNotTellThatAnAddressIsBlocked() {
        var ordered =
                fields("held", "held.event").put("ordering", "strict").put("on_exhausted", "hold");
        var id = text(api.createEndpoint(ordered), "id");
        NAMES.put("held.example", "10.0.0.7");
        api.awaitDelivery(api.publish("held.event"), "failed");

        var lanes = "/v1/webhook_endpoints/" + id + "/lanes";
        assertThat(text(customer.get(lanes).expect(200).json().at("/data/0"), "reason"))
                .isEqualTo("exhausted");
        assertThat(text(api.get(lanes).expect(200).json().at("/data/0"), "reason"))
                .isEqualTo("blocked");
    }

    @Test
    void whatAnOperatorWroteIsNotShown() {
        var path = "/v1/webhook_endpoints/" + endpoint("operated", "operated.event");
        api.post(path + "/disable", "{\"reason\":\"they do not pay\"}").expect(200);

        for (var look : List.of(path, path + "/state_changes", "/v1/webhook_endpoints")) {
            assertThat(customer.get(look).expect(200).text())
                    .as(look)
                    .contains("requested")
                    .doesNotContain("they do not pay");
        }
        assertThat(text(api.get(path).expect(200).json(), "state_reason"))
                .isEqualTo("they do not pay");
    }

    @Test
    void whatAnOperatorDidAboutADeadLetterOrSentAgainIsNotExplained() {
        var id = endpoint("noted", "noted.event");
        var event = api.publish("noted.event");
        var letter = text(api.awaitDelivery(event, "failed"), "id");
        var resolve =
                "{\"filter\":{\"endpoint_id\":\"%s\"},".formatted(id)
                        + "\"note\":\"they never mend it\",\"kind\":\"hopeless\"}";
        api.post("/v1/dead_letters/resolve", resolve).expect(200);
        var now = Instant.now();
        var replay =
                api.post(
                                "/v1/webhook_endpoints/" + id + "/replay",
                                "{\"since\":\"%s\",\"reason\":\"to calm them\",\"start_at\":\"%s\"}"
                                        .formatted(now.minusSeconds(3_600), now.plusSeconds(3_600)))
                        .expect(202)
                        .json();

        var shown = customer.get("/v1/deliveries/" + letter).expect(200).json().get("letter");
        assertThat(text(shown, "state")).isEqualTo("resolved");
        assertThat(text(shown, "kind")).isEqualTo("resolved");
        assertThat(shown.get("by").isNull() && shown.get("note").isNull()).isTrue();
        assertThat(shown.toString()).doesNotContain("never mend", "hopeless", "admin");
        for (var look : List.of("/v1/replays", "/v1/replays/" + text(replay, "id"))) {
            assertThat(customer.get(look).expect(200).text())
                    .as(look)
                    .doesNotContain("to calm them", "\"admin\"");
        }
        assertThat(api.get("/v1/deliveries/" + letter).text()).contains("they never mend it");
        assertThat(api.get("/v1/replays/" + text(replay, "id")).text()).contains("to calm them");
    }

    private static String endpoint(String name, String type) {
        return text(api.createEndpoint(fields(name, type)), "id");
    }

    private static ObjectNode fields(String name, String type) {
        var json = ApiClient.JSON.createObjectNode().put("url", "https://" + name + ".example/");
        json.putArray("event_types").add(type);
        json.putObject("retry_policy")
                .put("kind", "list")
                .putArray("waits_seconds")
                .add(0.01)
                .add(0.01)
                .add(0.01);
        return json.putNull("disable_after_failures");
    }
}
