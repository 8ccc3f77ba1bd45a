package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import dev.waybill.testing.Vaults;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Three processes evaluate alerts and send mail, and one is killed while it sends.
class AlertProcessesJourneyTest {

    private static final int PROCESSES = 3;
    private static final int ALERTS = 5;

    private static final Pattern NOTIFICATION = Pattern.compile("notification-([0-9a-f-]{36})");

    private final AtomicBoolean held = new AtomicBoolean();
    private final List<SlowMailServer> mailServers = new ArrayList<>();
    private final List<ServiceProcess> processes = new ArrayList<>();

    /// The mail that was under way is sent again: nobody knows whether it arrived. It has arrived.
    @Test
    void everyMailArrivesOnceAndTheOneThatWasCutOffTwice() throws Exception {
        var database = Postgres.newDatabase();
        try (var receiver = Receiver.start()) {
            start(database);
            try (var api = processes.getFirst().api()) {
                api.post(
                                "/v1/notification_channels",
                                "{\"kind\":\"email\",\"addresses\":[\"ops@platform.example\"]}")
                        .expect(201);
                disableEndpoints(database, api, receiver);
            }
            var victim = Eventually.get(this::holder, index -> index >= 0);
            var cutOff = id(mailServers.get(victim).mails().getLast());
            processes.get(victim).kill();
            endClaims(database, cutOff);

            Eventually.holds(() -> number(database, SENT) == ALERTS);
            // Again, to see that nothing follows.
            execute(database, "UPDATE alert_evaluation SET evaluated_at = NULL");
            Eventually.holds(() -> number(database, EVALUATED) == 1);

            assertThat(number(database, "SELECT count(*) FROM alert")).isEqualTo(ALERTS);
            assertThat(
                            number(
                                    database,
                                    "SELECT count(*) FROM notification WHERE address IS NOT NULL"))
                    .isEqualTo(ALERTS);
            var arrivals = arrivals();
            assertThat(arrivals).hasSize(ALERTS).containsEntry(cutOff, 2);
            arrivals.remove(cutOff);
            assertThat(arrivals.values()).containsOnly(1);
        } finally {
            processes.forEach(ServiceProcess::close);
            for (var server : mailServers) {
                server.close();
            }
            Postgres.drop(database);
        }
    }

    private static final String SENT =
            "SELECT count(*) FROM notification WHERE address IS NOT NULL AND sent_at IS NOT NULL";

    private static final String EVALUATED =
            "SELECT count(*) FROM alert_evaluation WHERE evaluated_at IS NOT NULL";

    /// Each process has its own mail server, which shows which process sends.
    private void start(String database) throws IOException {
        for (int i = 0; i < PROCESSES; i++) {
            var server = SlowMailServer.start(() -> held.compareAndSet(false, true));
            mailServers.add(server);
            processes.add(
                    ServiceProcess.launch(
                            Map.of(
                                    "WAYBILL_ADMIN_KEY",
                                    RunningService.ADMIN_KEY,
                                    "WAYBILL_ENCRYPTION_KEY",
                                    Vaults.KEY,
                                    "WAYBILL_SMTP_URL",
                                    "smtp://127.0.0.1:" + server.port()),
                            "serve",
                            "--dev",
                            "--host=127.0.0.1",
                            "--port=0",
                            "--database=" + database));
        }
        processes.forEach(ServiceProcess::address);
    }

    /// Endpoints answer 410. All alerts fire in one evaluation.
    private static void disableEndpoints(String database, ApiClient api, Receiver receiver)
            throws SQLException {
        execute(database, "UPDATE alert_evaluation SET evaluated_at = now()");
        for (int i = 0; i < ALERTS; i++) {
            api.createEndpoint(receiver.at("/gone-" + i).answers(410).url(), "alerts.gone");
        }
        api.publish("alerts.gone");
        Eventually.holds(() ->
                api.list("/v1/webhook_endpoints").stream()
                        .allMatch(endpoint -> text(endpoint, "state").equals("disabled")));
        execute(database, "UPDATE alert_evaluation SET evaluated_at = NULL");
    }

    /// The process whose mail got no answer, or -1.
    private int holder() {
        for (int i = 0; i < PROCESSES; i++) {
            if (mailServers.get(i).isHolding()) {
                return i;
            }
        }
        return -1;
    }

    /// As if the two minutes of a claim had gone by, for the process that was killed.
    private static void endClaims(String database, String notificationId) throws SQLException {
        execute(
                database,
                """
                UPDATE notification
                   SET claimed_until = now()
                 WHERE sent_at IS NULL
                   AND claimed_until = (SELECT claimed_until
                                          FROM notification
                                         WHERE id = '%s')
                """
                        .formatted(notificationId));
    }

    /// How often the mail of each notification arrived.
    private Map<String, Integer> arrivals() {
        var arrivals = new TreeMap<String, Integer>();
        for (var server : mailServers) {
            server.mails().forEach(mail -> arrivals.merge(id(mail), 1, Integer::sum));
        }
        return arrivals;
    }

    private static String id(String mail) {
        var found = NOTIFICATION.matcher(mail);
        assertThat(found.find()).as(mail).isTrue();
        return found.group(1);
    }

    private static void execute(String database, String sql) throws SQLException {
        try (var connection = Postgres.connect(database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(String database, String sql) {
        try (var connection = Postgres.connect(database);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
