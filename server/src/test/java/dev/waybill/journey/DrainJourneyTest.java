package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// An operator restarts the service while it works: attempts under way are finished and recorded,
/// waiting deliveries are handed back, and nothing is received twice.
class DrainJourneyTest {

    /// The promise.
    private static final Duration STOP_MAX = Duration.ofSeconds(35);

    private static final int AT_ONCE = 2;
    private static final int EVENTS = 10;

    @Test
    void attemptsFinishTheRestIsHandedBackAndTheNextStartDeliversIt() throws Exception {
        var folder = Postgres.newFolder();
        var answering = new CountDownLatch(1);
        try (var receiver = Receiver.start()) {
            var inbox =
                    receiver.at("/slow")
                            .answers(_ -> {
                                answering.await();
                                return Receiver.Answer.of(200);
                            });
            var eventIds = new ArrayList<String>();
            try (var service = ServiceProcess.onFolder(folder);
                    var api = service.api()) {
                var endpoint = ApiClient.JSON.createObjectNode().put("url", inbox.url());
                api.createEndpoint(endpoint.put("max_in_flight", AT_ONCE));
                for (int i = 0; i < EVENTS; i++) {
                    eventIds.add(api.publish("drain.slow"));
                }
                var first = inbox.next();
                var second = inbox.next();

                service.terminate();
                // Waiting deliveries are handed back while both attempts still wait for their
                // answers.
                Eventually.holds(() -> pending(folder) == EVENTS - AT_ONCE);
                answering.countDown();

                assertThat(service.exitCode(STOP_MAX)).isIn(0, 143);
                assertThat(ServiceProcess.postgresProcesses(folder)).isEmpty();
                assertThat(inbox.count()).isEqualTo(AT_ONCE);
                assertThat(states(folder))
                        .isEqualTo(Map.of("delivered", AT_ONCE, "pending", EVENTS - AT_ONCE));
                assertThat(List.of(first.header("webhook-id"), second.header("webhook-id")))
                        .isSubsetOf(eventIds);
            }

            try (var service = ServiceProcess.onFolder(folder);
                    var api = service.api()) {
                for (var id : eventIds) {
                    var delivery = api.awaitDelivery(id, "delivered");
                    assertThat(delivery.get("attempts").intValue()).isEqualTo(1);
                }
            }
            assertThat(inbox.all().stream().map(request -> request.header("webhook-id")))
                    .containsExactlyInAnyOrderElementsOf(eventIds);
        }
    }

    /// It learns that the process is stopping before it is refused, and its requests until then are
    /// accepted.
    @Test
    void aLoadBalancerHasTimeToTurnAway() throws Exception {
        try (var service = ServiceProcess.onDatabase(Postgres.newDatabase());
                var api = service.api()) {
            for (int i = 0; i < 3; i++) {
                api.get("/health/ready").expect(200);
            }

            service.terminate();

            var leaving =
                    Eventually.get(
                            () -> api.get("/health/ready"), answer -> answer.status() == 503);
            assertThat(text(leaving.json().get("reasons").get(0), "name")).isEqualTo("stopping");
            api.publish("drain.late");
            assertThat(service.exitCode(STOP_MAX)).isIn(0, 143);
        }
    }

    @Test
    void anIdleServiceStopsAtOnceAndCleanly() throws Exception {
        var folder = Postgres.newFolder();
        try (var service = ServiceProcess.onFolder(folder);
                var api = service.api()) {
            api.publish("drain.nobody");
            int said = service.errors().length();

            service.terminate();

            // The process that waits for nothing does not wait until its time is up.
            assertThat(service.exitCode(STOP_MAX)).isIn(0, 143);
            assertThat(service.errors().substring(said)).doesNotContain("WARN", "ERROR");
            assertThat(ServiceProcess.postgresProcesses(folder)).isEmpty();
        }
    }

    @Test
    void aServiceWhoseDatabaseIsAwayStopsInTimeToo() throws Exception {
        var answering = new CountDownLatch(1);
        try (var postgres = Postgres.start(Postgres.newFolder());
                var cable = Cable.to(postgres.address().port());
                var receiver = Receiver.start();
                var service = ServiceProcess.onDatabase(Postgres.urlThrough(cable, postgres));
                var api = service.api()) {
            var inbox =
                    receiver.at("/slow")
                            .answers(_ -> {
                                answering.await();
                                return Receiver.Answer.of(200);
                            });
            api.createEndpoint(inbox.url());
            api.publish("drain.away");
            inbox.next();

            cable.pull();
            answering.countDown();
            service.terminate();

            assertThat(service.exitCode(STOP_MAX)).isIn(0, 143);
        }
    }

    /// Read from the service's own PostgreSQL, because the service itself no longer answers.
    private static int pending(Path folder) {
        try (var connection = Postgres.connect(folder);
                var statement = connection.createStatement();
                var rows =
                        statement.executeQuery(
                                "SELECT count(*) FROM delivery WHERE state = 'pending'")) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException | IOException e) {
            throw new AssertionError(e);
        }
    }

    /// Read from the database itself: the service is stopped.
    private static Map<String, Integer> states(Path folder) throws SQLException, IOException {
        try (var _ = Postgres.start(folder);
                var connection = Postgres.connect(folder);
                var statement = connection.createStatement()) {
            var states = new HashMap<String, Integer>();
            try (var rows =
                    statement.executeQuery("SELECT state, count(*) FROM delivery GROUP BY state")) {
                while (rows.next()) {
                    states.put(rows.getString(1), rows.getInt(2));
                }
            }
            for (var table : List.of("process")) {
                try (var rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
                    rows.next();
                    assertThat(rows.getInt(1)).as(table).isZero();
                }
            }
            return states;
        }
    }
}
