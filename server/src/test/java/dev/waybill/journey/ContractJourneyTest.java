package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.JSON;
import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.ObjectNode;

/// The contract of an endpoint is made from its settings, and changes with them.
class ContractJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void saysWhatTheDefaultsPromise() {
        var words = words(path(endpoint()));

        assertThat(words)
                .contains("Events of every type are sent.")
                .contains("within 15 s counts as delivered")
                .contains("Up to 10 attempts are made, the first immediately")
                .contains("Attempt 2: 1 min to 1 min 24 s after the first.")
                .contains("starts at most 3 days after the event was captured")
                .contains("in no particular order")
                .contains("At most 32 requests wait")
                .contains("requests per second is not limited")
                .contains("After 50 dead letters in a row the endpoint is disabled")
                .contains("Events published in the last 30 days")
                .doesNotContain("whsec_A");
    }

    @Test
    void saysWhatWasSet() {
        api.post(
                        "/v1/event_types",
                        "{\"name\":\"contract.quote\",\"description\":\"\",\"ttl_seconds\":90}")
                .expect(201);
        api.post(
                        "/v1/event_types",
                        "{\"name\":\"contract.alert\",\"description\":\"\",\"max_attempts\":1}")
                .expect(201);
        var set = endpoint();
        set.put("signature", "standard-ed25519").put("rate_limit", 2.5).put("timeout_ms", 3_000);
        set.put("ordering", "key").put("on_exhausted", "hold").put("max_in_flight", 4);
        set.putNull("disable_after_failures").putNull("pause_after_seconds");
        set.putArray("event_types").add("contract.*");
        set.putObject("headers").put("X-Tenant", "tenant-7");
        var policy = set.putObject("retry_policy").put("kind", "list").put("jitter", "none");
        policy.putArray("waits_seconds").add(5).add(60);
        policy.put("window_seconds", 600);

        var words = words(path(set));

        assertThat(words)
                .contains("of these types are sent: `contract.*`")
                .contains("headers of your own: `X-Tenant`")
                .contains("verified with `whpk_")
                .contains("within 3 s counts as delivered")
                .contains("Up to 3 attempts")
                .contains("Attempt 3: 1 min 5 s after the first")
                .contains("starts at most 10 min after")
                .contains("`contract.quote` expires 1 min 30 s after it was created")
                .contains("otherwise: up to 2 attempts, 15 s after the first.")
                .contains("`contract.alert`: one attempt and no retry.")
                .contains("Events of one `ordering_key` are sent one after another")
                .contains("held until they are released")
                .contains("At most 2.5 requests start per second")
                .contains("is not disabled for failing")
                .doesNotContain("tenant-7");
    }

    @Test
    void isTheSameForMachinesWithAVersionThatChangesWithTheWords() {
        var path = path(endpoint());

        var before = api.get(path + "/contract").expect(200).json();
        var again = api.get(path + "/contract").expect(200).json();
        api.patch(path, "{\"timeout_ms\":2000}").expect(200);
        var after = api.get(path + "/contract").expect(200).json();

        assertThat(text(before, "version")).hasSize(12).isEqualTo(text(again, "version"));
        assertThat(text(after, "version")).isNotEqualTo(text(before, "version"));
        for (var section : before.get("sections")) {
            for (var sentence : section.get("sentences")) {
                assertThat(words(path)).doesNotContain("null");
                assertThat(sentence.stringValue()).endsWith(".");
            }
        }
    }

    @Test
    void otherFormatsAreRefused() {
        api.get(path(endpoint()) + "/contract?format=pdf").expect(400);
    }

    private static ObjectNode endpoint() {
        return JSON.createObjectNode().put("url", receiver.at("/contract").url());
    }

    private static String path(ObjectNode endpoint) {
        return "/v1/webhook_endpoints/" + text(api.createEndpoint(endpoint), "id");
    }

    private static String words(String path) {
        return api.get(path + "/contract?format=markdown").expect(200).text();
    }
}
