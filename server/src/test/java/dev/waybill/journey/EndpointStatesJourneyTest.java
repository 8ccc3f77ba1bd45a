package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// Taking endpoints out of service and back.
class EndpointStatesJourneyTest {

    private static final String PATH = "/v1/webhook_endpoints/";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void whatIsPublishedWhilePausedIsDeliveredAfterwards() {
        var inbox = receiver.at("/paused");
        var path = PATH + text(api.createEndpoint(inbox.url(), "paused.one"), "id");

        var paused = actor(path, "pause");
        var eventIds = new ArrayList<String>();
        for (int i = 0; i < 10; i++) {
            eventIds.add(api.publish("paused.one"));
        }
        assertThat(text(paused, "state")).isEqualTo("paused");
        assertThat(text(paused, "state_reason")).isEqualTo("requested");
        assertThat(text(api.delivery(eventIds.getFirst()), "state")).isEqualTo("pending");
        // Anything that would be sent has been sent before this one.
        api.createEndpoint(receiver.at("/beside-paused").url(), "paused.other");
        api.publish("paused.other");
        receiver.at("/beside-paused").next();
        assertThat(inbox.count()).isZero();

        var resumed = actor(path, "resume");

        assertThat(text(resumed, "state")).isEqualTo("active");
        assertThat(resumed.get("state_reason").isNull()).isTrue();
        Eventually.holds(() -> inbox.count() == 10);
        assertThat(inbox.all().stream().map(request -> request.header("webhook-id")))
                .containsExactlyInAnyOrderElementsOf(eventIds);
    }

    @Test
    void theDeadlineMovesWhileItIsPaused() {
        var inbox = receiver.at("/moves").answers(503);
        var path = PATH + text(api.createEndpoint(inbox.url(), "moves.one"), "id");
        var eventId = api.publish("moves.one");
        var before = giveUpAt(api.awaitDelivery(eventId, "pending"));

        actor(path, "pause");

        // PostgreSQL's clock measures the current pause, ours the ended ones.
        Eventually.holds(() -> giveUpAt(api.delivery(eventId)).isAfter(before.plusMillis(500)));
        actor(path, "resume");
        var after = giveUpAt(api.delivery(eventId));
        assertThat(after).isAfter(before);
        assertThat(giveUpAt(api.delivery(eventId))).as("and stands again").isEqualTo(after);
    }

    @Test
    void aDisabledEndpointMissesWhatIsPublished() {
        var inbox = receiver.at("/disabled").answers(503);
        var path = PATH + text(api.createEndpoint(inbox.url(), "disabled.one"), "id");
        var waiting = api.publish("disabled.one");
        api.awaitDelivery(waiting, "pending");

        actor(path, "disable");
        var missed = api.publish("disabled.one");
        var failed = api.awaitDelivery(waiting, "failed");
        inbox.answers(200);
        actor(path, "enable");
        var taken = api.publish("disabled.one");
        api.awaitDelivery(taken, "delivered");

        assertThat(text(failed, "reason")).isEqualTo("endpoint_disabled");
        assertThat(text(failed, "reason_detail")).contains("disabled");
        assertThat(text(api.event(missed), "status")).isEqualTo("no_deliveries");
        assertThat(inbox.count()).as("before and after, nothing twice").isEqualTo(2);
    }

    @Test
    void whoAnswersGoneIsNotAskedAgain() {
        var inbox = receiver.at("/gone").answers(503);
        var path = PATH + text(api.createEndpoint(inbox.url(), "gone.one"), "id");
        var waiting = api.publish("gone.one");
        api.awaitDelivery(waiting, "pending");

        inbox.answers(410);
        var last = api.awaitDelivery(api.publish("gone.one"), "failed");

        assertThat(text(last, "reason")).isEqualTo("gone");
        assertThat(text(api.awaitDelivery(waiting, "failed"), "reason"))
                .isEqualTo("endpoint_disabled");
        var endpoint = api.get(path).expect(200).json();
        assertThat(text(endpoint, "state")).isEqualTo("disabled");
        assertThat(text(endpoint, "state_reason")).isEqualTo("gone");
        assertThat(text(api.event(api.publish("gone.one")), "status")).isEqualTo("no_deliveries");
        assertThat(inbox.count()).isEqualTo(2);
    }

    @Test
    void everyChangeIsInTheHistoryNewestFirst() {
        var path = PATH + text(api.createEndpoint(receiver.at("/h").url(), "history.none"), "id");

        api.post(path + "/pause", "{\"reason\":\"we move house\"}").expect(200);
        actor(path, "pause");
        actor(path, "resume");
        actor(path, "disable");

        var history = api.list(path + "/state_changes");
        assertThat(texts(history, "to")).containsExactly("disabled", "active", "paused");
        assertThat(texts(history, "from")).containsExactly("active", "paused", "active");
        assertThat(texts(history, "reason"))
                .containsExactly("requested", "requested", "we move house");
        assertThat(texts(history, "actor")).containsOnly("admin");
        var first = api.get(path + "/state_changes?limit=2").expect(200).json();
        var next = path + "/state_changes?cursor=" + text(first, "next_cursor");
        assertThat(texts(api.list(next), "to")).containsExactly("paused");
    }

    @Test
    void whatMakesNoSenseIsAConflict() {
        var path = PATH + text(api.createEndpoint(receiver.at("/no").url(), "no.sense"), "id");
        actor(path, "disable");

        var refused = api.post(path + "/resume", "").expect(409).json();

        assertThat(text(refused, "detail")).contains("enable");
        api.post(path + "/pause", "").expect(409);
        actor(path, "disable");
        actor(path, "enable");
        actor(path, "pause");
        api.post(path + "/enable", "").expect(409);
        api.post(path + "/pause", "{\"because\":1}").expect(422);
        api.inTestMode().post(path + "/resume", "").expect(404);
    }

    @Test
    void thePlatformIsToldOfEveryChangeOnce() {
        var platform = receiver.at("/platform");
        var json = ApiClient.JSON.createObjectNode().put("url", platform.url());
        var told = api.createEndpoint(json.put("app", "platform"));
        var toldPath = PATH + text(told, "id");
        var id = text(api.createEndpoint(receiver.at("/told").url(), "told.none"), "id");

        actor(PATH + id, "pause");
        actor(PATH + id, "resume");
        actor(PATH + id, "disable");
        actor(PATH + id, "enable");

        Eventually.holds(() -> toldOf(platform, id).size() == 4);
        assertThat(toldOf(platform, id))
                .containsExactlyInAnyOrder(
                        "webhook_endpoint.paused paused",
                        "webhook_endpoint.resumed active",
                        "webhook_endpoint.disabled disabled",
                        "webhook_endpoint.enabled active");
        assertThat(text(told, "app")).isEqualTo("platform");
        assertThat(texts(api.list("/v1/webhook_endpoints?app=platform"), "id"))
                .containsExactly(text(told, "id"));
        actor(toldPath, "pause");
        actor(toldPath, "resume");
        assertThat(toldOf(platform, text(told, "id"))).as("not of itself").isEmpty();
        api.delete(toldPath).expect(204);
    }

    private static List<String> toldOf(Receiver.Inbox platform, String endpointId) {
        return platform.all().stream()
                .map(request -> ApiClient.JSON.readTree(request.body()))
                .filter(event -> text(event.get("data"), "endpoint_id").equals(endpointId))
                .map(event -> text(event, "type") + " " + text(event.get("data"), "state"))
                .toList();
    }

    private static JsonNode actor(String path, String action) {
        return api.post(path + "/" + action, "").expect(200).json();
    }

    private static Instant giveUpAt(JsonNode delivery) {
        return Instant.parse(text(delivery, "give_up_at"));
    }
}
