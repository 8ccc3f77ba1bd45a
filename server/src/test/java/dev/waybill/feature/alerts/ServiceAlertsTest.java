package dev.waybill.feature.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.engine.audit.Actor;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServiceAlertsTest {

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
    void fewEndpointsThatFailTogetherAreAlertsOfTheirOwn() throws Exception {
        var endpoints = endpoints(19);
        world.process();

        for (int i = 0; i < 18; i++) {
            for (var endpoint : endpoints) {
                world.attempts(endpoint, 0, 1);
            }
            world.step();
        }

        assertThat(world.alerts()).hasSize(19).allMatch("endpoint.failing first t"::equals);
    }

    @Test
    void aSpikeOfClientErrorsFiresAndResolves() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var close = world.endpoint(2, AlertWorld.OWNER);
        var process = world.process();

        world.sum(endpoint, 10, 20, 0, 20);
        world.sum(close, 10, 20, 0, 19);
        world.step();
        world.step();
        assertThat(world.alerts()).containsExactly("endpoint.client_errors null t");
        for (int i = 0; i < 4; i++) {
            world.step();
        }

        assertThat(world.alerts()).containsExactly("endpoint.client_errors null f");
        assertThat(preview(process, AlertRule.ENDPOINT_CLIENT_ERRORS)).isOne();
    }

    @Test
    void anEndpointThatWaybillDisabledIsAnAlertUntilItIsEnabled() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var process = world.process();
        world.step();
        process.engine()
                .states()
                .actOnAll(List.of(endpoint.id()), EndpointAction.DISABLE, "gone", Actor.ITSELF);
        process.engine().routes().refresh();

        world.step();

        assertThat(world.alerts()).containsExactly("endpoint.disabled null t");
        assertThat(DB.rows("SELECT summary FROM alert").getFirst()).contains("410");
    }

    @Test
    void aSnoozedAlertIsToldAgainWhenItStillFires() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();
        for (int i = 0; i < 18; i++) {
            world.attempts(endpoint, 0, 1);
            world.step();
        }
        long before = notifications();
        DB.execute("UPDATE alert SET snoozed_until = ?", world.clock.instant().plusSeconds(600));

        world.step();
        assertThat(notifications()).isEqualTo(before);
        world.step();
        world.step();

        // One for each of the two channels that exist from the start.
        assertThat(notifications()).isEqualTo(before + 2);
    }

    @Test
    void theHistoriesAreForgottenAfterAWeek() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var process = world.process();
        for (int i = 0; i < 18; i++) {
            world.attempts(endpoint, 0, 1);
            world.step();
        }
        world.attempts(endpoint, 1, 0);
        world.step();
        world.step();
        assertThat(DB.number("SELECT count(*) FROM alert_streak")).isOne();

        world.clock.advance(Duration.ofDays(9));
        process.alerts().evaluation().forget();

        assertThat(DB.number("SELECT count(*) FROM alert_streak")).isZero();
        assertThat(DB.number("SELECT count(*) FROM alert_reading")).isZero();
        assertThat(DB.number("SELECT count(*) FROM alert")).isOne();
    }

    private static long notifications() {
        return DB.number("SELECT count(*) FROM notification WHERE channel_id IS NOT NULL");
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
