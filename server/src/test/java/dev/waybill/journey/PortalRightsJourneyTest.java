package dev.waybill.journey;

import static dev.waybill.domain.access.Capability.MANAGE_ENDPOINTS;
import static dev.waybill.domain.access.Capability.RESEND;
import static dev.waybill.domain.access.Capability.REVEAL_SECRETS;
import static dev.waybill.domain.access.Capability.SEND_TESTS;
import static dev.waybill.journey.ApiClient.text;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Capability;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every page and form of the portal: without a session it is refused, a read-only link only reads,
/// and objects of other customers do not exist. A new one needs a row here.
class PortalRightsJourneyTest {

    private static final Set<String> OPEN =
            Set.of(
                    "GET /portal",
                    "GET /portal/assets/{name}",
                    "GET /portal/theme/{name}",
                    "GET /portal/enter",
                    "POST /portal/enter",
                    "GET /portal/expired",
                    "POST /portal/leave",
                    "POST /portal/theme",
                    "POST /portal/times");

    /// Pages for every signed-in customer.
    private static final Set<String> LOOKS =
            Set.of(
                    "GET /portal/{*}",
                    "GET /portal/endpoints",
                    "GET /portal/endpoints/{id}",
                    "GET /portal/endpoints/{id}/contract",
                    "GET /portal/deliveries",
                    "GET /portal/deliveries/{id}",
                    "GET /portal/deliveries/{id}/body",
                    "GET /portal/event-types");

    private static final Map<String, Capability> NEEDS =
            Map.ofEntries(
                    entry("GET /portal/endpoints/new", MANAGE_ENDPOINTS),
                    entry("POST /portal/endpoints/new", MANAGE_ENDPOINTS),
                    entry("GET /portal/endpoints/{id}/edit", MANAGE_ENDPOINTS),
                    entry("POST /portal/endpoints/{id}/edit", MANAGE_ENDPOINTS),
                    entry("POST /portal/endpoints/{id}/delete", MANAGE_ENDPOINTS),
                    entry("POST /portal/endpoints/{id}/pause", MANAGE_ENDPOINTS),
                    entry("POST /portal/endpoints/{id}/resume", MANAGE_ENDPOINTS),
                    entry("POST /portal/endpoints/{id}/enable", MANAGE_ENDPOINTS),
                    entry("POST /portal/endpoints/{id}/confirm_owner", MANAGE_ENDPOINTS),
                    entry("POST /portal/endpoints/{id}/reveal", REVEAL_SECRETS),
                    entry("POST /portal/endpoints/{id}/rotate", REVEAL_SECRETS),
                    entry("POST /portal/endpoints/{id}/test", SEND_TESTS),
                    entry("POST /portal/endpoints/{id}/recover", RESEND),
                    entry("POST /portal/deliveries/{id}/resend", RESEND));

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    private static UiClient full = UiClient.of(journey);
    private static UiClient onlooker = UiClient.of(journey);
    private static String foreignEndpoint = "";
    private static String foreignDelivery = "";

    @BeforeAll
    static void twoCustomers() {
        api.createApp("mine");
        api.createApp("neighbour");
        full = in("{\"app\":\"mine\"}");
        onlooker = in("{\"app\":\"mine\",\"capabilities\":[]}");
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", receiver.at("/neighbour").url()).put("app", "neighbour");
        foreignEndpoint = text(api.createEndpoint(json), "id");
        var body = "{\"type\":\"their.own\",\"data\":{\"secret\":1},\"app\":\"neighbour\"}";
        var event = text(api.post("/v1/events", body).expect(202).json(), "id");
        foreignDelivery = text(api.awaitDelivery(event, "delivered"), "id");
    }

    private static UiClient in(String body) {
        var link = api.post("/v1/portal_links", body).expect(201).json();
        var code = URI.create(text(link, "url")).getFragment();
        return UiClient.of(journey)
                .with(UiClient.of(journey).post("/portal/enter", "code", code).expect(303));
    }

    static List<String> routes() {
        return journey.routes().stream()
                .map(route -> route.method() + " " + route.pattern())
                .filter(route -> route.contains(" /portal"))
                .filter(route -> !OPEN.contains(route))
                .toList();
    }

    @Test
    void everyRowIsOfARoute() {
        assertThat(NEEDS.keySet()).isSubsetOf(routes());
        assertThat(LOOKS).isSubsetOf(routes());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void onlyWhoIsInAndMayIsLetDoIt(String route) {
        var stranger = ask(UiClient.of(journey), route);
        assertThat(stranger.status()).isEqualTo(303);
        assertThat(stranger.header("Location")).startsWith("/portal/expired");
        if (LOOKS.contains(route)) {
            assertThat(ask(onlooker, route).status()).isNotIn(401, 403, 500);
            return;
        }
        var needed = NEEDS.get(route);
        assertThat(needed).as("who may %s? Give it a row", route).isNotNull();
        assertThat(ask(onlooker, route).status()).isEqualTo(403);
        assertThat(ask(full, route).status()).isNotIn(401, 403, 500);
        var others =
                Set.of(Capability.values()).stream()
                        .filter(one -> one != needed)
                        .map(one -> "\"" + one.code() + "\"")
                        .toList();
        var without =
                in("{\"app\":\"mine\",\"capabilities\":[%s]}".formatted(String.join(",", others)));
        assertThat(ask(without, route).status()).isEqualTo(403);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void anothersDoesNotExist(String route) {
        if (!route.contains("{id}")) {
            return;
        }
        var answer = ask(full, route);

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text()).doesNotContain("their.own").doesNotContain("/neighbour");
        assertThat(text(api.get("/v1/webhook_endpoints/" + foreignEndpoint).json(), "state"))
                .isEqualTo("active");
    }

    @Test
    void listsShowNothingOfOthersWhateverTheAddressSays() {
        for (var page :
                List.of(
                        "/portal/endpoints",
                        "/portal/endpoints?app=neighbour",
                        "/portal/deliveries?range=all",
                        "/portal/deliveries?range=all&app=neighbour",
                        "/portal/deliveries?range=all&endpoint=" + foreignEndpoint,
                        "/portal/deliveries?type=their.own",
                        "/portal/event-types")) {
            assertThat(full.get(page).expect(200).text())
                    .as(page)
                    .doesNotContain("/neighbour")
                    .doesNotContain(foreignDelivery);
        }
    }

    @Test
    void whoMayOnlyLookSeesNothingToChange() {
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", receiver.at("/mine").url()).put("app", "mine");
        var id = text(api.createEndpoint(json), "id");
        var page = onlooker.get("/portal/endpoints/" + id).expect(200).text();

        // Preferences and sign-out are open to all.
        assertThat(page.replaceAll("action=\"/portal/(theme|times|leave)\"", ""))
                .doesNotContain("method=\"post\" action=")
                .doesNotContain("/edit");
        assertThat(onlooker.get("/portal/endpoints").text())
                .doesNotContain("/portal/endpoints/new");
    }

    private static ApiClient.Answer ask(UiClient client, String route) {
        var parts = route.split(" ", 2);
        var id = parts[1].contains("/deliveries/") ? foreignDelivery : foreignEndpoint;
        var path = parts[1].replace("{id}", id).replace("{*}", "nothing/here");
        return parts[0].equals("GET") ? client.get(path) : client.post(path);
    }
}
