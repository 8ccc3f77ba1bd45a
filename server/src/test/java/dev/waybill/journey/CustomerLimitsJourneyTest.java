package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Settings;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Limits of a customer, with an app's key or in the portal: no flood of a receiver by endpoints or
/// tests, and nothing that is hidden from customers.
class CustomerLimitsJourneyTest {

    private static final int ENDPOINTS_MAX = 3;

    private static RunningService service;
    private static Receiver receiver;
    private static ApiClient api;

    @BeforeAll
    static void start() throws Exception {
        service =
                RunningService.with(
                        Map.of(Settings.Name.APP_ENDPOINTS_MAX, String.valueOf(ENDPOINTS_MAX)));
        receiver = Receiver.start();
        api = service.api();
    }

    @AfterAll
    static void stop() {
        receiver.close();
        service.close();
    }

    @Test
    void aCustomerHasSoManyEndpointsAndThePlatformMore() {
        var app = customer("many");
        var url = receiver.at("/many").url();
        for (int i = 0; i < ENDPOINTS_MAX; i++) {
            app.createEndpoint(url);
        }

        var refused = app.post("/v1/webhook_endpoints", body(url), "one-more").expect(409);
        assertThat(text(refused.json(), "detail"))
                .isEqualTo(
                        "There are 3 endpoints, the maximum for an app. Delete one that is not"
                                + " needed, or ask for a higher limit.");
        var page = portal("many").post("/portal/endpoints/new", "url", url, "takes", "all");
        assertThat(page.expect(409).text()).contains("the maximum for an app");

        api.post("/v1/webhook_endpoints", body(url).replace("{", "{\"app\":\"many\",")).expect(201);
        var newest = text(app.list("/v1/webhook_endpoints").getFirst(), "id");
        app.delete("/v1/webhook_endpoints/" + newest).expect(204);
        app.post("/v1/webhook_endpoints", body(url)).expect(409);
        var next = text(app.list("/v1/webhook_endpoints").getFirst(), "id");
        app.delete("/v1/webhook_endpoints/" + next).expect(204);
        // The key that led to nothing was not used up.
        app.post("/v1/webhook_endpoints", body(url), "one-more").expect(201);
    }

    @Test
    void anEndpointIsSentSoManyTestsAMinute() {
        var app = customer("tester");
        var inbox = receiver.at("/tested-often");
        var path = "/v1/webhook_endpoints/" + text(app.createEndpoint(inbox.url()), "id");
        var first = app.post(path + "/test", "", "first").expect(202).json();
        for (int i = 1; i < 30; i++) {
            app.post(path + "/test", "").expect(202);
        }

        var refused = app.post(path + "/test", "").expect(429);
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
        assertThat(text(refused.json(), "detail")).contains("30 tests a minute");
        var page = portal("tester").post(path.replace("/v1/webhook_", "/portal/") + "/test");
        assertThat(page.expect(429).text()).contains("30 tests a minute");

        assertThat(app.post(path + "/test", "", "first").expect(200).json()).isEqualTo(first);
        var other = "/v1/webhook_endpoints/" + text(app.createEndpoint(inbox.url()), "id");
        app.post(other + "/test", "").expect(202);
    }

    @Test
    void aTypeThatIsHiddenIsNoneForACustomer() {
        var app = customer("curious");
        var id = text(app.createEndpoint(receiver.at("/curious").url()), "id");
        var path = "/v1/webhook_endpoints/" + id + "/test";
        api.post(
                        "/v1/event_types",
                        "{\"name\":\"secret.x\",\"hidden\":true,\"example\":{\"plan\":1}}")
                .expect(201);
        var hidden = "{\"event_type\":\"secret.x\"}";
        var unknown = "{\"event_type\":\"secret.y\"}";

        var told = app.post(path, hidden).expect(422).json();
        assertThat(text(told, "detail").replace("secret.x", "secret.y"))
                .isEqualTo(text(app.post(path, unknown).expect(422).json(), "detail"));
        portal("curious")
                .post("/portal/endpoints/" + id + "/test", "event_type", "secret.x")
                .expect(422);
        api.post(path, hidden).expect(202);
    }

    private static ApiClient customer(String uid) {
        api.createApp(uid);
        return api.asApp(uid);
    }

    private static UiClient portal(String uid) {
        var body = "{\"app\":\"%s\"}".formatted(uid);
        var link = api.post("/v1/portal_links", body).expect(201).json();
        var code = URI.create(text(link, "url")).getFragment();
        var visitor = UiClient.of(service);
        return visitor.with(visitor.post("/portal/enter", "code", code).expect(303));
    }

    private static String body(String url) {
        return "{\"url\":\"%s\"}".formatted(url);
    }
}
