package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Settings;
import dev.waybill.journey.ApiClient.Answer;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A key above its rate is refused, and other keys are not affected.
class KeyRatesJourneyTest {

    private static final String EVENT = "{\"type\":\"rate.limited\",\"data\":{}}";

    private static RunningService service;
    private static ApiClient api;

    @BeforeAll
    static void start() throws SQLException {
        service =
                RunningService.with(
                        Map.of(
                                Settings.Name.PUBLISH_RATE_MAX, "5",
                                Settings.Name.ACTION_RATE_MAX, "5"));
        api = service.api();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void publishingTooFastIsRefusedForThatKey() {
        var busy = api.with(text(api.createKey("producer"), "key"));
        var quiet = api.with(text(api.createKey("producer"), "key"));

        var refused = untilRefused(() -> busy.post("/v1/events", EVENT));

        assertThat(text(refused.json(), "type")).isEqualTo("urn:waybill:problem:rate-limited");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
        quiet.post("/v1/events", EVENT).expect(202);
    }

    @Test
    void everyEventOfABatchCounts() {
        var producer = api.with(text(api.createKey("producer"), "key"));
        var lines = (EVENT + "\n").repeat(100);

        producer.postLines("/v1/events/batch", lines).expect(200);

        var refused = producer.post("/v1/events", EVENT).expect(429);
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 20);
    }

    @Test
    void actingTooFastIsRefusedAndReadingIsNot() {
        var operator = api.with(text(api.createKey("operator"), "key"));

        untilRefused(() -> operator.post("/v1/webhook_endpoints", "{}"));

        operator.get("/v1/events").expect(200);
        operator.post("/v1/events", EVENT).expect(202);
    }

    /// Bounded, because a machine that is slow enough is never too fast.
    private static Answer untilRefused(Supplier<Answer> ask) {
        return Stream.generate(ask)
                .limit(1_000)
                .filter(answer -> answer.status() == 429)
                .findFirst()
                .orElseThrow();
    }
}
