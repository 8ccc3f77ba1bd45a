package dev.waybill.feature.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Many endpoints fail: what is one alert for all of them, and what is not.
class OutageAlertsTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final AlertWorld world = new AlertWorld(DB);

    @AfterEach
    void clear() {
        world.close();
        DB.clear();
    }

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void manyEndpointsThatFailTogetherAreOneAlertAndNoMail() throws Exception {
        endpoints(500);
        var process = world.process();
        world.watch();

        for (int i = 0; i < 24; i++) {
            world.allFail();
            world.step();
        }

        assertThat(world.alerts()).containsExactly("service.server_errors null t");
        assertThat(world.mail.getReceivedMessages()).isEmpty();
        assertThat(DB.rows("SELECT summary FROM alert").getFirst())
                .contains("500 endpoints on 500 hosts", "DNS");
        assertThat(preview(process, AlertRule.ENDPOINT_FAILING)).isZero();
        assertThat(preview(process, AlertRule.SERVICE_SERVER_ERRORS)).isOne();
    }

    /// Half of them recover; the others are then alerts of their own.
    @Test
    void endpointsThatFailOnAfterAnOutageAreAlerts() throws Exception {
        var endpoints = endpoints(30);
        var process = world.process();
        world.watch();
        for (int i = 0; i < 18; i++) {
            for (var endpoint : endpoints) {
                world.attempts(endpoint, 0, 1);
            }
            world.step();
        }

        for (int i = 0; i < 12; i++) {
            for (int n = 0; n < endpoints.size(); n++) {
                boolean works = n > 2;
                world.attempts(endpoints.get(n), works ? 1 : 0, works ? 0 : 1);
            }
            world.step();
        }

        assertThat(world.alerts())
                .containsExactly(
                        "service.server_errors null f",
                        "endpoint.failing first t",
                        "endpoint.failing first t",
                        "endpoint.failing first t");
        assertThat(preview(process, AlertRule.ENDPOINT_FAILING)).isEqualTo(3);
    }

    @Test
    void manyEndpointsOfOneHostAreOneAlertAndNoMail() throws Exception {
        endpoints(500);
        DB.execute("UPDATE endpoint SET url = 'https://one.example/' || id");
        var other = world.endpoint(500, AlertWorld.OWNER);
        var process = world.process();
        world.watch();

        for (int i = 0; i < 24; i++) {
            world.allFail();
            world.step();
        }

        assertThat(world.alerts())
                .containsExactly("service.server_errors null t", "endpoint.failing first t");
        assertThat(DB.rows("SELECT host, summary FROM alert WHERE host IS NOT NULL").getFirst())
                .startsWith("one.example 500 endpoints on the host one.example");
        assertThat(DB.rows("SELECT endpoint_id FROM alert WHERE endpoint_id IS NOT NULL"))
                .containsExactly(other.id().toString());
        assertThat(world.mailsTo(AlertWorld.OWNER)).hasSize(1);
        assertThat(world.mail.getReceivedMessages()).hasSize(2);
        assertThat(preview(process, AlertRule.ENDPOINT_FAILING)).isOne();
        assertThat(preview(process, AlertRule.SERVICE_SERVER_ERRORS)).isOne();
    }

    @Test
    void anEndpointThatFailsLaterThanAnOutageIsAnAlert() throws Exception {
        var endpoints = endpoints(30);
        var later = world.endpoint(30, AlertWorld.OWNER);
        world.process();
        world.watch();

        for (int i = 0; i < 40; i++) {
            for (var endpoint : endpoints) {
                world.attempts(endpoint, 0, 1);
            }
            world.attempts(later, i < 20 ? 1 : 0, i < 20 ? 0 : 1);
            world.step();
        }

        assertThat(world.alerts())
                .containsExactly("service.server_errors null t", "endpoint.failing first t");
    }

    /// They failed before anybody looked, or before they were put back into service.
    @Test
    void endpointsThatWereDeadBeforeAreNoOutage() throws Exception {
        var endpoints = endpoints(30);
        world.process();

        for (int i = 0; i < 6; i++) {
            for (var endpoint : endpoints) {
                world.attempts(endpoint, 0, 1);
            }
            world.step();
        }

        assertThat(world.alerts()).isEmpty();
    }

    @Test
    void endpointsThatAnswer4xxAreNoOutage() throws Exception {
        var endpoints = endpoints(30);
        world.process();
        world.watch();

        for (var endpoint : endpoints) {
            world.answers4xx(endpoint, 3, 1);
        }
        for (int i = 0; i < 6; i++) {
            world.step();
        }

        assertThat(world.alerts()).isEmpty();
    }

    @Test
    void anOutageThatNeverEndsIsNotAnAlertForEver() throws Exception {
        var endpoints = endpoints(20);
        world.process();
        world.watch();

        for (int i = 0; i < 13 * 12; i++) {
            for (var endpoint : endpoints) {
                world.attempts(endpoint, 0, 1);
            }
            world.step();
        }

        assertThat(world.alerts())
                .hasSize(21)
                .contains("service.server_errors null f", "endpoint.failing first t");
    }

    @Test
    void fewEndpointsThatFailTogetherAreAlertsOfTheirOwn() throws Exception {
        var endpoints = endpoints(19);
        world.process();
        world.watch();

        for (int i = 0; i < 18; i++) {
            for (var endpoint : endpoints) {
                world.attempts(endpoint, 0, 1);
            }
            world.step();
        }

        assertThat(world.alerts()).hasSize(19).allMatch("endpoint.failing first t"::equals);
    }

    private static int preview(AlertWorld.Member process, AlertRule rule) {
        return process.alerts().rules().preview(Thresholds.defaults(rule)).firings().size();
    }

    private List<Endpoint> endpoints(int count) {
        var endpoints = new ArrayList<Endpoint>();
        for (int i = 0; i < count; i++) {
            endpoints.add(world.endpoint(i, "owner" + i + "@customer.example"));
        }
        return endpoints;
    }
}
