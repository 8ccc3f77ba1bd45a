package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// A user searches lists: filters are exact, pages do not repeat rows, and the feed of events can
/// be followed.
class ListsJourneyTest {

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    private static String good = "";
    private static String refusing = "";
    private static String leaving = "";
    private static String delivered = "";
    private static String waiting = "";
    private static String gone = "";
    private static String underWay = "";

    /// One delivery in each of four states, each at its own endpoint.
    @BeforeAll
    static void deliverInDifferentWays() {
        good = text(api.createEndpoint(receiver.at("/good").url(), "lists.good"), "id");
        var refusingInbox = receiver.at("/refusing").answers(503);
        refusing = text(api.createEndpoint(refusingInbox.url(), "lists.busy"), "id");
        var leavingInbox = receiver.at("/leaving").answers(410);
        leaving = text(api.createEndpoint(leavingInbox.url(), "lists.gone"), "id");
        var hung =
                receiver.at("/hung")
                        .answers(_ -> {
                            NEVER.await();
                            return Receiver.Answer.of(200);
                        });
        api.createEndpoint(hung.url(), "lists.hung");
        delivered = api.publish("lists.good");
        waiting = api.publish("lists.busy");
        api.awaitDelivery(waiting, "pending");
        gone = api.publish("lists.gone");
        underWay = api.publish("lists.hung");
        hung.next();
        api.awaitDelivery(delivered, "delivered");
        api.awaitDelivery(gone, "failed");
        api.feed("event_types=lists.*", 4);
    }

    @Test
    void filtersByStateAndReason() {
        assertThat(found("state=delivered")).containsExactly(delivered);
        assertThat(found("state=pending")).containsExactly(waiting);
        assertThat(found("state=in_flight")).containsExactly(underWay);
        assertThat(found("state=failed")).containsExactly(gone);
        assertThat(found("reason=gone")).containsExactly(gone);
        assertThat(found("state=cancelled")).isEmpty();
        assertThat(found("state=delivered&reason=gone")).isEmpty();
    }

    @Test
    void filtersByEndpointTypeAndStatus() {
        assertThat(found("endpoint_id=" + good)).containsExactly(delivered);
        assertThat(found("endpoint_id=" + refusing)).containsExactly(waiting);
        assertThat(found("endpoint_id=" + leaving)).containsExactly(gone);
        assertThat(found("event_type=lists.busy")).containsExactly(waiting);
        assertThat(found("event_type=lists")).isEmpty();
        assertThat(found("status=200")).containsExactly(delivered);
        assertThat(found("status=503")).containsExactly(waiting);
        assertThat(found("status=410")).containsExactly(gone);
        assertThat(found("endpoint_id=" + refusing + "&status=503&state=pending"))
                .containsExactly(waiting);
    }

    @Test
    void filtersByTime() {
        var cut = text(api.delivery(gone), "created_at");
        var beginning = Instant.parse(cut).minusSeconds(3_600);

        // `since` takes the instant itself in, `until` leaves it out.
        assertThat(found("since=" + cut)).contains(gone, underWay).doesNotContain(waiting);
        assertThat(found("until=" + cut)).contains(waiting, delivered).doesNotContain(gone);
        assertThat(found("since=" + beginning)).contains(delivered, waiting, gone, underWay);
        assertThat(found("until=" + beginning)).isEmpty();
    }

    private static List<String> found(String query) {
        return texts(api.list("/v1/deliveries?" + query), "event_id").stream()
                .filter(id -> !id.startsWith("extra-"))
                .toList();
    }

    @Test
    void deliveriesArePagedNewestFirstWithoutRepeats() {
        var all = texts(api.list("/v1/deliveries?limit=500&until=" + Instant.now()), "id");

        for (int limit : new int[] {1, 2, 3}) {
            var seen = new ArrayList<String>();
            var path = "/v1/deliveries?until=" + Instant.now() + "&limit=" + limit;
            var page = api.get(path).expect(200).json();
            seen.addAll(texts(ApiClient.rows(page), "id"));
            while (!page.get("next_cursor").isNull()) {
                // Rows that are added meanwhile are newer, and must not shift the pages.
                extra();
                page = api.get(path + "&cursor=" + text(page, "next_cursor")).expect(200).json();
                seen.addAll(texts(ApiClient.rows(page), "id"));
            }
            assertThat(seen).doesNotHaveDuplicates().containsSubsequence(all);
        }
    }

    @Test
    void theFeedIsOldestFirstAndCanBeFollowed() {
        var page = api.get("/v1/events?limit=2").expect(200).json();
        assertThat(texts(ApiClient.rows(page), "id")).containsExactly(delivered, waiting);

        page = next(page, 2);
        assertThat(texts(ApiClient.rows(page), "id")).containsExactly(gone, underWay);

        while (!ApiClient.rows(page).isEmpty()) {
            page = next(page, 500);
        }
        assertThat(page.get("next_cursor").isNull()).isFalse();
        var fresh = extra();
        var followed = Eventually.get(from(page), rows -> !ApiClient.rows(rows).isEmpty());
        assertThat(texts(ApiClient.rows(followed), "id")).contains(fresh);
    }

    private static java.util.function.Supplier<JsonNode> from(JsonNode page) {
        return () -> next(page, 500);
    }

    private static JsonNode next(JsonNode page, int limit) {
        var cursor = text(page, "next_cursor");
        return api.get("/v1/events?limit=" + limit + "&cursor=" + cursor).expect(200).json();
    }

    @Test
    void theFeedStartsBehindAnEventOrAtATime() {
        assertThat(feed("since=" + waiting)).startsWith(gone, underWay).doesNotContain(waiting);
        var own = extra();
        var behind = extra();
        var since = Eventually.get(() -> feed("since=" + own), ids -> ids.contains(behind));
        assertThat(since).doesNotContain(own);
        var time = text(api.event(gone), "created_at");
        assertThat(feed("since=" + time)).contains(gone, underWay).doesNotContain(waiting);
        assertThat(feed("since=" + time.replace("Z", "%2B00:00"))).contains(gone, underWay);
        assertThat(feed("since=" + Instant.now().plusSeconds(60))).isEmpty();
    }

    @Test
    void theFeedIsFilteredByTypes() {
        assertThat(feed("event_types=lists.gone")).containsExactly(gone);
        assertThat(feed("event_types=lists.gone,lists.good")).containsExactly(delivered, gone);
        assertThat(feed("event_types=lists.*")).containsExactly(delivered, waiting, gone, underWay);
        assertThat(feed("event_types=*")).contains(delivered, waiting, gone, underWay);
        assertThat(feed("event_types=list.*")).isEmpty();
    }

    @Test
    void eventsShowWhatBecameOfThem() {
        assertThat(text(api.event(delivered), "status")).isEqualTo("delivered");
        assertThat(text(api.event(gone), "status")).isEqualTo("delivery_failed");
        assertThat(text(api.event(underWay), "status")).isEqualTo("pending");
        var open = api.event(waiting);
        assertThat(text(open, "status")).isEqualTo("pending");
        assertThat(open.get("delivery_attempts").intValue()).isEqualTo(1);
        assertThat(open.get("last_response").get("status").intValue()).isEqualTo(503);
        assertThat(text(open, "next_attempt_at"))
                .isEqualTo(text(api.delivery(waiting), "next_attempt_at"));
    }

    private static List<String> feed(String query) {
        return texts(api.list("/v1/events?limit=500&" + query), "id");
    }

    private static int extras;

    /// An event, and a delivery, that were added while a list was being read.
    private static synchronized String extra() {
        var body = "{\"id\":\"extra-%d\",\"type\":\"extra.one\",\"data\":1}".formatted(++extras);
        if (extras == 1) {
            api.createEndpoint(receiver.at("/extra").url(), "extra.*");
        }
        return text(api.post("/v1/events", body).expect(202).json(), "id");
    }
}
