package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every POST that creates, sent twice with the same Idempotency-Key: it creates once, and secrets
/// are not shown again. A new one needs a row here.
class RepeatedCreatesJourneyTest {

    /// They change existing objects and are idempotent by themselves, or every call counts.
    private static final Set<String> CHANGES =
            Set.of(
                    "POST /v1/alerts/{id}/acknowledge",
                    "POST /v1/alerts/{id}/snooze",
                    "POST /v1/notification_channels/{id}/test",
                    "POST /v1/deliveries/cancel",
                    "POST /v1/deliveries/{id}/cancel",
                    "POST /v1/events/{id}/cancel",
                    "POST /v1/dead_letters/resolve",
                    "POST /v1/dead_letters/reopen",
                    "POST /v1/portal_links/expire",
                    "POST /v1/replays/{id}/cancel",
                    "POST /v1/replays/{id}/pause",
                    "POST /v1/replays/{id}/resume",
                    "POST /v1/webhook_endpoints/{id}/disable",
                    "POST /v1/webhook_endpoints/{id}/enable",
                    "POST /v1/webhook_endpoints/{id}/pause",
                    "POST /v1/webhook_endpoints/{id}/resume",
                    "POST /v1/webhook_endpoints/{id}/lanes/{key}/release",
                    "POST /v1/webhook_endpoints/{id}/reveal_secret",
                    "POST /v1/webhook_endpoints/{id}/rotate_secret");

    /// Its answer has a row for each event: IdempotentPublishJourneyTest.
    private static final String BATCH = "POST /v1/events/batch";

    /// @param id the field of the answer that names what was made
    /// @param secret the field that is shown once; "" if none is
    private record Row(Supplier<String> path, String body, String id, String secret) {}

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();

    // A time shortly before the test is all that one of them needs.
    @SuppressWarnings("TimeInStaticInitializer")
    private static final Map<String, Row> CREATES =
            Map.ofEntries(
                    row("POST /v1/events", "{\"type\":\"repeated.one\",\"data\":{}}", "id"),
                    entry(
                            "POST /v1/webhook_endpoints",
                            new Row(
                                    () -> "/v1/webhook_endpoints",
                                    "{\"url\":\"https://example.com/\"}",
                                    "id",
                                    "secret")),
                    row("POST /v1/event_types", "{\"name\":\"repeated.type\"}", "name"),
                    row(
                            "POST /v1/retry_policies",
                            "{\"name\":\"repeated\",\"kind\":\"list\",\"waits_seconds\":[1]}",
                            "name"),
                    row("POST /v1/apps", "{\"uid\":\"repeated\"}", "id"),
                    entry(
                            "POST /v1/api_keys",
                            new Row(() -> "/v1/api_keys", "{\"role\":\"viewer\"}", "id", "key")),
                    entry(
                            "POST /v1/portal_links",
                            new Row(() -> "/v1/portal_links", "{}", "id", "url")),
                    entry(
                            "POST /v1/notification_channels",
                            new Row(
                                    () -> "/v1/notification_channels",
                                    "{\"kind\":\"slack\",\"url\":\"https://example.com/s\"}",
                                    "id",
                                    "url")),
                    row("POST /v1/replays", "{\"filter\":{},\"reason\":\"why\"}", "id"),
                    entry(
                            "POST /v1/webhook_endpoints/{id}/replay",
                            new Row(
                                    () -> endpoint() + "/replay",
                                    "{\"since\":\"%s\"}".formatted(Instant.now()),
                                    "id",
                                    "")),
                    entry(
                            "POST /v1/webhook_endpoints/{id}/test",
                            new Row(() -> endpoint() + "/test", "{}", "delivery_id", "")),
                    entry(
                            "POST /v1/deliveries/{id}/resend",
                            new Row(() -> delivered() + "/resend", "{}", "id", "")),
                    entry(
                            "POST /v1/deliveries/{id}/requeue",
                            new Row(() -> delivered() + "/requeue", "{}", "id", "")));

    private static Map.Entry<String, Row> row(String route, String body, String id) {
        return entry(route, new Row(() -> route.split(" ", 2)[1], body, id, ""));
    }

    static List<String> routes() {
        return journey.apiRoutes().stream()
                .map(route -> route.method() + " " + route.pattern())
                .filter(route -> route.startsWith("POST "))
                .filter(route -> !CHANGES.contains(route) && !route.equals(BATCH))
                .toList();
    }

    @Test
    void everyRowIsOfARoute() {
        assertThat(routes()).containsAll(CREATES.keySet());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void theSameRequestCreatesOnce(String route) {
        var row = CREATES.get(route);
        if (row == null) {
            throw new AssertionError("does " + route + " take Idempotency-Key? Give it a row");
        }
        var path = row.path.get();
        var key = "key of " + route;

        var first = api.post(path, row.body, key.replace(' ', '-'));
        var again = api.post(path, row.body, key.replace(' ', '-'));

        assertThat(first.status()).as(first.text()).isIn(201, 202);
        assertThat(again.status()).as(again.text()).isIn(200, 201, 202);
        assertThat(text(again.json(), row.id)).isEqualTo(text(first.json(), row.id));
        if (!row.secret.isEmpty()) {
            assertThat(text(first.json(), row.secret)).isNotEmpty();
            assertThat(again.json().get(row.secret).isNull()).isTrue();
        }
    }

    private static String endpoint() {
        var url = journey.receiver().at("/repeated").url();
        return "/v1/webhook_endpoints/" + text(api.createEndpoint(url, "repeated.sent"), "id");
    }

    private static String delivered() {
        endpoint();
        var id = api.publish("repeated.sent");
        var deliveries = api.event(id).get("deliveries");
        var delivery = text(deliveries.get(0), "id");
        Eventually.get(
                () -> api.get("/v1/deliveries/" + delivery).expect(200).json(),
                json -> text(json, "state").equals("delivered"));
        return "/v1/deliveries/" + delivery;
    }
}
