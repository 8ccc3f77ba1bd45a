package dev.waybill.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.client.PublishResult.Published;
import dev.waybill.client.PublishResult.Refused;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaybillTest {

    private static final Event PAID = Event.of("invoice.paid", "{\"amount\":1.0}");

    private final ApiDouble api = new ApiDouble();
    private final Waybill waybill = api.client();

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void anEventIsPublishedWithItsId() {
        var published = waybill.publish(PAID);

        assertThat(published).isEqualTo(new Published(PAID.id(), false));
        var request = api.requests.element();
        assertThat(request.path()).isEqualTo("/v1/events");
        assertThat(request.authorization()).isEqualTo("Bearer " + ApiDouble.KEY);
        assertThat(request.json().text("type")).contains("invoice.paid");
    }

    @Test
    void theServiceSaysThatAnEventIsRepeated() {
        api.then(200, "{\"id\":\"" + PAID.id() + "\"}");

        assertThat(waybill.publish(PAID).repeated()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 502, 503, 504})
    void transientAnswersAreRetriedWithTheSameId(int status) {
        api.then(status, "").then(status, "");

        waybill.publish(PAID);

        assertThat(api.ids()).containsExactly(PAID.id(), PAID.id(), PAID.id());
        assertThat(api.waits).containsExactly(Duration.ofMillis(200), Duration.ofMillis(400));
    }

    @Test
    void retryAfterIsHonoured() {
        api.then(429, "", "Retry-After", "7")
                .then(503, "", "Retry-After", "Fri, 01 May 2026 12:00:09 GMT")
                .then(503, "", "Retry-After", "soon");

        waybill.publish(PAID);

        assertThat(api.waits)
                .containsExactly(
                        Duration.ofMillis(7_200), Duration.ofMillis(9_400), Duration.ofMillis(800));
    }

    @Test
    void nobodyWaitsLongerThanTheTimeThatIsLeft() {
        api.then(503, "", "Retry-After", "3600");

        var failure = catchThrowableOfType(UnavailableException.class, () -> waybill.publish(PAID));

        assertThat(failure.retryAfter()).contains(Duration.ofHours(1));
        assertThat(api.waits).isEmpty();
    }

    @Test
    void aBrokenConnectionIsRetried() {
        api.thenBreaks();

        waybill.publish(PAID);

        assertThat(api.ids()).containsExactly(PAID.id(), PAID.id());
    }

    @Test
    void theTimeLimitCoversTheBody() {
        api.thenStalls();

        waybill.withTimeout(Duration.ofMillis(1_500)).publish(PAID);

        assertThat(api.ids()).containsExactly(PAID.id(), PAID.id());
    }

    @Test
    void attemptsAreLimited() {
        for (int i = 0; i < 4; i++) {
            api.then(503, problem(503, "unavailable"));
        }

        var failure = catchThrowableOfType(UnavailableException.class, () -> waybill.publish(PAID));

        assertThat(failure.problem().orElseThrow().type())
                .isEqualTo("urn:waybill:problem:unavailable");
        assertThat(api.requests).hasSize(4);
    }

    @Test
    void aServiceThatIsNotThereIsUnavailable() {
        api.close();

        var failure = catchThrowableOfType(UnavailableException.class, () -> waybill.publish(PAID));

        assertThat(failure).hasMessageContaining("attempt 4").hasMessageNotContaining("Marker");
    }

    @Test
    void aRefusalIsNotRetriedAndTellsEveryViolation() {
        api.then(422, problem(422, "invalid"));

        var failure = catchThrowableOfType(RefusedException.class, () -> waybill.publish(PAID));

        assertThat(failure.problem().type()).isEqualTo("urn:waybill:problem:invalid");
        assertThat(failure.problem().requestId()).isEqualTo("req_1");
        assertThat(failure.problem().errors())
                .containsExactly(
                        new Problem.Violation("/id", "format", "id is wrong."),
                        new Problem.Violation("/type", "format", "type is wrong."));
        assertThat(failure).hasMessageContaining("id is wrong. type is wrong.");
        assertThat(api.requests).hasSize(1);
    }

    @Test
    void anInternalErrorIsNotRetried() {
        api.then(500, problem(500, "internal"));

        var failure = catchThrowableOfType(UnavailableException.class, () -> waybill.publish(PAID));

        assertThat(failure.problem().orElseThrow().status()).isEqualTo(500);
        assertThat(api.requests).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "[]", "{}", "{\"id\":1}", "{\"id\":\"a\",\"id\":\"b\"}"})
    void anAcceptanceThatIsNoneOfTheServiceIsNotBelieved(String body) {
        api.then(202, body);

        assertThat(catchThrowableOfType(UnavailableException.class, () -> waybill.publish(PAID)))
                .hasMessageContaining("response");
    }

    @Test
    void redirectsAreNotFollowed() {
        api.then(307, "", "Location", "/elsewhere");

        var failure = catchThrowableOfType(RefusedException.class, () -> waybill.publish(PAID));

        assertThat(failure.problem().status()).isEqualTo(307);
        assertThat(api.requests).hasSize(1);
    }

    @Test
    void aLongResponseIsNotReadToItsEnd() {
        api.then((exchange, _) -> {
            exchange.sendResponseHeaders(202, 0);
            var chunk = new byte[64 * 1024];
            for (int i = 0; i <= Calls.RESPONSE_BYTES_MAX / chunk.length; i++) {
                exchange.getResponseBody().write(chunk);
            }
        });

        var failure =
                catchThrowableOfType(
                        UnavailableException.class,
                        () -> waybill.withRetries(1, Duration.ofSeconds(60)).publish(PAID));

        assertThat(failure).rootCause().hasMessageContaining("more than 8388608 bytes");
    }

    @Test
    void eachEventOfABatchHasItsResult() {
        api.then(
                200,
                "{\"data\":["
                        + ApiDouble.row(202, "\"id\":\"a\"")
                        + ","
                        + ApiDouble.row(422, "\"problem\":" + problem(422, "invalid"))
                        + ","
                        + ApiDouble.row(200, "\"id\":\"c\"")
                        + "]}");

        var results = waybill.publishAll(List.of(PAID, PAID, PAID));

        assertThat(results.get(0)).isEqualTo(new Published("a", false));
        assertThat(((Refused) results.get(1)).problem().errors()).hasSize(2);
        assertThat(results.get(2)).isEqualTo(new Published("c", true));
    }

    @Test
    void aBatchIsRetriedAsAWhole() {
        api.then(503, "").thenBreaks();

        var results = waybill.publishAll(List.of(PAID, PAID.withId("own")));

        assertThat(results)
                .containsExactly(new Published(PAID.id(), false), new Published("own", false));
        assertThat(api.requests).hasSize(3);
    }

    @Test
    void aBatchWithTooFewResultsIsNotBelieved() {
        api.then(200, "{\"data\":[]}");

        assertThat(
                        catchThrowableOfType(
                                UnavailableException.class,
                                () -> waybill.publishAll(List.of(PAID))))
                .isNotNull();
    }

    @Test
    void batchesAreLimited() {
        assertThat(waybill.publishAll(List.of())).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> waybill.publishAll(Collections.nCopies(1_001, PAID)));
        var large = Event.of("a", ("\"" + "x".repeat(250_000) + "\"").getBytes(UTF_8));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> waybill.publishAll(Collections.nCopies(34, large)));
        assertThat(api.requests).isEmpty();
    }

    @Test
    void anInterruptEndsAPublish() throws InterruptedException {
        var arrived = new CountDownLatch(1);
        api.then((_, _) -> arrived.countDown());
        api.thenStalls();
        var failure = new AtomicReference<WaybillException>();
        var thread =
                Thread.ofVirtual()
                        .start(() ->
                                failure.set(
                                        catchThrowableOfType(
                                                WaybillException.class,
                                                () -> waybill.publish(PAID))));

        arrived.await();
        thread.interrupt();
        thread.join();

        assertThat(failure.get()).isInstanceOf(UnavailableException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://a", "waybill", "http://u:p@a", "http://a?b", "file:///etc"})
    void addressesThatAreNone(String url) {
        assertThatIllegalArgumentException().isThrownBy(() -> Waybill.at(url, "key"));
    }

    @Test
    void theKeyIsNotShown() {
        assertThat(Waybill.at("https://waybill.example/sub", ApiDouble.KEY))
                .hasToString("Waybill[https://waybill.example/sub/]");
    }

    @Test
    void idsBeginWithTheTimeAndDiffer() {
        var ids = new EventIds(() -> ApiDouble.NOON, new SecureRandom());
        var id = UUID.fromString(ids.make());

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16))
                .isEqualTo(ApiDouble.NOON);
        assertThat(ids.make()).isNotEqualTo(ids.make());
    }

    private static String problem(int status, String name) {
        return """
        {"type":"urn:waybill:problem:%s","title":"A problem","status":%d,
         "detail":"id is wrong.","request_id":"req_1","errors":[
         {"pointer":"/id","code":"format","detail":"id is wrong."},
         {"pointer":"/type","code":"format","detail":"type is wrong."}]}
        """
                .formatted(name, status);
    }
}
