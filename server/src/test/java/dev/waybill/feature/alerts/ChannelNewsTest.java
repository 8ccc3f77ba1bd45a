package dev.waybill.feature.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What channels are told when many alerts change at once.
class ChannelNewsTest {

    private static final TestDatabase DB = TestDatabase.create();

    private static final int MANY = AlertNotifier.SINGLE_MAX + 1;

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

    /// Each incident must be resolved by itself, so none is opened for several alerts.
    @Test
    void pagerDutyHearsOfEachAlertAndOthersOfAllTogether() throws Exception {
        var pagerDuty = channel("pagerduty", "warning");
        var slack = channel("slack", "warning");
        var urgent = channel("slack", "critical");
        var endpoints = endpoints(MANY);
        world.process();

        fail(endpoints);
        assertThat(told(pagerDuty)).containsExactly("fired warning " + MANY);
        assertThat(told(slack)).containsExactly("changed warning 1");
        recover(endpoints);

        assertThat(told(pagerDuty))
                .containsExactly("fired warning " + MANY, "resolved warning " + MANY);
        assertThat(told(slack)).containsExactly("changed info 1", "changed warning 1");
        assertThat(subjects(slack))
                .containsExactly(
                        "[warning] 11 alerts changed",
                        "[resolved] 11 alerts changed, 11 of them ended");
        assertThat(told(urgent)).isEmpty();
        assertThat(
                        DB.number(
                                "SELECT count(DISTINCT content -> 'alert' ->> 'id')"
                                        + " FROM notification WHERE channel_id = ?",
                                pagerDuty))
                .isEqualTo(MANY);
    }

    @Test
    void fewNewsAreMessagesOfTheirOwn() throws Exception {
        var slack = channel("slack", "warning");
        var endpoints = endpoints(AlertNotifier.SINGLE_MAX);
        world.process();

        fail(endpoints);

        assertThat(told(slack)).containsExactly("fired warning " + AlertNotifier.SINGLE_MAX);
    }

    private UUID channel(String kind, String severity) {
        var id = world.fixtures.ids().next();
        DB.execute(
                """
                INSERT INTO notification_channel (
                    id, kind, name, severity, secret_sealed, created_at, updated_at)
                VALUES (?, ?, 'x', ?, 'x', now(), now())
                """,
                id,
                kind,
                severity);
        return id;
    }

    private List<Endpoint> endpoints(int count) {
        var endpoints = new ArrayList<Endpoint>();
        for (int i = 0; i < count; i++) {
            endpoints.add(world.endpoint(i, AlertWorld.OWNER));
        }
        return endpoints;
    }

    private void fail(List<Endpoint> endpoints) throws InterruptedException {
        for (int i = 0; i < Duration.ofMinutes(80).toMinutes() / 5; i++) {
            for (var endpoint : endpoints) {
                world.attempts(endpoint, 0, 1);
            }
            world.step();
        }
    }

    private void recover(List<Endpoint> endpoints) throws InterruptedException {
        for (var endpoint : endpoints) {
            world.attempts(endpoint, 1, 0);
        }
        for (int i = 0; i < 20; i++) {
            world.step();
        }
    }

    private static List<String> told(UUID channel) {
        return DB.rows(
                """
                SELECT content ->> 'event', content ->> 'severity', count(*)
                  FROM notification
                 WHERE channel_id = ?
                 GROUP BY 1, 2
                 ORDER BY 1, 2
                """,
                channel);
    }

    private static List<String> subjects(UUID channel) {
        return DB.rows(
                "SELECT content ->> 'subject' FROM notification WHERE channel_id = ? ORDER BY id",
                channel);
    }
}
