package dev.waybill.journey;

import static dev.waybill.domain.access.Right.ADMINISTER;
import static dev.waybill.domain.access.Right.ADMINISTER_SHARED;
import static dev.waybill.domain.access.Right.AUDIT;
import static dev.waybill.domain.access.Right.CHANGE;
import static dev.waybill.domain.access.Right.MONITOR;
import static dev.waybill.domain.access.Right.OPERATE;
import static dev.waybill.domain.access.Right.READ;
import static dev.waybill.domain.access.Right.SUPERVISE;
import static dev.waybill.journey.ApiClient.text;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Role;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Requests every page and every form as every role. A new one needs a row here.
class PageRightsJourneyTest {

    /// For who is not signed in.
    private static final Set<String> OPEN =
            Set.of(
                    "GET /ui/assets/{name}",
                    "GET /ui/login",
                    "POST /ui/login",
                    "GET /ui/setup",
                    "POST /ui/setup",
                    "POST /ui/theme",
                    "POST /ui/times",
                    "POST /ui/keys");

    private static final Map<String, Right> NEEDS =
            Map.ofEntries(
                    entry("GET /ui", READ),
                    entry("GET /ui/{*}", READ),
                    entry("GET /ui/start", READ),
                    entry("POST /ui/start", CHANGE),
                    entry("POST /ui/start/{id}/test", OPERATE),
                    entry("POST /ui/mode", READ),
                    entry("GET /ui/deliveries", READ),
                    entry("GET /ui/deliveries/export", READ),
                    entry("GET /ui/deliveries/{id}", READ),
                    entry("GET /ui/deliveries/{id}/body", READ),
                    entry("POST /ui/deliveries/{id}/resend", OPERATE),
                    entry("POST /ui/deliveries/{id}/cancel", OPERATE),
                    entry("POST /ui/deliveries/{id}/requeue", OPERATE),
                    entry("GET /ui/deliveries/cancel", OPERATE),
                    entry("POST /ui/deliveries/cancel", OPERATE),
                    entry("GET /ui/events", READ),
                    entry("GET /ui/events/{id}", READ),
                    entry("GET /ui/events/{id}/data", READ),
                    entry("POST /ui/events/{id}/cancel", OPERATE),
                    entry("POST /ui/endpoints/{id}/lanes/release", OPERATE),
                    entry("GET /ui/dlq", READ),
                    entry("GET /ui/dlq/settled", READ),
                    entry("POST /ui/dlq/resolve", OPERATE),
                    entry("POST /ui/dlq/note", OPERATE),
                    entry("POST /ui/deliveries/{id}/note", OPERATE),
                    entry("POST /ui/deliveries/{id}/reopen", OPERATE),
                    entry("GET /ui/replays", READ),
                    entry("GET /ui/replays/new", OPERATE),
                    entry("POST /ui/replays", OPERATE),
                    entry("GET /ui/replays/{id}", READ),
                    entry("POST /ui/replays/{id}/pause", OPERATE),
                    entry("POST /ui/replays/{id}/resume", OPERATE),
                    entry("POST /ui/replays/{id}/cancel", OPERATE),
                    entry("POST /ui/replays/{id}/rate", OPERATE),
                    entry("GET /ui/status", MONITOR),
                    entry("GET /ui/alerts", READ),
                    entry("GET /ui/alerts/{id}", READ),
                    entry("POST /ui/alerts/{id}/acknowledge", SUPERVISE),
                    entry("POST /ui/alerts/{id}/snooze", SUPERVISE),
                    entry("GET /ui/settings/notifications", SUPERVISE),
                    entry("GET /ui/settings/notifications/channels/new", ADMINISTER_SHARED),
                    entry("POST /ui/settings/notifications/channels", ADMINISTER_SHARED),
                    entry("POST /ui/settings/notifications/channels/{id}/test", ADMINISTER_SHARED),
                    entry("POST /ui/settings/notifications/channels/{id}/pause", ADMINISTER_SHARED),
                    entry(
                            "POST /ui/settings/notifications/channels/{id}/resume",
                            ADMINISTER_SHARED),
                    entry(
                            "POST /ui/settings/notifications/channels/{id}/delete",
                            ADMINISTER_SHARED),
                    entry("GET /ui/settings/notifications/rules/{rule}", SUPERVISE),
                    entry("POST /ui/settings/notifications/rules/{rule}", ADMINISTER_SHARED),
                    entry("GET /ui/audit", AUDIT),
                    entry("GET /ui/audit/export", AUDIT),
                    entry("GET /ui/endpoints", READ),
                    entry("GET /ui/endpoints/{id}", READ),
                    entry("GET /ui/endpoints/new", CHANGE),
                    entry("POST /ui/endpoints/new", CHANGE),
                    entry("GET /ui/endpoints/{id}/edit", CHANGE),
                    entry("POST /ui/endpoints/{id}/edit", CHANGE),
                    entry("POST /ui/endpoints/{id}/delete", CHANGE),
                    entry("POST /ui/endpoints/{id}/reveal", CHANGE),
                    entry("POST /ui/endpoints/{id}/rotate", CHANGE),
                    entry("POST /ui/endpoints/{id}/test", OPERATE),
                    entry("POST /ui/apps/{id}/portal/links", OPERATE),
                    entry("POST /ui/apps/{id}/portal/expire", OPERATE),
                    entry("POST /ui/apps/{id}/portal/origins", ADMINISTER_SHARED),
                    entry("GET /ui/settings/portal", ADMINISTER_SHARED),
                    entry("POST /ui/settings/portal", ADMINISTER_SHARED),
                    entry("GET /ui/endpoints/{id}/contract", READ),
                    entry("POST /ui/endpoints/{id}/enable", OPERATE),
                    entry("POST /ui/endpoints/{id}/disable", OPERATE),
                    entry("POST /ui/endpoints/{id}/pause", OPERATE),
                    entry("POST /ui/endpoints/{id}/resume", OPERATE),
                    entry("GET /ui/event-types", READ),
                    entry("GET /ui/event-types/new-type", ADMINISTER_SHARED),
                    entry("POST /ui/event-types", ADMINISTER_SHARED),
                    entry("GET /ui/event-types/{name}", READ),
                    entry("GET /ui/event-types/{name}/edit", ADMINISTER_SHARED),
                    entry("POST /ui/event-types/{name}/edit", ADMINISTER_SHARED),
                    entry("POST /ui/event-types/{name}/deprecate", ADMINISTER_SHARED),
                    entry("POST /ui/event-types/{name}/restore", ADMINISTER_SHARED),
                    entry("POST /ui/event-types/{name}/delete", ADMINISTER_SHARED),
                    entry("POST /ui/event-types/{name}/send", OPERATE),
                    entry("GET /ui/apps", READ),
                    entry("GET /ui/apps/new", ADMINISTER_SHARED),
                    entry("POST /ui/apps", ADMINISTER_SHARED),
                    entry("GET /ui/apps/{id}", READ),
                    entry("GET /ui/apps/{id}/edit", ADMINISTER_SHARED),
                    entry("POST /ui/apps/{id}/edit", ADMINISTER_SHARED),
                    entry("POST /ui/apps/{id}/delete", ADMINISTER_SHARED),
                    entry("GET /ui/settings", READ),
                    entry("GET /ui/settings/keys", ADMINISTER),
                    entry("GET /ui/settings/keys/new", ADMINISTER),
                    entry("POST /ui/settings/keys", ADMINISTER),
                    entry("POST /ui/settings/keys/{id}/revoke", ADMINISTER),
                    entry("GET /ui/welcome", ADMINISTER_SHARED),
                    entry("POST /ui/welcome", ADMINISTER_SHARED),
                    entry("GET /ui/settings/password", READ),
                    entry("POST /ui/settings/password", READ),
                    entry("GET /ui/settings/users", ADMINISTER_SHARED),
                    entry("GET /ui/settings/users/new", ADMINISTER_SHARED),
                    entry("POST /ui/settings/users", ADMINISTER_SHARED),
                    entry("POST /ui/settings/users/{id}/link", ADMINISTER_SHARED),
                    entry("POST /ui/settings/users/{id}/role", ADMINISTER_SHARED),
                    entry("POST /ui/settings/users/{id}/disable", ADMINISTER_SHARED),
                    entry("POST /ui/settings/users/{id}/enable", ADMINISTER_SHARED),
                    entry("POST /ui/settings/users/{id}/delete", ADMINISTER_SHARED),
                    entry("GET /ui/settings/retry-policies", READ),
                    entry("GET /ui/settings/retry-policies/new", ADMINISTER_SHARED),
                    entry("POST /ui/settings/retry-policies", ADMINISTER_SHARED),
                    entry("GET /ui/settings/retry-policies/{name}/edit", ADMINISTER_SHARED),
                    entry("POST /ui/settings/retry-policies/{name}/edit", ADMINISTER_SHARED),
                    entry("POST /ui/settings/retry-policies/{name}/delete", ADMINISTER_SHARED),
                    entry("GET /ui/settings/retention", READ),
                    entry("GET /ui/settings/network", READ),
                    entry("GET /ui/settings/preferences", READ),
                    entry("GET /ui/settings/about", READ));

    /// Has a separate test: it ends the session that the others need.
    private static final String SIGN_OUT = "POST /ui/logout";

    @RegisterExtension static final Journey journey = Journey.strict();

    private static final Map<Role, UiClient> byRole = new EnumMap<>(Role.class);
    private static UiClient testAdmin = UiClient.of(journey);

    @BeforeAll
    static void signIn() {
        for (var role : List.of(Role.ADMIN, Role.OPERATOR, Role.VIEWER)) {
            var key = text(journey.api().createKey(role.code()), "key");
            byRole.put(role, UiClient.of(journey).signedIn(key));
        }
        var testKey = text(journey.api().inTestMode().createKey("admin"), "key");
        testAdmin = UiClient.of(journey).signedIn(testKey);
    }

    static List<String> routes() {
        return journey.routes().stream()
                .map(route -> route.method() + " " + route.pattern())
                .filter(route -> route.contains(" /ui"))
                .filter(route -> !OPEN.contains(route) && !route.equals(SIGN_OUT))
                .toList();
    }

    @Test
    void everyRowIsOfARoute() {
        assertThat(NEEDS.keySet()).isSubsetOf(routes());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void onlyWhoHasTheRightIsLetIn(String route) {
        var right = NEEDS.get(route);
        if (right == null) {
            throw new AssertionError("who may see " + route + "? Give it a row");
        }

        var stranger = ask(UiClient.of(journey), route);
        assertThat(stranger.status()).isEqualTo(303);
        assertThat(stranger.header("Location")).startsWith("/ui/login");
        byRole.forEach((role, client) -> {
            var status = ask(client, route).status();
            if (role.may(right)) {
                assertThat(status).as("%s", role).isLessThan(500).isNotIn(401, 403);
            } else {
                assertThat(status).as("%s", role).isEqualTo(403);
            }
        });
        if (right == ADMINISTER_SHARED) {
            assertThat(ask(testAdmin, route).status()).as("test mode").isEqualTo(403);
        } else {
            assertThat(ask(testAdmin, route).status()).as("test mode").isNotIn(401, 403);
        }
    }

    @Test
    void anAdminOfTheTestModeIsToldWhatToUseInstead() {
        var page = testAdmin.post("/ui/settings/users", "name", "eve", "role", "admin");

        assertThat(page.expect(403).text()).contains("Use a live-mode admin key.");
        assertThat(testAdmin.get("/ui/settings/keys").expect(200).text())
                .doesNotContain("/ui/settings/users", "/ui/settings/portal");
    }

    /// About nothing that exists, with nothing that could be done.
    private static ApiClient.Answer ask(UiClient client, String route) {
        var parts = route.split(" ", 2);
        var path = parts[1].replaceAll("\\{[a-z*]+}", "nothing-of-the-kind");
        return parts[0].equals("GET") ? client.get(path) : client.post(path);
    }
}
