package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.infra.postgres.EmbeddedPostgres;
import dev.waybill.infra.postgres.Privilege;
import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two services on a primary and its replica. The replica is promoted without the primary's last
/// transactions, and the services are not restarted.
class FailoverJourneyTest {

    private static final int EVENTS = 5;

    /// Work without a notification is found by rounds, up to a minute apart on a busy machine.
    private static final Duration FOUND_MAX = Duration.ofSeconds(150);

    private static final String IN_FLIGHT =
            "SELECT count(*) FROM delivery WHERE state = 'in_flight'";

    private static final String OWNERS = "SELECT count(*) FROM endpoint_owner";

    private static final String WAITING_FOR_ONE =
            """
            SELECT count(*)
              FROM delivery JOIN event ON event.id = event_id
             WHERE type = 'order.alone' AND state <> 'delivered'
            """;

    private static final String STATES_OF_SLOW =
            """
            SELECT string_agg(DISTINCT state, ' ')
              FROM delivery JOIN event ON event.id = event_id
             WHERE type = 'order.slow'
            """;

    private Path replicaFolder;
    private EmbeddedPostgres primary;
    private EmbeddedPostgres replica;
    private Receiver receiver;
    private List<RunningService> services;
    private ApiClient first;
    private ApiClient second;

    @BeforeEach
    void start() throws IOException, SQLException {
        // Copies of one database, so the second can follow the first from its beginning.
        var primaryFolder = Postgres.newFolder(Privilege.SUPERUSER);
        replicaFolder = Postgres.newFolder(Privilege.SUPERUSER);
        primary = Postgres.start(primaryFolder, Privilege.SUPERUSER);
        follow(primary, replicaFolder);
        replica = Postgres.start(replicaFolder, Privilege.SUPERUSER);
        var port = ":" + primary.address().port();
        var url =
                Postgres.url(primary, "waybill")
                        .replace(port, port + ",127.0.0.1:" + replica.address().port());
        services = List.of(RunningService.on(url, true), RunningService.on(url, true));
        first = services.getFirst().api();
        second = services.getLast().api();
        receiver = Receiver.start();
    }

    @AfterEach
    void stop() {
        receiver.close();
        services.forEach(RunningService::close);
        primary.close();
        replica.close();
    }

    @Test
    void everythingIsAsTheNewPrimaryKnowsIt() throws Exception {
        var kept = receiver.at("/kept");
        var lost = receiver.at("/lost");
        var keptEndpoint = text(first.createEndpoint(kept.url(), "order.made"), "id");
        var before = first.publish("order.made");
        first.awaitDelivery(before, "delivered");
        Eventually.holds(() -> onReplica("SELECT count(*) FROM attempt").equals("1"));
        cutOffReplica();

        // The changes that will be lost, which both services know.
        first.createEndpoint(lost.url(), "order.made");
        first.delete("/v1/webhook_endpoints/" + keptEndpoint).expect(204);
        var lostKey = text(first.createKey("viewer"), "key");
        var lostEvent = first.publish("order.made");
        first.awaitDelivery(lostEvent, "delivered");
        Eventually.holds(() -> second.with(lostKey).get("/v1/events").status() == 200);
        var cursor =
                Eventually.get(
                        () -> first.get("/v1/events?limit=50").expect(200).json(),
                        page -> page.toString().contains(lostEvent));

        primary.close();
        onReplica("SELECT pg_promote()");
        var acknowledged = new ArrayList<String>();
        for (int i = 0; i < EVENTS; i++) {
            acknowledged.add(untilAcknowledged(first, "order.made"));
            acknowledged.add(untilAcknowledged(second, "order.made"));
        }

        for (var id : acknowledged) {
            var delivery =
                    Eventually.get(
                            () -> first.get("/v1/events/" + id), answer -> answer.status() == 200);
            assertThat(delivery.json().get("deliveries")).as(id).hasSize(1);
            first.awaitDelivery(id, "delivered");
        }
        assertThat(kept.count()).isEqualTo(1 + acknowledged.size());
        assertThat(lost.count()).isOne();
        for (var api : List.of(first, second)) {
            Eventually.holds(() -> api.with(lostKey).get("/v1/events").status() == 401);
            Eventually.holds(() -> since(api, text(cursor, "next_cursor")).equals(acknowledged));
        }
    }

    /// A process loses everything that it claimed by transactions that are lost: the result of a
    /// delivery under its lease, and the ownership of an endpoint.
    @Test
    void nobodyOwnsWhatTheNewPrimaryDoesNotKnow() throws Exception {
        var gate = new CountDownLatch(1);
        var slow =
                receiver.at("/slow")
                        .answers(_ -> {
                            gate.await();
                            return Receiver.Answer.of(200);
                        });
        first.createEndpoint(slow.url(), "order.slow");
        var alone = receiver.at("/alone");
        var one = ApiClient.JSON.createObjectNode().put("url", alone.url()).put("max_in_flight", 1);
        one.putArray("event_types").add("order.alone");
        first.createEndpoint(one);
        var leased = first.publish("order.slow");
        slow.next();
        Eventually.holds(() -> onReplica(IN_FLIGHT).equals("1"));
        cutOffReplica();

        gate.countDown();
        first.awaitDelivery(leased, "delivered");
        first.awaitDelivery(first.publish("order.alone"), "delivered");
        assertThat(onReplica(OWNERS)).isEqualTo("0");
        primary.close();
        onReplica("SELECT pg_promote()");

        Eventually.get(FOUND_MAX, () -> mostAtOnce(alone), most -> most == 1);
        assertThat(onReplica(OWNERS)).isEqualTo("1");
        Eventually.get(
                FOUND_MAX, () -> onReplica(STATES_OF_SLOW), states -> states.equals("delivered"));
        assertThat(slow.count()).isEqualTo(2);
    }

    /// How many requests are under way at once when both services have several to send. Each waits
    /// a while for another: there is one if both take the endpoint for their own.
    private int mostAtOnce(Receiver.Inbox alone) {
        var underWay = new AtomicInteger();
        var most = new AtomicInteger();
        var another = new CountDownLatch(1);
        alone.answers(_ -> {
            int now = underWay.incrementAndGet();
            most.accumulateAndGet(now, Math::max);
            if (now > 1) {
                another.countDown();
            }
            boolean _ = another.await(500, TimeUnit.MILLISECONDS);
            underWay.decrementAndGet();
            return Receiver.Answer.of(200);
        });
        for (int i = 0; i < EVENTS; i++) {
            untilAcknowledged(first, "order.alone");
            untilAcknowledged(second, "order.alone");
        }
        Eventually.get(FOUND_MAX, () -> onReplica(WAITING_FOR_ONE), "0"::equals);
        return most.get();
    }

    private void cutOffReplica() {
        onReplica("ALTER SYSTEM SET primary_conninfo = ''");
        onReplica("SELECT pg_reload_conf()");
        Eventually.holds(() -> onReplica("SELECT count(*) FROM pg_stat_wal_receiver").equals("0"));
    }

    private static List<String> since(ApiClient api, String cursor) {
        var page = api.get("/v1/events?limit=50&since=" + cursor);
        return page.status() == 200
                ? ApiClient.texts(ApiClient.rows(page.json()), "id")
                : List.of();
    }

    private static String untilAcknowledged(ApiClient api, String type) {
        var body = "{\"type\":\"%s\",\"data\":1}".formatted(type);
        var answer =
                Eventually.get(
                        () -> api.post("/v1/events", body), published -> published.status() == 202);
        return text(answer.json(), "id");
    }

    private static void follow(EmbeddedPostgres leader, Path folder) throws IOException {
        var address = leader.address();
        var data = folder.resolve("data");
        Files.createFile(data.resolve("standby.signal"));
        Files.writeString(
                data.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=%s port=%d user=%s password=%s'%n"
                        .formatted(
                                address.host(), address.port(), address.user(), address.password()),
                StandardOpenOption.APPEND);
    }

    private String onReplica(String sql) {
        try (var connection = Postgres.connect(replicaFolder);
                var statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (var rows = statement.getResultSet()) {
                return rows.next() ? rows.getString(1) : "";
            }
        } catch (SQLException | IOException e) {
            throw new AssertionError(e);
        }
    }
}
