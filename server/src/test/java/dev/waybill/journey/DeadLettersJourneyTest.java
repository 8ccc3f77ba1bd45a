package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// A user finds failed deliveries and their causes, and resolves them.
class DeadLettersJourneyTest {

    private static final String LETTERS = "/v1/dead_letters";
    private static final String DELIVERIES = "/v1/deliveries/";

    /// One attempt only.
    private static final String ONCE =
            "{\"kind\":\"list\",\"waits_seconds\":[1],\"max_attempts\":1,\"window_seconds\":60}";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void lettersAreFoundExplainedSentAgainAndGone() {
        var inbox =
                receiver.at("/bug")
                        .answers(_ -> new Receiver.Answer(500, Map.of(), "no such invoice"));
        var endpoint = endpoint("/bug", "bug.happened");
        var first = dead(api.publish("bug.happened"));
        dead(api.publish("bug.happened"));

        var group = onlyGroup(endpoint);
        assertThat(text(group, "state")).isEqualTo("failed");
        assertThat(text(group, "reason")).isEqualTo("exhausted");
        assertThat(text(group, "cause")).isEqualTo("500");
        assertThat(group.get("count").intValue()).isEqualTo(2);
        assertThat(text(group, "first_at")).isEqualTo(text(first, "created_at"));
        assertThat(text(group, "last_at")).isGreaterThanOrEqualTo(text(group, "first_at"));
        assertThat(group.at("/sample/last_response/body_excerpt").stringValue())
                .isEqualTo("no such invoice");
        var rows = rowsOf(endpoint, "open");
        assertThat(rows).hasSize(2);
        assertThat(rows.getLast().get("id")).isEqualTo(first.get("id"));
        var detail = letter(text(first, "id"));
        assertThat(detail.at("/letter/state").stringValue()).isEqualTo("open");
        assertThat(detail.at("/request/headers/webhook-signature").stringValue()).startsWith("v1,");
        assertThat(detail.get("attempt_log")).hasSize(1);

        inbox.answers(200);
        for (var row : rows) {
            api.post(DELIVERIES + text(row, "id") + "/resend", "").expect(202);
        }

        Eventually.get(() -> groups(endpoint), List::isEmpty);
        var settled = letter(text(first, "id"));
        assertThat(settled.at("/letter/state").stringValue()).isEqualTo("resolved");
        assertThat(settled.at("/letter/kind").stringValue()).isEqualTo("replayed");
        assertThat(settled.at("/letter/by").stringValue()).isEqualTo("waybill");
        var again = letter(settled.at("/letter/replayed_by").stringValue());
        assertThat(text(again, "state")).isEqualTo("delivered");
        assertThat(text(again, "replay_of")).isEqualTo(text(first, "id"));
        assertThat(again.get("letter").isNull()).isTrue();
        assertThat(rowsOf(endpoint, "closed")).hasSize(2);
    }

    @Test
    void aLetterStaysUntilItsRepetitionIsDeliveredAndGivesWayIfThatDies() {
        receiver.at("/still").answers(503);
        var endpoint = endpoint("/still", "still.broken");
        var old = text(dead(api.publish("still.broken")), "id");

        var again = text(api.post(DELIVERIES + old + "/resend", "").expect(202).json(), "id");

        Eventually.get(() -> letter(again), json -> text(json, "state").equals("failed"));
        var closed = letter(old);
        assertThat(closed.at("/letter/state").stringValue()).isEqualTo("superseded");
        assertThat(closed.at("/letter/history/0/delivery_id").stringValue()).isEqualTo(again);
        assertThat(rowsOf(endpoint, "open")).hasSize(1);
        assertThat(text(rowsOf(endpoint, "open").getFirst(), "id")).isEqualTo(again);
        api.post(LETTERS + "/reopen", ids(old)).expect(409);
    }

    @Test
    void resolvingTakesANoteAndShowsWhoWhenAndWhy() {
        receiver.at("/by-hand").answers(500);
        var endpoint = endpoint("/by-hand", "by.hand");
        var old = text(dead(api.publish("by.hand")), "id");
        var operator = api.createKey("operator");
        var client = api.with(text(operator, "key"));

        var refused = client.post(LETTERS + "/resolve", ids(old)).expect(422);
        client.post(LETTERS + "/resolve", noted(ids(old), " ")).expect(422);
        var done =
                client.post(
                                LETTERS + "/resolve",
                                noted(ids(old), "booked in the ledger")
                                        .replaceFirst("\\{", "{\"kind\":\"reconciled by hand\","))
                        .expect(200)
                        .json();

        assertThat(text(refused.json(), "field")).isEqualTo("/note");
        assertThat(done.get("count").intValue()).isOne();
        assertThat(groups(endpoint)).isEmpty();
        var letter = letter(old).get("letter");
        assertThat(text(letter, "state")).isEqualTo("resolved");
        assertThat(text(letter, "by")).isEqualTo(text(operator, "id"));
        assertThat(text(letter, "kind")).isEqualTo("reconciled_by_hand");
        assertThat(text(letter, "note")).isEqualTo("booked in the ledger");
        assertThat(letter.get("closed_at").isNull()).isFalse();

        client.post(LETTERS + "/reopen", noted(ids(old), "it was not")).expect(200);
        assertThat(groups(endpoint)).hasSize(1);
        assertThat(letter(old).at("/letter/history")).hasSize(2);
        var filter = "{\"filter\":{\"endpoint_id\":\"%s\"}}".formatted(endpoint);
        var many = client.post(LETTERS + "/resolve", noted(filter, "closing the customer"));
        assertThat(many.expect(200).json().get("count").intValue()).isOne();
    }

    @Test
    void whatMakesNoSenseIsSaidSo() {
        receiver.at("/nonsense").answers(200);
        api.createEndpoint(receiver.at("/nonsense").url(), "non.sense");
        var delivered = text(api.awaitDelivery(api.publish("non.sense"), "delivered"), "id");
        var resolve = LETTERS + "/resolve";

        api.post(resolve, noted(ids(delivered), "n")).expect(409);
        api.post(resolve, noted(ids("dlv_nothing"), "n")).expect(404);
        api.post(resolve, "{\"note\":\"n\"}").expect(422);
        api.post(resolve, "{\"note\":\"n\",\"delivery_ids\":[]}").expect(422);
        api.post(resolve, "{\"note\":\"n\",\"filter\":{}}").expect(422);
        api.post(resolve, "{\"note\":\"n\",\"filter\":[]}").expect(422);
        api.post(resolve, "{\"note\":\"n\",\"filter\":{\"app\":\"nobody\"}}").expect(404);
        var problem =
                api.post(resolve, "{\"note\":\"n\",\"filter\":{\"reason\":\"ttl\"}}").expect(422);
        assertThat(text(problem.json(), "field")).isEqualTo("/filter/reason");
        var unknown = api.post(resolve, "{\"note\":\"n\",\"filter\":{\"stat\":\"x\"}}").expect(422);
        assertThat(text(unknown.json(), "field")).isEqualTo("/filter/stat");
        api.post(resolve, "{\"note\":\"n\",\"kind\":\"replayed\",\"filter\":{\"cause\":\"1\"}}")
                .expect(422);
        api.get(LETTERS + "?reason=ttl").expect(400);
        api.get(LETTERS + "?cursor=x").expect(400);
        api.get("/v1/deliveries?dead_letter=maybe").expect(400);
    }

    private static String endpoint(String path, String type) {
        var json = ApiClient.JSON.createObjectNode().put("url", receiver.at(path).url());
        json.putArray("event_types").add(type);
        json.set("retry_policy", ApiClient.JSON.readTree(ONCE));
        return text(api.createEndpoint(json), "id");
    }

    private static JsonNode dead(String event) {
        return api.awaitDelivery(event, "failed");
    }

    private static List<JsonNode> groups(String endpoint) {
        return api.list(LETTERS + "?endpoint_id=" + endpoint);
    }

    private static JsonNode onlyGroup(String endpoint) {
        var groups = groups(endpoint);
        assertThat(groups).hasSize(1);
        return groups.getFirst();
    }

    private static List<JsonNode> rowsOf(String endpoint, String letters) {
        return api.list("/v1/deliveries?dead_letter=" + letters + "&endpoint_id=" + endpoint);
    }

    private static JsonNode letter(String id) {
        return api.get(DELIVERIES + id).expect(200).json();
    }

    private static String ids(String id) {
        return "{\"delivery_ids\":[\"%s\"]}".formatted(id);
    }

    private static String noted(String body, String note) {
        return body.replaceFirst("\\{", "{\"note\":\"" + note + "\",");
    }
}
