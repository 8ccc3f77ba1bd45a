package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A customer's endpoints over their life: made, read, changed, deleted, and what reaches them.
class EndpointsJourneyTest {

    private static final String PATH = "/v1/webhook_endpoints";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void whatWasCreatedCanBeRead() {
        var url = receiver.at("/made").url();
        var created =
                api.post(
                                PATH,
                                """
                                {"url":"%s","description":"Ledger","event_types":["a.b","c.*"],\
                                "retry_policy":"billing","timeout_ms":2000,"max_in_flight":3,\
                                "rate_limit":0.5,"disable_after_failures":7,\
                                "pause_after_seconds":60,"ordering":"key",\
                                "on_exhausted":"hold","owner_email":"ops@example.com"}\
                                """
                                        .formatted(url))
                        .expect(201)
                        .json();

        var read = api.get(PATH + "/" + text(created, "id")).expect(200).json();

        assertThat(text(read, "url")).isEqualTo(url);
        assertThat(text(read, "app")).isEqualTo("default");
        assertThat(text(read, "mode")).isEqualTo("live");
        assertThat(text(read, "state")).isEqualTo("active");
        assertThat(text(read, "description")).isEqualTo("Ledger");
        assertThat(read.get("event_types").toString()).isEqualTo("[\"a.b\",\"c.*\"]");
        assertThat(text(read, "retry_policy")).isEqualTo("billing");
        assertThat(read.get("timeout_ms").intValue()).isEqualTo(2_000);
        assertThat(read.get("max_in_flight").intValue()).isEqualTo(3);
        assertThat(read.get("rate_limit").doubleValue()).isEqualTo(0.5);
        assertThat(read.get("disable_after_failures").intValue()).isEqualTo(7);
        assertThat(read.get("pause_after_seconds").intValue()).isEqualTo(60);
        assertThat(text(read, "ordering")).isEqualTo("key");
        assertThat(text(read, "on_exhausted")).isEqualTo("hold");
        assertThat(text(read, "owner_email")).isEqualTo("ops@example.com");
        assertThat(api.get(PATH + "/" + text(created, "id")).json())
                .isEqualTo(((ObjectNode) created).without("secret"));
    }

    @Test
    void everyPageSizeShowsEachEndpointOnceNewestFirst() {
        var made = new ArrayList<String>();
        for (int i = 0; i < 7; i++) {
            var url = receiver.at("/page-" + i).url();
            made.addFirst(text(api.createEndpoint(url, "page.none"), "id"));
        }

        for (int limit = 1; limit <= 8; limit++) {
            assertThat(paged(limit))
                    .as("limit %d", limit)
                    .doesNotHaveDuplicates()
                    .containsSubsequence(made);
        }
    }

    private static List<String> paged(int limit) {
        var seen = new ArrayList<String>();
        var page = api.get(PATH + "?limit=" + limit).expect(200).json();
        while (true) {
            var rows = ApiClient.rows(page);
            assertThat(rows.size()).isLessThanOrEqualTo(limit);
            seen.addAll(texts(rows, "id"));
            if (page.get("next_cursor").isNull()) {
                return seen;
            }
            var cursor = text(page, "next_cursor");
            page = api.get(PATH + "?limit=" + limit + "&cursor=" + cursor).expect(200).json();
        }
    }

    @Test
    void aChangedUrlIsWhereTheNextEventGoes() {
        var before = receiver.at("/before");
        var after = receiver.at("/after");
        var id = text(api.createEndpoint(before.url(), "url.changed"), "id");
        api.publish("url.changed");
        before.next();

        api.patch(PATH + "/" + id, "{\"url\":\"" + after.url() + "\"}").expect(200);
        var eventId = api.publish("url.changed");

        assertThat(after.next().header("webhook-id")).isEqualTo(eventId);
        assertThat(before.count()).isEqualTo(1);
    }

    @Test
    void changedEventTypesRouteTheNextEvent() {
        var id = text(api.createEndpoint(receiver.at("/types").url(), "types.old"), "id");

        api.patch(PATH + "/" + id, "{\"event_types\":[\"types.new.*\"]}").expect(200);

        assertThat(text(api.event(api.publish("types.old")), "status")).isEqualTo("no_deliveries");
        assertThat(api.event(api.publish("types.new.one")).get("deliveries")).hasSize(1);
    }

    @Test
    void nullTakesASettingBackToItsDefaultAndTheRestStays() {
        var created =
                api.post(
                                PATH,
                                """
                                {"url":"%s","description":"d","event_types":["a.b"],\
                                "retry_policy":"billing","timeout_ms":2000,"max_in_flight":3,\
                                "owner_email":"ops@example.com"}\
                                """
                                        .formatted(receiver.at("/reset").url()))
                        .expect(201)
                        .json();

        var changed =
                api.patch(
                                PATH + "/" + text(created, "id"),
                                """
                                {"description":null,"retry_policy":null,"timeout_ms":null,\
                                "max_in_flight":null,"owner_email":null}\
                                """)
                        .expect(200)
                        .json();

        assertThat(text(changed, "description")).isEmpty();
        assertThat(changed.get("retry_policy").isNull()).isTrue();
        assertThat(changed.get("timeout_ms").intValue()).isEqualTo(15_000);
        assertThat(changed.get("max_in_flight").intValue()).isEqualTo(32);
        assertThat(changed.get("owner_email").isNull()).isTrue();
        assertThat(changed.get("event_types")).isEqualTo(created.get("event_types"));
        assertThat(changed.get("url")).isEqualTo(created.get("url"));
    }

    @Test
    void aHealthRuleIsThereByDefaultAndNullSwitchesItOff() {
        var created = api.createEndpoint(receiver.at("/rules").url(), "rules.none");
        var path = PATH + "/" + text(created, "id");

        var changed =
                api.patch(path, "{\"disable_after_failures\":null,\"pause_after_seconds\":null}")
                        .expect(200)
                        .json();

        assertThat(created.get("rate_limit").isNull()).isTrue();
        assertThat(created.get("disable_after_failures").intValue()).isEqualTo(50);
        assertThat(created.get("pause_after_seconds").intValue()).isEqualTo(86_400);
        assertThat(changed.get("disable_after_failures").isNull()).isTrue();
        assertThat(changed.get("pause_after_seconds").isNull()).isTrue();
        api.patch(path, "{\"rate_limit\":0}").expect(422);
        api.patch(path, "{\"disable_after_failures\":0}").expect(422);
    }

    @Test
    void aDeletedEndpointIsGoneForEveryCall() {
        var id = text(api.createEndpoint(receiver.at("/gone").url(), "gone.now"), "id");
        var path = PATH + "/" + id;

        var deleted = api.delete(path).expect(204);

        assertThat(deleted.body()).isEmpty();
        api.get(path).expect(404);
        api.delete(path).expect(404);
        api.patch(path, "{}").expect(404);
        assertThat(texts(api.list(PATH), "id")).doesNotContain(id);
        assertThat(text(api.event(api.publish("gone.now")), "status")).isEqualTo("no_deliveries");
    }

    @Test
    void whatWaitsForADeletedEndpointIsCancelled() {
        var inbox = receiver.at("/deleted").answers(503);
        var path = PATH + "/" + text(api.createEndpoint(inbox.url(), "deleted.waiting"), "id");
        var eventId = api.publish("deleted.waiting");
        api.awaitDelivery(eventId, "pending");

        api.delete(path).expect(204);

        var delivery = api.awaitDelivery(eventId, "cancelled");
        assertThat(text(delivery, "reason")).isEqualTo("endpoint_deleted");
        assertThat(text(delivery, "reason_detail")).contains("deleted");
        assertThat(delivery.get("next_attempt_at").isNull()).isTrue();
        assertThat(inbox.count()).isEqualTo(1);
    }

    @Test
    void patternsChooseWhatAnEndpointReceives() {
        var test = api.inTestMode();
        var all = text(test.createEndpoint(receiver.at("/all").url()), "id");
        var filing = text(test.createEndpoint(receiver.at("/f").url(), "filing.*"), "id");
        var exact =
                text(test.createEndpoint(receiver.at("/e").url(), "filing.accepted", "x"), "id");

        assertThat(routed(test, "filing.accepted")).containsExactlyInAnyOrder(all, filing, exact);
        assertThat(routed(test, "filing.a.b")).containsExactlyInAnyOrder(all, filing);
        assertThat(routed(test, "filing")).containsExactlyInAnyOrder(all);
        assertThat(routed(test, "filings.accepted")).containsExactlyInAnyOrder(all);
        assertThat(routed(test, "Filing.accepted")).containsExactlyInAnyOrder(all);
        assertThat(routed(test, "x")).containsExactlyInAnyOrder(all, exact);
        test.delete(PATH + "/" + all).expect(204);
    }

    private static List<String> routed(ApiClient client, String type) {
        var endpoints = new ArrayList<String>();
        client.event(client.publish(type))
                .get("deliveries")
                .forEach(delivery -> endpoints.add(text(delivery, "endpoint_id")));
        return endpoints;
    }

    @Test
    void testAndLiveModeDoNotSeeEachOther() {
        var liveInbox = receiver.at("/live");
        var testInbox = receiver.at("/test");
        var test = api.inTestMode();
        var liveId = text(api.createEndpoint(liveInbox.url(), "modes.*"), "id");
        var testId = text(test.createEndpoint(testInbox.url(), "modes.*"), "id");

        var liveEvent = api.publish("modes.both");
        var testEvent = test.publish("modes.both");

        assertThat(liveInbox.next().text()).contains(liveEvent).contains("\"mode\":\"live\"");
        assertThat(testInbox.next().text()).contains(testEvent).contains("\"mode\":\"test\"");
        assertThat(texts(api.list(PATH), "id")).contains(liveId).doesNotContain(testId);
        assertThat(texts(test.list(PATH), "id")).contains(testId).doesNotContain(liveId);
        assertThat(texts(test.feed("event_types=modes.*", 1), "id")).containsExactly(testEvent);
        assertThat(texts(test.list("/v1/deliveries?event_type=modes.both"), "event_id"))
                .containsExactly(testEvent);
        test.get(PATH + "/" + liveId).expect(404);
        test.delete(PATH + "/" + liveId).expect(404);
        test.get("/v1/events/" + liveEvent).expect(404);
        var live = api.awaitDelivery(liveEvent, "delivered");
        test.get("/v1/deliveries/" + text(live, "id")).expect(404);
        assertThat(liveInbox.count()).isEqualTo(1);
        assertThat(testInbox.count()).isEqualTo(1);
    }

    @Test
    void theBodysModeStandsOverTheHeaders() {
        var body =
                "{\"url\":\"%s\",\"mode\":\"test\",\"event_types\":[\"mode.body\"]}"
                        .formatted(receiver.at("/mode").url());

        var created = api.post(PATH, body).expect(201).json();

        var id = text(created, "id");
        assertThat(text(created, "mode")).isEqualTo("test");
        assertThat(texts(api.list(PATH), "id")).doesNotContain(id);
        assertThat(texts(api.inTestMode().list(PATH), "id")).contains(id);
    }

    @Test
    void anEndpointTakesNoMoreAtOnceThanItSays() {
        var gate = new CountDownLatch(1);
        var inbox =
                receiver.at("/narrow")
                        .answers(_ -> {
                            gate.await();
                            return Receiver.Answer.of(200);
                        });
        var other = receiver.at("/wide");
        api.createEndpoint(narrow(inbox.url()));
        api.createEndpoint(other.url(), "wide.one");
        for (int i = 0; i < 10; i++) {
            api.publish("narrow.one");
        }
        inbox.next();
        inbox.next();

        // Anything that would be sent in addition to the two has been sent before this one.
        api.publish("wide.one");
        other.next();
        assertThat(inbox.count()).isEqualTo(2);

        gate.countDown();
        Eventually.holds(() -> inbox.count() == 10);
    }

    private static JsonNode narrow(String url) {
        var json = ApiClient.JSON.createObjectNode().put("url", url).put("max_in_flight", 2);
        json.putArray("event_types").add("narrow.one");
        return json;
    }
}
