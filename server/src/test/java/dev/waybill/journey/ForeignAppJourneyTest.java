package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.web.http.Route;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A customer with its own key uses another customer's ids. For every request the other does not
/// exist. A route that names an object needs a row here.
class ForeignAppJourneyTest {

    /// Routes that are the same for all callers, and routes that no app's key may use.
    private static final Set<String> SHARED =
            Set.of(
                    "retry_policies",
                    "event_types",
                    "api_keys",
                    "alert_rules",
                    "notification_channels");

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    private static ApiClient mine = api;
    private static String endpoint = "";
    private static String event = "";
    private static String ownIdEvent = "";
    private static String delivery = "";
    private static String replay = "";
    private static String portalLink = "";
    private static String alert = "";
    private static String serviceAlert = "";

    @BeforeAll
    static void aNeighbourIsBusy() {
        api.createApp("neighbour");
        api.createApp("mine");
        mine = api.asApp("mine");
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", receiver.at("/neighbour").url()).put("app", "neighbour");
        endpoint = text(api.createEndpoint(json), "id");
        var body = "{\"type\":\"their.own\",\"data\":{},\"app\":\"neighbour\"%s}";
        event = text(api.post("/v1/events", body.formatted("")).expect(202).json(), "id");
        ownIdEvent = "their-own-id";
        api.post("/v1/events", body.formatted(",\"id\":\"their-own-id\"")).expect(202);
        alert = AlertRows.insert(journey, endpoint, "endpoint.failing");
        serviceAlert = AlertRows.insert(journey, null, "service.backlog");
        delivery = text(api.awaitDelivery(event, "delivered"), "id");
        portalLink =
                text(
                        api.post("/v1/portal_links", "{\"app\":\"neighbour\"}").expect(201).json(),
                        "id");
        var since = "{\"since\":\"%s\"}".formatted(event);
        replay =
                text(
                        api.post("/v1/webhook_endpoints/" + endpoint + "/replay", since)
                                .expect(202)
                                .json(),
                        "id");
    }

    private static Map<String, List<String>> foreign() {
        return Map.ofEntries(
                entry("/v1/events/{id}", List.of(event, ownIdEvent)),
                entry("/v1/deliveries/{id}", List.of(delivery)),
                entry("/v1/deliveries/{id}/resend", List.of(delivery)),
                entry("/v1/deliveries/{id}/requeue", List.of(delivery)),
                entry("/v1/deliveries/{id}/cancel", List.of(delivery)),
                entry("/v1/events/{id}/cancel", List.of(event, ownIdEvent)),
                entry("/v1/apps/{id}/portal", List.of("neighbour", "default", "platform")),
                entry("/v1/portal_links/{id}", List.of(portalLink)),
                entry("/v1/apps/{id}", List.of("neighbour", "default", "platform")),
                entry("/v1/webhook_endpoints/{id}", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/rotate_secret", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/reveal_secret", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/test", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/enable", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/disable", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/pause", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/resume", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/state_changes", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/contract", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/replay", List.of(endpoint)),
                entry("/v1/alerts/{id}", List.of(alert, serviceAlert)),
                entry("/v1/alerts/{id}/acknowledge", List.of(alert, serviceAlert)),
                entry("/v1/alerts/{id}/snooze", List.of(alert, serviceAlert)),
                entry("/v1/replays/{id}", List.of(replay)),
                entry("/v1/replays/{id}/pause", List.of(replay)),
                entry("/v1/replays/{id}/resume", List.of(replay)),
                entry("/v1/replays/{id}/cancel", List.of(replay)),
                entry("/v1/webhook_endpoints/{id}/delivery_attempts", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/stats", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/lanes", List.of(endpoint)),
                entry("/v1/webhook_endpoints/{id}/lanes/{key}/release", List.of(endpoint)));
    }

    static List<String> routes() {
        return journey.apiRoutes().stream()
                .filter(route -> route.pattern().contains("{"))
                .filter(route -> !SHARED.contains(route.pattern().split("/", -1)[2]))
                .map(ForeignAppJourneyTest::named)
                .toList();
    }

    private static String named(Route route) {
        return route.method() + " " + route.pattern();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void aForeignIdIsNotFound(String route) {
        var parts = route.split(" ", 2);
        var ids = foreign().getOrDefault(parts[1], List.of());
        assertThat(ids).as("a foreign id for %s? Give it a row", route).isNotEmpty();

        for (var id : ids) {
            var path = parts[1].replace("{id}", id).replace("{key}", "*");
            var answer =
                    mine.send(
                            mine.request(path)
                                    .header("Content-Type", "application/json")
                                    .method(
                                            parts[0],
                                            BodyPublishers.ofString(
                                                    parts[0].equals("GET") ? "" : "{}")));

            // Routes that no app's key may use are refused before the object is looked up.
            boolean administering = parts[1].startsWith("/v1/apps") && !parts[0].equals("GET");
            boolean publishing =
                    parts[1].equals("/v1/events/{id}/cancel")
                            || parts[1].matches("/v1/alerts/.*/(acknowledge|snooze)");
            assertThat(answer.status())
                    .as(answer.text())
                    .isEqualTo(administering || publishing ? 403 : 404);
            assertThat(answer.text()).doesNotContain("their.own").doesNotContain("/neighbour");
        }
        api.get("/v1/webhook_endpoints/" + endpoint).expect(200);
        assertThat(text(api.get("/v1/webhook_endpoints/" + endpoint).json(), "state"))
                .isEqualTo("active");
    }

    @Test
    void listsShowNothingOfOthers() {
        for (var list :
                List.of(
                        "/v1/events",
                        "/v1/deliveries",
                        "/v1/webhook_endpoints",
                        "/v1/alerts",
                        "/v1/dead_letters")) {
            assertThat(mine.list(list)).as(list).isEmpty();
            mine.get(list + "?app=neighbour").expect(404);
            mine.get(list + "?app=platform").expect(404);
            mine.get(list + "?app=mine").expect(200);
        }
        var page = mine.get("/v1/deliveries?endpoint_id=" + endpoint).expect(200).json();
        assertThat(page.get("data")).isEmpty();
        assertThat(page.get("next_cursor").isNull()).isTrue();
        assertThat(texts(mine.list("/v1/apps"), "uid")).containsExactly("mine");
        mine.get("/v1/events?since=" + ownIdEvent).expect(400);
    }

    @Test
    void nothingIsMadeForOthers() {
        var body = "{\"url\":\"%s\",\"app\":\"%s\"}";
        var url = receiver.at("/mine").url();

        var refused = mine.post("/v1/webhook_endpoints", body.formatted(url, "neighbour"));
        var unknown = mine.post("/v1/webhook_endpoints", body.formatted(url, "nobody"));
        var made = mine.post("/v1/webhook_endpoints", body.formatted(url, "mine")).expect(201);

        assertThat(refused.expect(422).json().get("title"))
                .isEqualTo(unknown.expect(422).json().get("title"));
        assertThat(text(made.json(), "app")).isEqualTo("mine");
        var byDefault = mine.createEndpoint(url, "only.mine");
        assertThat(text(byDefault, "app")).isEqualTo("mine");
        mine.delete("/v1/webhook_endpoints/" + text(byDefault, "id")).expect(204);
        mine.delete("/v1/webhook_endpoints/" + text(made.json(), "id")).expect(204);
    }

    @Test
    void anAppsKeyPublishesNothing() {
        mine.post("/v1/events", "{\"type\":\"a.b\",\"data\":{}}").expect(403);
    }
}
