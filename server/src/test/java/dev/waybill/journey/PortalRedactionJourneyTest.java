package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.feature.deliveries.FaultText;
import java.net.InetAddress;
import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The values that customers see in the portal, and those for operators only.
class PortalRedactionJourneyTest {

    private static final String PUBLIC = "93.184.215.14";

    /// The current addresses of the names.
    private static final Map<String, String> NAMES = new ConcurrentHashMap<>();

    private static RunningService service;
    private static ApiClient api;
    private static UiClient customer;
    private static UiClient operator;

    @BeforeAll
    static void start() throws SQLException {
        service =
                RunningService.strict(
                        Postgres.newDatabase(),
                        (host, _, _) ->
                                List.of(InetAddress.ofLiteral(NAMES.getOrDefault(host, PUBLIC))));
        api = service.api();
        var link = api.post("/v1/portal_links", "{}").expect(201).json();
        var code = URI.create(text(link, "url")).getFragment();
        var stranger = UiClient.of(service);
        customer = stranger.with(stranger.post("/portal/enter", "code", code).expect(303));
        operator = stranger.signedIn(RunningService.ADMIN_KEY);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void anAddressThatIsNotCalledReadsAsOneThatCannotBeReached() {
        var blocked = blocked("turned.event");
        var page = customer.get("/portal/deliveries/" + blocked).expect(200).text();

        assertThat(page)
                .contains(": " + FaultText.of(Fault.CONNECT_OTHER) + "</a> <time")
                .contains("Nothing listens there, or a firewall in between blocks the connection.")
                .contains("the last: " + FaultText.of(Fault.CONNECT_OTHER) + ".");
        var list = customer.get("/portal/deliveries").expect(200).text();
        assertThat(list).contains(blocked, "title=\"" + FaultText.of(Fault.CONNECT_OTHER) + "\"");
        for (var told : List.of(page, list)) {
            assertThat(told)
                    .doesNotContainIgnoringCase("blocked")
                    .doesNotContain("is not allowed", "does not call", "private");
        }
        assertThat(operator.get("/ui/deliveries/" + blocked).expect(200).text())
                .contains("the address is not allowed", "Waybill does not call");
    }

    @Test
    void noFilterTellsTheTwoApart() {
        var blocked = blocked("filtered.event");
        var all = "/portal/deliveries?type=filtered.event";

        assertThat(customer.get(all + "&code=connect").expect(200).text()).contains(blocked);
        assertThat(customer.get(all + "&code=blocked").expect(200).text()).doesNotContain(blocked);
        for (var word : List.of("blocked", "exhausted", "connect")) {
            assertThat(customer.get(all + "&reason=" + word).expect(200).text()).contains(blocked);
            assertThat(customer.get(all + "&cause=" + word).expect(200).text()).contains(blocked);
        }
        assertThat(operator.get("/ui/deliveries?code=blocked").expect(200).text())
                .contains(blocked);
    }

    @Test
    void whatAnOperatorWroteIsNotShown() {
        var id = endpoint("operated", "operated.event");
        var page = "/portal/endpoints/" + id;
        var path = "/v1/webhook_endpoints/" + id;

        api.post(path + "/disable", "{\"reason\":\"they do not pay\"}").expect(200);
        assertThat(customer.get(page).expect(200).text())
                .contains("by the platform")
                .doesNotContain("they do not pay");
        api.post(path + "/enable", "").expect(200);
        customer.post(page + "/pause").expect(303);
        assertThat(customer.get(page).expect(200).text()).contains("on request");
    }

    /// A delivery to a name that led elsewhere when it was written down.
    private static String blocked(String type) {
        var name = type.replace('.', '-');
        endpoint(name, type);
        NAMES.put(name + ".example", "10.0.0.7");
        var event = api.publish(type);
        return text(api.awaitDelivery(event, "failed"), "id");
    }

    private static String endpoint(String name, String type) {
        var json = ApiClient.JSON.createObjectNode().put("url", "https://" + name + ".example/");
        json.putArray("event_types").add(type);
        json.putObject("retry_policy")
                .put("kind", "list")
                .putArray("waits_seconds")
                .add(0.01)
                .add(0.01)
                .add(0.01);
        json.putNull("disable_after_failures");
        return text(api.createEndpoint(json), "id");
    }
}
