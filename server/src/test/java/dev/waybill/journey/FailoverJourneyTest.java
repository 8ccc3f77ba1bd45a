package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.postgres.EmbeddedPostgres;
import dev.waybill.postgres.Privilege;
import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two services on a primary and its replica. The replica is promoted without the primary's last
/// transactions, and nobody restarts a service.
class FailoverJourneyTest {

    private static final int EVENTS = 5;

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
        onReplica("ALTER SYSTEM SET primary_conninfo = ''");
        onReplica("SELECT pg_reload_conf()");
        Eventually.holds(() -> onReplica("SELECT count(*) FROM pg_stat_wal_receiver").equals("0"));

        // What will be lost, as far as both services know it.
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
            acknowledged.add(untilAcknowledged(first));
            acknowledged.add(untilAcknowledged(second));
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

    private static List<String> since(ApiClient api, String cursor) {
        var page = api.get("/v1/events?limit=50&since=" + cursor);
        return page.status() == 200
                ? ApiClient.texts(ApiClient.rows(page.json()), "id")
                : List.of();
    }

    private static String untilAcknowledged(ApiClient api) {
        var answer =
                Eventually.get(
                        () -> api.post("/v1/events", "{\"type\":\"order.made\",\"data\":1}"),
                        published -> published.status() == 202);
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
