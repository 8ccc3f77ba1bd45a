package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.Receiver.Answer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// A receiver fails for a time: its answers are recorded, and the next attempt is visible.
class RetryJourneyTest {

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void anUnavailableReceiverIsTriedAgainInAboutAMinute() {
        receiver.at("/busy").answers(_ -> new Answer(503, Map.of(), "come back later"));
        api.createEndpoint(receiver.at("/busy").url(), "retry.busy");

        var delivery = api.awaitDelivery(api.publish("retry.busy"), "pending");

        // A minute after the first attempt and at most 40% more.
        assertThat(waitOf(delivery)).isBetween(Duration.ofSeconds(59), Duration.ofSeconds(86));
        assertThat(delivery.get("reason").isNull()).isTrue();
        var attempt = onlyAttempt(delivery);
        assertThat(attempt.get("status").intValue()).isEqualTo(503);
        assertThat(text(attempt, "response_excerpt")).isEqualTo("come back later");
        var window =
                Duration.between(
                        Instant.parse(text(delivery, "created_at")),
                        Instant.parse(text(delivery, "give_up_at")));
        assertThat(window).isCloseTo(Duration.ofHours(72), Duration.ofSeconds(30));
    }

    @Test
    void aReceiverThatAsksForMoreTimeGetsIt() {
        receiver.at("/patience").answers(_ -> new Answer(503, Map.of("Retry-After", "600"), ""));
        api.createEndpoint(receiver.at("/patience").url(), "retry.patience");

        var delivery = api.awaitDelivery(api.publish("retry.patience"), "pending");

        assertThat(waitAfter(delivery)).isCloseTo(Duration.ofSeconds(600), Duration.ofSeconds(1));
        assertThat(text(onlyAttempt(delivery).get("response_headers"), "retry-after"))
                .isEqualTo("600");
    }

    @Test
    void aReceiverThatAsksForLessTimeDoesNotGetIt() {
        receiver.at("/haste").answers(_ -> new Answer(429, Map.of("Retry-After", "1"), ""));
        api.createEndpoint(receiver.at("/haste").url(), "retry.haste");

        var delivery = api.awaitDelivery(api.publish("retry.haste"), "pending");

        assertThat(waitOf(delivery)).isGreaterThan(Duration.ofSeconds(59));
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 400, 404, 500})
    void otherAnswersAreTriedAgainAndRedirectsNotFollowed(int status) {
        var inbox = receiver.at("/status-" + status);
        var elsewhere = receiver.at("/elsewhere");
        inbox.answers(_ -> new Answer(status, Map.of("Location", elsewhere.url()), ""));
        api.createEndpoint(inbox.url(), "retry.status_" + status);

        var delivery = api.awaitDelivery(api.publish("retry.status_" + status), "pending");

        assertThat(onlyAttempt(delivery).get("status").intValue()).isEqualTo(status);
        assertThat(inbox.count()).isEqualTo(1);
        assertThat(elsewhere.count()).isZero();
    }

    @Test
    void aReceiverThatIsGoneEndsTheDelivery() {
        receiver.at("/gone").answers(410);
        api.createEndpoint(receiver.at("/gone").url(), "retry.gone");

        var delivery = api.awaitDelivery(api.publish("retry.gone"), "failed");

        assertThat(text(delivery, "reason")).isEqualTo("gone");
        assertThat(text(delivery, "reason_detail")).contains("410");
        assertThat(delivery.get("next_attempt_at").isNull()).isTrue();
    }

    @Test
    void aHungReceiverIsGivenUpAfterItsTimeLimit() {
        var inbox =
                receiver.at("/hung")
                        .answers(_ -> {
                            NEVER.await();
                            return Answer.of(200);
                        });
        var endpoint = ApiClient.JSON.createObjectNode().put("url", inbox.url());
        endpoint.put("timeout_ms", 1_000).putArray("event_types").add("retry.hung");
        api.createEndpoint(endpoint);

        var delivery = api.awaitDelivery(api.publish("retry.hung"), "pending");

        var attempt = onlyAttempt(delivery);
        assertThat(attempt.get("status").isNull()).isTrue();
        assertThat(text(attempt, "error")).isEqualTo("no response within the time limit");
        assertThat(attempt.get("duration_ms").intValue()).isBetween(900, 10_000);
        assertThat(delivery.get("last_response").isNull()).isTrue();
    }

    @Test
    void aReceiverThatIsNotThereIsToldInWords() throws IOException {
        String url;
        try (var away = Receiver.start()) {
            url = away.at("/away").url();
        }
        api.createEndpoint(url, "retry.away");

        var delivery = api.awaitDelivery(api.publish("retry.away"), "pending");

        assertThat(text(onlyAttempt(delivery), "error"))
                .isEqualTo("no connection could be made: the connection was refused");
    }

    @Test
    void anEventThatGoesStaleSoonIsTriedAgainAfterFifteenSeconds() {
        receiver.at("/brief").answers(503);
        api.createEndpoint(receiver.at("/brief").url(), "retry.brief");
        var body = "{\"type\":\"retry.brief\",\"data\":1,\"ttl_seconds\":60}";
        var eventId = text(api.post("/v1/events", body).expect(202).json(), "id");

        var delivery = api.awaitDelivery(eventId, "pending");

        assertThat(waitAfter(delivery)).isCloseTo(Duration.ofSeconds(15), Duration.ofSeconds(1));
    }

    private static JsonNode onlyAttempt(JsonNode delivery) {
        assertThat(delivery.get("attempt_log")).hasSize(1);
        return delivery.get("attempt_log").get(0);
    }

    /// From the end of the attempt to the next one, however long it took on this machine.
    private static Duration waitAfter(JsonNode delivery) {
        return waitOf(delivery).minusMillis(onlyAttempt(delivery).get("duration_ms").longValue());
    }

    /// From the attempt to the next one.
    private static Duration waitOf(JsonNode delivery) {
        return Duration.between(
                Instant.parse(text(onlyAttempt(delivery), "started_at")),
                Instant.parse(text(delivery, "next_attempt_at")));
    }
}
