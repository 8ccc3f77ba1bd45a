package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.JSON;
import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.Receiver.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// A customer reads the log of its endpoint: the requests and its own answers.
class AttemptsJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    private static String path = "";
    private static String first = "";
    private static String second = "";

    /// One event that is accepted at the third attempt, and one that is accepted at once.
    @BeforeAll
    static void deliver() {
        var answers = new AtomicInteger();
        var inbox =
                receiver.at("/log")
                        .answers(_ ->
                                answers.incrementAndGet() <= 2
                                        ? new Answer(500, Map.of(), "oops")
                                        : Answer.of(200));
        var endpoint = JSON.createObjectNode().put("url", inbox.url());
        endpoint.putArray("event_types").add("log.*");
        endpoint.set(
                "retry_policy",
                JSON.readTree("{\"kind\":\"list\",\"waits_seconds\":[0.05,0.05,0.05]}"));
        path =
                "/v1/webhook_endpoints/"
                        + text(api.createEndpoint(endpoint), "id")
                        + "/delivery_attempts";
        first = api.publish("log.first");
        api.awaitDelivery(first, "delivered");
        second = api.publish("log.second");
        api.awaitDelivery(second, "delivered");
    }

    @Test
    void everyAttemptIsThereTheNewestDeliveryFirst() {
        var attempts = api.list(path);

        assertThat(numbers(attempts)).containsExactly(1, 3, 2, 1);
        assertThat(text(attempts.getFirst(), "event_id")).isEqualTo(second);
        var failed = attempts.getLast();
        assertThat(text(failed, "event_id")).isEqualTo(first);
        assertThat(text(failed, "id")).startsWith("att_");
        assertThat(text(failed, "delivery_id")).startsWith("dlv_");
        assertThat(text(failed, "outcome")).isEqualTo("failed");
        assertThat(failed.get("status").intValue()).isEqualTo(500);
        assertThat(text(failed, "response_excerpt")).isEqualTo("oops");
        assertThat(failed.get("error").isNull()).isTrue();
        assertThat(failed.get("duration_ms").isIntegralNumber()).isTrue();
        assertThat(text(attempts.getFirst(), "outcome")).isEqualTo("succeeded");
    }

    @Test
    void statusNarrowsIt() {
        assertThat(numbers(api.list(path + "?status=failed&limit=100"))).containsExactly(2, 1);
        assertThat(numbers(api.list(path + "?status=succeeded"))).containsExactly(1, 3);
        api.get(path + "?status=500").expect(400);
        api.get(path + "?cursor=nonsense").expect(400);
    }

    @Test
    void pagesFollowWithoutRepeats() {
        var seen = new ArrayList<Integer>();
        var page = api.get(path + "?limit=1").expect(200).json();
        while (!page.get("next_cursor").isNull()) {
            page.get("data").forEach(row -> seen.add(row.get("attempt").intValue()));
            var cursor = page.get("next_cursor").stringValue();
            page = api.get(path + "?limit=1&cursor=" + cursor).expect(200).json();
        }
        page.get("data").forEach(row -> seen.add(row.get("attempt").intValue()));

        assertThat(seen).containsExactly(1, 3, 2, 1);
    }

    private static List<Integer> numbers(List<JsonNode> attempts) {
        return attempts.stream().map(row -> row.get("attempt").intValue()).toList();
    }
}
