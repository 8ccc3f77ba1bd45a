package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The contents of the audit log, and the values that it leaves out.
class AuditLogJourneyTest {

    private static final String LOG = "/v1/audit_log";
    private static final String PATH = "/v1/webhook_endpoints/";
    private static final String HEADER_VALUE = "WaybillMarker-value-of-a-header";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void aChangeIsToldWithWhatWasBeforeAndAfter() {
        var operator = api.createKey("operator");
        var id = endpoint();

        api.with(text(operator, "key")).patch(PATH + id, "{\"timeout_ms\":5000}").expect(200);

        var entry = about(id).getFirst();
        assertThat(text(entry, "object")).isEqualTo("audit_entry");
        assertThat(text(entry, "action")).isEqualTo("webhook_endpoint.updated");
        assertThat(text(entry, "actor")).isEqualTo(text(operator, "id"));
        assertThat(text(entry, "app")).isEqualTo("default");
        assertThat(text(entry, "mode")).isEqualTo("live");
        assertThat(entry.get("before").get("timeout_ms").intValue()).isEqualTo(15_000);
        assertThat(entry.get("after").get("timeout_ms").intValue()).isEqualTo(5_000);
        assertThat(entry.get("note").isNull()).isTrue();
    }

    @Test
    void whatChangedNothingIsNotTold() {
        var json = body().put("description", "as ever");
        json.putObject("headers").put("X-Token", HEADER_VALUE);
        var made = api.post("/v1/webhook_endpoints", json.toString(), "once").expect(201).json();
        var id = text(made, "id");

        api.post("/v1/webhook_endpoints", json.toString(), "once").expect(201);
        api.patch(PATH + id, "{\"description\":\"as ever\"}").expect(200);
        api.patch(PATH + id, "{\"headers\":{\"X-Token\":\"***\"}}").expect(200);
        api.patch(PATH + id, "{\"headers\":{\"X-Token\":\"%s\"}}".formatted(HEADER_VALUE))
                .expect(200);
        api.post(PATH + id + "/enable", "").expect(200);
        api.patch(PATH + id, "{\"url\":\"nonsense\"}").expect(422);

        assertThat(actions(about(id))).containsExactly("webhook_endpoint.created");
    }

    @Test
    void anotherValueOfAHeaderIsToldThoughNobodySeesIt() {
        var json = body();
        json.putObject("headers").put("X-Token", HEADER_VALUE);
        var id = text(api.createEndpoint(json), "id");

        api.patch(PATH + id, "{\"headers\":{\"X-Token\":\"%s-2\"}}".formatted(HEADER_VALUE))
                .expect(200);

        assertThat(text(about(id).getFirst(), "note")).isEqualTo("another value for X-Token");
    }

    @Test
    void noSecretIsInIt() {
        var secrets = new ArrayList<>(List.of(HEADER_VALUE, Fixtures.SECRET));
        var json = body().put("secret", Fixtures.SECRET);
        json.putObject("headers").put("X-Token", HEADER_VALUE);
        var id = text(api.createEndpoint(json), "id");
        secrets.add(text(api.post(PATH + id + "/rotate_secret", "").expect(200).json(), "secret"));
        api.post(PATH + id + "/reveal_secret", "").expect(200);
        api.patch(PATH + id, "{\"headers\":{\"X-Token\":\"%s-2\"}}".formatted(HEADER_VALUE))
                .expect(200);
        var ed25519 = "{\"signature\":\"standard-ed25519\",\"overlap_seconds\":0}";
        secrets.add(
                text(api.post(PATH + id + "/rotate_secret", ed25519).expect(200).json(), "secret"));
        secrets.add(text(api.createKey("viewer"), "key"));
        api.delete(PATH + id).expect(204);

        var log = api.get(LOG + "?limit=500").expect(200).text();

        assertThat(log).contains(id).contains("secret_revealed").contains("X-Token");
        assertThat(secrets).noneMatch(log::contains);
        assertThat(log).doesNotContain("WaybillMarker");
    }

    @Test
    void whatWaybillDoesByItselfIsToldAsItsOwn() {
        receiver.at("/gone").answers(410);
        var id = text(api.createEndpoint(receiver.at("/gone").url(), "gone.type"), "id");

        api.publish("gone.type");

        Eventually.holds(() -> about(id).size() == 2);
        var entry = about(id).getFirst();
        assertThat(text(entry, "action")).isEqualTo("webhook_endpoint.disabled");
        assertThat(text(entry, "actor")).isEqualTo("waybill");
        assertThat(text(entry, "source")).isEqualTo("waybill");
        assertThat(text(entry, "note")).isEqualTo("gone");
        assertThat(text(entry.get("before"), "state")).isEqualTo("active");
        assertThat(text(entry.get("after"), "state")).isEqualTo("disabled");
    }

    @Test
    void theKeysOfADeletedAppAreToldToo() {
        api.createApp("leaving");
        var key = api.post("/v1/api_keys", "{\"role\":\"app\",\"app\":\"leaving\"}").expect(201);
        var id = text(key.json(), "id");

        api.delete("/v1/apps/leaving").expect(204);

        assertThat(actions(about(id))).containsExactly("api_key.revoked", "api_key.created");
        api.delete("/v1/api_keys/" + id).expect(204);
        assertThat(about(id)).as("what is revoked stays revoked").hasSize(2);
    }

    @Test
    void theLogIsNarrowedByWhatIsAsked() {
        api.createApp("asked");
        var customer = api.asApp("asked");
        var id = text(customer.createEndpoint(receiver.at("/asked").url(), "a.b"), "id");
        customer.post(PATH + id + "/pause", "{\"reason\":\"moving house\"}").expect(200);

        var paused = api.list(LOG + "?app=asked&action=webhook_endpoint.paused").getFirst();
        var at = text(paused, "at");

        assertThat(text(paused, "note")).isEqualTo("moving house");
        assertThat(actions(api.list(LOG + "?app=asked&action=webhook_endpoint.*")))
                .containsExactly("webhook_endpoint.paused", "webhook_endpoint.created");
        assertThat(api.list(LOG + "?actor=" + text(paused, "actor"))).hasSize(2);
        assertThat(api.list(LOG + "?object_id=" + id + "&since=" + at)).isNotEmpty();
        assertThat(api.list(LOG + "?app=asked&action=webhook_endpoint.paused&until=" + at))
                .isEmpty();
        var page = api.get(LOG + "?object_id=" + id + "&limit=1").expect(200).json();
        assertThat(actions(api.list(LOG + "?object_id=" + id + "&cursor=" + cursor(page))))
                .containsExactly("webhook_endpoint.created");
        api.get(LOG + "?nobody=1").expect(400);
        api.get(LOG + "?app=nobody").expect(404);
    }

    @Test
    void eachModeHasItsOwnAndWhatBothShare() {
        var live = endpoint();
        var tested = text(api.inTestMode().createEndpoint(body()), "id");
        api.post("/v1/event_types", "{\"name\":\"shared.type\"}").expect(201);

        assertThat(about(tested)).isEmpty();
        assertThat(api.inTestMode().list(LOG + "?object_id=" + tested)).hasSize(1);
        assertThat(api.inTestMode().list(LOG + "?object_id=" + live)).isEmpty();
        assertThat(api.inTestMode().list(LOG + "?object_id=shared.type")).hasSize(1);
        assertThat(about("shared.type")).hasSize(1);
    }

    private static String cursor(JsonNode page) {
        return text(page, "next_cursor");
    }

    private static List<JsonNode> about(String objectId) {
        return api.list(LOG + "?object_id=" + objectId);
    }

    private static List<String> actions(List<JsonNode> entries) {
        return texts(entries, "action");
    }

    private static String endpoint() {
        return text(api.createEndpoint(body()), "id");
    }

    private static ObjectNode body() {
        var json = ApiClient.JSON.createObjectNode().put("url", receiver.at("/any").url());
        json.putArray("event_types").add("nothing.of.it");
        return json;
    }
}
