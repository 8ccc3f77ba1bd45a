package dev.waybill.feature.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.engine.audit.Actor;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
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
        assertThat(DB.rows("SELECT summary FROM alert").getFirst())
                .contains("rejected no further deliveries");
        assertThat(preview(process, AlertRule.ENDPOINT_CLIENT_ERRORS)).isOne();
    }

    @Test
    void aBatchThatIsRejectedAgainAndAgainDoesNotFlood() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var process = world.process();

        for (int hour = 0; hour < 12; hour++) {
            world.sum(endpoint, 0, 40, 0, 40);
            for (int i = 0; i < 12; i++) {
                world.step();
            }
        }

        assertThat(world.alerts())
                .filteredOn(alert -> alert.startsWith("endpoint.client"))
                .hasSize(1);
        // Fired, resolved and fired again, in two channels.
        assertThat(
                        DB.number(
                                """
                                SELECT count(*)
                                  FROM notification
                                  JOIN alert ON alert.id = alert_id
                                 WHERE rule = 'endpoint.client_errors'
                                   AND channel_id IS NOT NULL
                                """))
                .isEqualTo(6);
        assertThat(preview(process, AlertRule.ENDPOINT_CLIENT_ERRORS)).isOne();
    }

    @Test
    void aPreviewCountsOnlyTheLastSevenDays() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var process = world.process();
        for (int i = 0; i < 18; i++) {
            world.attempts(endpoint, 0, 1);
            world.step();
        }
        assertThat(preview(process, AlertRule.ENDPOINT_FAILING)).isOne();

        world.clock.advance(RuleService.PREVIEWED);

        assertThat(preview(process, AlertRule.ENDPOINT_FAILING)).isZero();
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
        world.clock.advance(Duration.ofDays(3));
        world.step();
        world.step();
        assertThat(world.alerts()).containsExactly("endpoint.disabled null f");
    }

    @Test
    void anAcknowledgedAlertOfADisabledEndpointDoesNotComeBack() throws Exception {
        var process = disabledByWaybill(world.endpoint(1, AlertWorld.OWNER));
        var alert = DB.rows("SELECT id FROM alert").getFirst();

        process.alerts()
                .alerts()
                .acknowledge(
                        UUID.fromString(alert),
                        new Scope(null, Mode.LIVE),
                        null,
                        new Violations(),
                        Fixtures.ACT);
        world.step();
        world.step();

        assertThat(world.alerts()).containsExactly("endpoint.disabled null f");
    }

    @Test
    void aManualChangeIsNotWaybillsDoing() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var process = disabledByWaybill(endpoint);

        world.clock.advance(Duration.ofSeconds(30));
        world.fixtures.actor(endpoint, EndpointAction.ENABLE);
        process.engine().routes().refresh();
        world.clock.advance(Duration.ofSeconds(30));
        world.evaluate();
        world.clock.advance(Duration.ofSeconds(30));
        world.fixtures.actor(endpoint, EndpointAction.DISABLE);
        process.engine().routes().refresh();
        world.step();

        assertThat(world.alerts()).containsExactly("endpoint.disabled null f");
    }

    private AlertWorld.Member disabledByWaybill(Endpoint endpoint) throws Exception {
        var process = world.process();
        world.step();
        process.engine()
                .states()
                .actOnAll(List.of(endpoint.id()), EndpointAction.DISABLE, "gone", Actor.ITSELF);
        process.engine().routes().refresh();
        world.step();
        return process;
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

        // One for each of the two channels that exist from the start, and none for the owner.
        assertThat(notifications()).isEqualTo(before + 2);
        assertThat(world.mailsTo(AlertWorld.OWNER)).hasSize(1);
    }

    /// A user acknowledges an alert while an evaluation that has read it is under way.
    @Test
    void anAcknowledgementDuringAnEvaluationIsKept() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();
        for (int i = 0; i < 18; i++) {
            world.attempts(endpoint, 0, 1);
            world.step();
        }
        var store = new AlertStore();
        DB.database()
                .interactive()
                .useTransaction(tx -> {
                    var now = world.clock.instant();
                    var book = new AlertBook(tx, store, world.fixtures.ids(), now);
                    DB.execute("UPDATE alert SET acknowledged_at = ?, acknowledged_by = 'me'", now);
                    var alert = book.firing(AlertRule.ENDPOINT_FAILING).getFirst();
                    book.resolve(alert, now, "It is over.", false);
                });

        assertThat(DB.rows("SELECT acknowledged_by, summary, resolved_at IS NULL" + " FROM alert"))
                .containsExactly("me It is over. f");
    }

    @Test
    void rulesAreJudgedAfterTheClockWasSetBack() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();
        world.clock.advance(Duration.ofHours(30));
        world.attempts(endpoint, 0, 1);
        world.step();
        world.step();
        world.clock.set(ManualClock.NOON);

        for (int i = 0; i < 18; i++) {
            world.attempts(endpoint, 0, 1);
            world.step();
        }

        assertThat(world.alerts()).containsExactly("endpoint.failing first t");
        assertThat(
                        DB.number(
                                "SELECT count(*) FROM alert_reading WHERE at > ?",
                                world.clock.instant()))
                .isZero();
    }

    /// More endpoints than are looked up, and nothing has been attempted for a quarter of an hour.
    @Test
    void aStallLastsUntilDeliveriesAreAttempted() throws Exception {
        var endpoints = endpoints(300);
        DB.execute("UPDATE alert_rule SET enabled = true WHERE rule = 'service.stalled'");
        world.process();
        world.watch();
        world.fixtures.delivery().to(endpoints.getLast()).insert();

        minutes(4, 0);
        assertThat(stalled()).isEqualTo("t");
        minutes(30, 0);
        assertThat(stalled()).isEqualTo("t");
        minutes(16, 1);
        assertThat(stalled()).isEqualTo("f");
    }

    /// Evaluates each minute, with some attempts of other endpoints.
    private void minutes(int count, int attempts) {
        for (int i = 0; i < count; i++) {
            world.attemptsOfAll(attempts);
            world.clock.advance(Duration.ofMinutes(1));
            world.evaluate();
        }
    }

    /// Whether the last reading says that nothing is attempted.
    private static String stalled() {
        return DB.rows(
                        """
                        SELECT 'delivery' = ANY (stalls)
                          FROM alert_reading
                         ORDER BY at DESC
                         LIMIT 1
                        """)
                .getFirst();
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
