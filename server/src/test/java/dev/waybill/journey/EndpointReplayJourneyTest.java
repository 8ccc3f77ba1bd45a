package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.JSON;
import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// A customer was away and catches up.
class EndpointReplayJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void whatCameWhileItWasDisabledIsSentToIt() {
        var inbox = receiver.at("/away");
        var path = path(text(api.createEndpoint(inbox.url(), "away.*"), "id"));
        var before = api.publish("away.first");
        api.awaitDelivery(before, "delivered");
        inbox.next();
        api.post(path + "/disable", "").expect(200);
        var missed = List.of(api.publish("away.one"), api.publish("away.two"));
        api.post(path + "/enable", "").expect(200);

        var plan = replay(path, "{\"since\":\"%s\",\"dry_run\":true}".formatted(before), 200);
        assertThat(plan.get("total").intValue()).isEqualTo(2);
        var started = replay(path, "{\"since\":\"%s\"}".formatted(before), 202);
        awaitDone(started);

        var told = JSON.readTree(inbox.next().body());
        assertThat(text(told, "type")).isEqualTo("webhook_endpoint.replay_started");
        assertThat(told.at("/data/count").intValue()).isEqualTo(2);
        var first = JSON.readTree(inbox.next().body());
        var second = JSON.readTree(inbox.next().body());
        assertThat(List.of(text(first, "id"), text(second, "id")))
                .containsExactlyInAnyOrderElementsOf(missed);
        assertThat(first.get("replayed").booleanValue()).isTrue();
        assertThat(inbox.count()).isEqualTo(4);
    }

    @Test
    void sinceSaysWhereItBegins() {
        var inbox = receiver.at("/since");
        var path = path(text(api.createEndpoint(inbox.url(), "since.*"), "id"));
        var ids = new ArrayList<String>();
        for (int i = 0; i < 3; i++) {
            ids.add(api.publish("since.a"));
        }
        ids.add(api.publish("since.b"));
        ids.forEach(id -> api.awaitDelivery(id, "delivered"));
        var captured = text(api.get("/v1/events/" + ids.getFirst()).json(), "created_at");

        assertThat(total(path, "\"since\":\"%s\"".formatted(ids.get(1)))).isEqualTo(2);
        assertThat(total(path, "\"since\":\"%s\"".formatted(ids.getLast()))).isZero();
        assertThat(total(path, "\"since\":\"%s\"".formatted(captured))).isEqualTo(4);
        assertThat(total(path, "\"since\":\"%s\"".formatted(Instant.now().plusSeconds(60))))
                .isZero();
        var types = "\"since\":\"%s\",\"event_types\":[\"%s\"]";
        assertThat(total(path, types.formatted(captured, "since.b"))).isOne();
        assertThat(total(path, types.formatted(captured, "since.*"))).isEqualTo(4);
        assertThat(total(path, types.formatted(captured, "other.*"))).isZero();
        var states = "\"since\":\"%s\",\"states\":[\"%s\"]";
        assertThat(total(path, states.formatted(captured, "failed"))).isZero();
        assertThat(total(path, states.formatted(captured, "missed"))).isZero();
        assertThat(total(path, states.formatted(captured, "delivered"))).isEqualTo(4);
    }

    @Test
    void whatCannotBeIsRefusedInWords() {
        var path = path(text(api.createEndpoint(receiver.at("/bad").url(), "bad.*"), "id"));
        var old = Instant.now().minus(Duration.ofDays(31));

        var tooOld = replay(path, "{\"since\":\"%s\"}".formatted(old), 422);
        assertThat(text(tooOld, "field")).isEqualTo("/since");
        assertThat(text(tooOld, "detail")).contains("30 days");
        replay(path, "{}", 422);
        replay(path, "{\"since\":\"evt_unknown\"}", 422);
        replay(path, "{\"since\":\"2026-05-01T12:00:00\"}", 422);
        var since = "\"since\":\"%s\"".formatted(Instant.now());
        replay(path, "{%s,\"states\":[\"pending\"]}".formatted(since), 422);
        replay(path, "{%s,\"event_types\":[\"a..b\"]}".formatted(since), 422);
        replay(path, "{%s,\"spread_seconds\":5,\"rate_per_second\":5}".formatted(since), 422);
        replay(path, "{%s,\"rate_per_second\":0}".formatted(since), 422);
        replay(path, "{%s,\"speed\":1}".formatted(since), 422);
        replay(path("whe_00000000000000000000000000"), "{%s}".formatted(since), 404);
    }

    @Test
    void theSameRequestAgainIsTheSameReplay() {
        var path = path(text(api.createEndpoint(receiver.at("/same").url(), "same.*"), "id"));
        var body = "{\"since\":\"%s\"}".formatted(Instant.now().minusSeconds(60));

        var first = api.post(path + "/replay", body, "again").expect(202).json();
        var again = api.post(path + "/replay", body, "again").expect(202).json();

        assertThat(text(again, "id")).isEqualTo(text(first, "id"));
        api.post(path + "/replay", body.replace("}", ",\"reason\":\"x\"}"), "again").expect(422);
    }

    @Test
    void orderHoldsWithinAReplay() {
        var endpoint = JSON.createObjectNode().put("ordering", "key");
        var inbox = receiver.at("/in-turn");
        endpoint.put("url", inbox.url()).putArray("event_types").add("turn.*");
        var path = path(text(api.createEndpoint(endpoint), "id"));
        var ids = new ArrayList<String>();
        for (int i = 0; i < 20; i++) {
            var body =
                    "{\"type\":\"turn.t\",\"ordering_key\":\"k%d\",\"data\":{}}".formatted(i % 2);
            ids.add(text(api.post("/v1/events", body).expect(202).json(), "id"));
        }
        ids.forEach(id -> api.awaitDelivery(id, "delivered"));
        int before = inbox.count();
        var failing = new AtomicInteger();
        inbox.answers(_ -> Receiver.Answer.of(failing.incrementAndGet() % 7 == 3 ? 503 : 200));

        var since = Instant.now().minusSeconds(60);
        var policy = "{\"retry_policy\":{\"kind\":\"list\",\"waits_seconds\":[0.1,0.1,0.1]}}";
        api.patch(path, policy).expect(200);
        var body = "{\"since\":\"%s\",\"rate_per_second\":1000}".formatted(since);
        awaitDone(replay(path, body, 202));

        var sequences = new HashMap<String, List<Long>>();
        for (var request : inbox.all().subList(before, inbox.count())) {
            var event = JSON.readTree(request.body());
            if (text(event, "type").equals("turn.t")) {
                var seen =
                        sequences.computeIfAbsent(
                                text(event, "ordering_key"), _ -> new ArrayList<>());
                long sequence = event.get("sequence").longValue();
                if (!seen.contains(sequence)) {
                    seen.add(sequence);
                }
            }
        }
        assertThat(sequences).hasSize(2);
        sequences.forEach((key, seen) -> assertThat(seen).as(key).hasSize(10).isSorted());
    }

    @Test
    void aCustomerTakesNobodyElsesSlots() {
        api.createApp("greedy");
        var greedy = api.asApp("greedy");
        var path = path(text(greedy.createEndpoint(receiver.at("/greedy").url(), "g.*"), "id"));
        var event =
                text(
                        api.post(
                                        "/v1/events",
                                        "{\"type\":\"g.one\",\"data\":{},\"app\":\"greedy\"}")
                                .expect(202)
                                .json(),
                        "id");
        api.awaitDelivery(event, "delivered");
        var now = Instant.now();
        var body =
                "{\"since\":\"%s\",\"start_at\":\"%s\"}"
                        .formatted(now.minusSeconds(3_600), now.plus(Duration.ofHours(23)));
        var late =
                "{\"since\":\"%s\",\"start_at\":\"%s\"}"
                        .formatted(now.minusSeconds(3_600), now.plus(Duration.ofDays(2)));

        var tooLate = greedy.post(path + "/replay", late).expect(422).json();
        assertThat(text(tooLate, "field")).isEqualTo("/start_at");
        for (int i = 0; i < 3; i++) {
            greedy.post(path + "/replay", body).expect(202);
        }

        assertThat(text(greedy.post(path + "/replay", body).expect(409).json(), "detail"))
                .isEqualTo(
                        "3 replays of this app are still sending. Wait until one has sent"
                                + " everything, or cancel one.");
        api.post(path + "/replay", late).expect(202);
    }

    private static String path(String id) {
        return "/v1/webhook_endpoints/" + id;
    }

    private static int total(String path, String fields) {
        return replay(path, "{%s,\"dry_run\":true}".formatted(fields), 200).get("total").intValue();
    }

    private static JsonNode replay(String path, String body, int status) {
        return api.post(path + "/replay", body).expect(status).json();
    }

    private static void awaitDone(JsonNode replay) {
        Eventually.get(
                () -> api.get("/v1/replays/" + text(replay, "id")).expect(200).json(),
                json ->
                        text(json, "state").equals("done")
                                && json.get("delivered").equals(json.get("total")));
    }
}
