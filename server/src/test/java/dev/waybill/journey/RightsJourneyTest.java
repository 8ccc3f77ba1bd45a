package dev.waybill.journey;

import static dev.waybill.domain.access.Right.ADMINISTER;
import static dev.waybill.domain.access.Right.ADMINISTER_SHARED;
import static dev.waybill.domain.access.Right.AUDIT;
import static dev.waybill.domain.access.Right.CHANGE;
import static dev.waybill.domain.access.Right.MONITOR;
import static dev.waybill.domain.access.Right.OPERATE;
import static dev.waybill.domain.access.Right.PUBLISH;
import static dev.waybill.domain.access.Right.READ;
import static dev.waybill.domain.access.Right.SUPERVISE;
import static dev.waybill.journey.ApiClient.text;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Role;
import dev.waybill.testing.Eventually;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Requests every route as every caller. A new route needs a row here.
class RightsJourneyTest {

    /// For everyone, without a key.
    private static final Set<String> OPEN = Set.of("GET /health/live", "GET /health/ready");

    private static final Map<String, Right> NEEDS =
            Map.ofEntries(
                    entry("POST /v1/events", PUBLISH),
                    entry("POST /v1/events/batch", PUBLISH),
                    entry("GET /v1/events", READ),
                    entry("GET /v1/events/{id}", READ),
                    entry("GET /v1/deliveries", READ),
                    entry("GET /v1/deliveries/{id}", READ),
                    entry("POST /v1/deliveries/{id}/resend", OPERATE),
                    entry("POST /v1/deliveries/{id}/requeue", OPERATE),
                    entry("POST /v1/deliveries/{id}/cancel", OPERATE),
                    entry("POST /v1/deliveries/cancel", OPERATE),
                    entry("POST /v1/events/{id}/cancel", PUBLISH),
                    entry("GET /v1/dead_letters", READ),
                    entry("POST /v1/dead_letters/resolve", OPERATE),
                    entry("POST /v1/dead_letters/reopen", OPERATE),
                    entry("POST /v1/webhook_endpoints", CHANGE),
                    entry("GET /v1/webhook_endpoints", READ),
                    entry("GET /v1/webhook_endpoints/{id}", READ),
                    entry("PATCH /v1/webhook_endpoints/{id}", CHANGE),
                    entry("DELETE /v1/webhook_endpoints/{id}", CHANGE),
                    entry("POST /v1/webhook_endpoints/{id}/rotate_secret", CHANGE),
                    entry("POST /v1/webhook_endpoints/{id}/reveal_secret", CHANGE),
                    entry("POST /v1/webhook_endpoints/{id}/test", OPERATE),
                    entry("POST /v1/webhook_endpoints/{id}/enable", OPERATE),
                    entry("POST /v1/webhook_endpoints/{id}/disable", OPERATE),
                    entry("POST /v1/webhook_endpoints/{id}/pause", OPERATE),
                    entry("POST /v1/webhook_endpoints/{id}/resume", OPERATE),
                    entry("GET /v1/webhook_endpoints/{id}/state_changes", READ),
                    entry("GET /v1/webhook_endpoints/{id}/lanes", READ),
                    entry("POST /v1/webhook_endpoints/{id}/lanes/{key}/release", OPERATE),
                    entry("GET /v1/webhook_endpoints/{id}/contract", READ),
                    entry("GET /v1/webhook_endpoints/{id}/delivery_attempts", READ),
                    entry("GET /v1/webhook_endpoints/{id}/stats", READ),
                    entry("GET /v1/stats", READ),
                    entry("POST /v1/webhook_endpoints/{id}/replay", OPERATE),
                    entry("POST /v1/replays", ADMINISTER),
                    entry("GET /v1/replays", READ),
                    entry("GET /v1/replays/{id}", READ),
                    entry("PATCH /v1/replays/{id}", OPERATE),
                    entry("POST /v1/replays/{id}/pause", OPERATE),
                    entry("POST /v1/replays/{id}/resume", OPERATE),
                    entry("POST /v1/replays/{id}/cancel", OPERATE),
                    entry("POST /v1/retry_policies", ADMINISTER_SHARED),
                    entry("GET /v1/retry_policies", READ),
                    entry("GET /v1/retry_policies/{name}", READ),
                    entry("GET /v1/retry_policies/{name}/preview", READ),
                    entry("PUT /v1/retry_policies/{name}", ADMINISTER_SHARED),
                    entry("PATCH /v1/retry_policies/{name}", ADMINISTER_SHARED),
                    entry("DELETE /v1/retry_policies/{name}", ADMINISTER_SHARED),
                    entry("POST /v1/event_types", ADMINISTER_SHARED),
                    entry("GET /v1/event_types", READ),
                    entry("GET /v1/event_types/{name}", READ),
                    entry("PATCH /v1/event_types/{name}", ADMINISTER_SHARED),
                    entry("DELETE /v1/event_types/{name}", ADMINISTER_SHARED),
                    entry("POST /v1/apps", ADMINISTER_SHARED),
                    entry("GET /v1/apps", READ),
                    entry("GET /v1/apps/{id}", READ),
                    entry("PATCH /v1/apps/{id}", ADMINISTER_SHARED),
                    entry("DELETE /v1/apps/{id}", ADMINISTER_SHARED),
                    entry("POST /v1/api_keys", ADMINISTER),
                    entry("GET /v1/api_keys", ADMINISTER),
                    entry("GET /v1/api_keys/{id}", ADMINISTER),
                    entry("DELETE /v1/api_keys/{id}", ADMINISTER),
                    entry("POST /v1/portal_links", OPERATE),
                    entry("GET /v1/portal_links", READ),
                    entry("POST /v1/portal_links/expire", OPERATE),
                    entry("GET /v1/portal_links/{id}", READ),
                    entry("DELETE /v1/portal_links/{id}", OPERATE),
                    entry("GET /v1/portal", READ),
                    entry("PATCH /v1/portal", ADMINISTER_SHARED),
                    entry("GET /v1/apps/{id}/portal", READ),
                    entry("PATCH /v1/apps/{id}/portal", ADMINISTER_SHARED),
                    entry("GET /v1/audit_log", AUDIT),
                    entry("GET /v1/status", MONITOR),
                    entry("GET /metrics", MONITOR),
                    entry("GET /v1/alerts", READ),
                    entry("GET /v1/alerts/{id}", READ),
                    entry("POST /v1/alerts/{id}/acknowledge", SUPERVISE),
                    entry("POST /v1/alerts/{id}/snooze", SUPERVISE),
                    entry("GET /v1/alert_rules", SUPERVISE),
                    entry("GET /v1/alert_rules/{rule}", SUPERVISE),
                    entry("GET /v1/alert_rules/{rule}/preview", SUPERVISE),
                    entry("PATCH /v1/alert_rules/{rule}", ADMINISTER_SHARED),
                    entry("POST /v1/notification_channels", ADMINISTER_SHARED),
                    entry("GET /v1/notification_channels", SUPERVISE),
                    entry("GET /v1/notification_channels/{id}", SUPERVISE),
                    entry("PATCH /v1/notification_channels/{id}", ADMINISTER_SHARED),
                    entry("DELETE /v1/notification_channels/{id}", ADMINISTER_SHARED),
                    entry("POST /v1/notification_channels/{id}/test", ADMINISTER_SHARED));

    /// Valid in form, but unknown.
    private static final String UNKNOWN = "wb_live_" + "0".repeat(64) + "190a55ad";

    @RegisterExtension static final Journey journey = Journey.strict();

    private static final ApiClient api = journey.api();
    private static final Map<Role, ApiClient> byRole = new EnumMap<>(Role.class);
    private static ApiClient testAdmin = api;
    private static String revoked = "";
    private static String expired = "";

    @BeforeAll
    static void makeKeys() {
        for (var role : Role.values()) {
            byRole.put(
                    role,
                    role == Role.APP
                            ? api.asApp("default")
                            : api.with(text(api.createKey(role.code()), "key")));
        }
        testAdmin = api.inTestMode().with(text(api.inTestMode().createKey("admin"), "key"));
        var made = api.createKey("admin");
        revoked = text(made, "key");
        api.delete("/v1/api_keys/" + text(made, "id")).expect(204);
        var body =
                "{\"role\":\"admin\",\"expires_at\":\"%s\"}"
                        .formatted(Instant.now().plusSeconds(3));
        expired = text(api.post("/v1/api_keys", body).expect(201).json(), "key");
        Eventually.get(() -> api.with(expired).get("/v1/events"), answer -> answer.status() == 401);
    }

    static List<String> routes() {
        return journey.apiRoutes().stream()
                .map(route -> route.method() + " " + route.pattern())
                .toList();
    }

    @Test
    void everyRowIsOfARoute() {
        assertThat(NEEDS.keySet()).isSubsetOf(routes());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void onlyWhoHasTheRightIsLetIn(String route) {
        if (OPEN.contains(route)) {
            assertThat(ask(api.with(""), route)).isEqualTo(200);
            return;
        }
        var right = NEEDS.get(route);
        if (right == null) {
            throw new AssertionError("who may ask for " + route + "? Give it a row");
        }

        assertThat(ask(api.with(""), route)).as("no key").isEqualTo(401);
        assertThat(ask(api.with("nonsense"), route)).as("no such key").isEqualTo(401);
        assertThat(ask(api.with(UNKNOWN), route)).as("unknown key").isEqualTo(401);
        assertThat(ask(api.with(revoked), route)).as("revoked key").isEqualTo(401);
        assertThat(ask(api.with(expired), route)).as("expired key").isEqualTo(401);
        byRole.forEach((role, client) -> {
            assertThat(ask(client.inTestMode(), route)).as("%s, wrong mode", role).isEqualTo(403);
            if (role.may(right)) {
                assertThat(ask(client, route)).as("%s", role).isLessThan(500).isNotIn(401, 403);
            } else {
                assertThat(ask(client, route)).as("%s", role).isEqualTo(403);
            }
        });
        if (right == ADMINISTER_SHARED) {
            assertThat(ask(testAdmin, route)).as("admin of the test mode").isEqualTo(403);
        } else {
            assertThat(ask(testAdmin, route)).as("admin of the test mode").isNotIn(401, 403);
        }
    }

    /// About nothing that exists, with nothing that could be done.
    private static int ask(ApiClient client, String route) {
        var parts = route.split(" ", 2);
        var path =
                parts[1].replaceAll("\\{id}", "nothing-of-the-kind")
                        .replaceAll("\\{(key|name|rule)}", "nothing");
        var body = parts[0].equals("GET") ? "" : "{}";
        return client.send(
                        client.request(path)
                                .header("Content-Type", "application/json")
                                .method(parts[0], BodyPublishers.ofString(body)))
                .status();
    }
}
