package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.infra.postgres.EmbeddedPostgres;
import dev.waybill.journey.ApiClient.Answer;
import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// PostgreSQL goes away and comes back. Producers get a correct answer in time, and nothing that
/// was acknowledged, before or after, is lost or sent twice.
class PostgresAwayJourneyTest {

    /// The promise is 5 s; the rest is for a loaded machine to pass the answer on.
    private static final Duration ANSWER_MAX = Duration.ofSeconds(25);

    /// A scrape takes milliseconds; a connection that cannot be had takes 2 s.
    private static final Duration METRICS_MAX = Duration.ofSeconds(2);

    private Path folder;
    private EmbeddedPostgres postgres;
    private Cable cable;
    private RunningService service;
    private Receiver receiver;
    private ApiClient api;

    @BeforeEach
    void start() throws IOException, SQLException {
        folder = Postgres.newFolder();
        postgres = Postgres.start(folder);
        cable = Cable.to(postgres.address().port());
        service = RunningService.on(Postgres.urlThrough(cable, postgres), true);
        receiver = Receiver.start();
        api = service.api();
    }

    @AfterEach
    void stop() throws IOException {
        receiver.close();
        service.close();
        cable.close();
        postgres.close();
    }

    @Test
    void killedAndStartedAgain() throws IOException {
        var answered = new CountDownLatch(1);
        var slow =
                receiver.at("/slow")
                        .answers(_ -> {
                            answered.await();
                            return Receiver.Answer.of(200);
                        });
        api.createEndpoint(slow.url(), "away.slow");
        api.createEndpoint(receiver.at("/quick").url(), "away.quick");
        var acknowledged = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            acknowledged.add(publish("slow", "before-" + i).expect(202).id());
            slow.next();
        }

        killPostgres();
        var refused = publish("quick", "during");
        var metrics = timed(() -> api.get("/metrics"));
        answered.countDown();
        postgres = Postgres.start(folder);
        cable.leadTo(postgres.address().port());

        assertUnavailable(refused);
        assertMetrics(metrics);
        // Same id again: whether the first one was stored or not, it is stored once.
        acknowledged.add(untilAcknowledged("during"));
        acknowledged.add(untilAcknowledged("after"));
        assertDeliveredOnce(acknowledged);
        assertThat(slow.count()).isEqualTo(5);
        assertThat(receiver.at("/quick").count()).isEqualTo(2);
    }

    @Test
    void silentForAWhile() {
        var inbox = receiver.at("/quick");
        api.createEndpoint(inbox.url(), "away.quick");
        var acknowledged = new ArrayList<String>();
        acknowledged.add(publish("quick", "before").expect(202).id());
        api.awaitDelivery("before", "delivered");

        cable.stall();
        var refused = publish("quick", "during");
        var health = untilUnready();
        var metrics = timed(() -> api.get("/metrics"));
        cable.forward();

        assertUnavailable(refused);
        assertUnavailable(health);
        assertMetrics(metrics);
        assertThat(text(health.answer().json().get("reasons").get(0), "name"))
                .isEqualTo("database");
        acknowledged.add(untilAcknowledged("during"));
        acknowledged.add(untilAcknowledged("after"));
        assertDeliveredOnce(acknowledged);
        assertThat(inbox.count()).isEqualTo(3);
    }

    @Test
    void aBatchIsRefusedAsAWholeAndStoredAsAWholeLater() throws IOException {
        api.createEndpoint(receiver.at("/quick").url(), "away.quick");
        var body =
                """
                [{"type":"away.quick","data":1,"id":"b-1"},{"type":"bad type","data":2},
                 {"type":"away.quick","data":3,"id":"b-3"}]
                """;

        killPostgres();
        var refused = timed(() -> api.post("/v1/events/batch", body));
        var read = timed(() -> api.get("/v1/events"));
        var health = untilUnready();
        var alive = api.get("/health/live");
        postgres = Postgres.start(folder);
        cable.leadTo(postgres.address().port());

        assertUnavailable(refused);
        assertUnavailable(read);
        assertUnavailable(health);
        alive.expect(200);
        Eventually.get(() -> api.post("/v1/events/batch", body), answer -> answer.status() == 200);
        assertDeliveredOnce(List.of("b-1", "b-3"));
    }

    private record Timed(Answer answer, Duration took) {

        Timed expect(int status) {
            answer.expect(status);
            return this;
        }

        String id() {
            return text(answer.json(), "id");
        }
    }

    private interface Call {
        Answer make();
    }

    private static Timed timed(Call call) {
        long start = System.nanoTime();
        var answer = call.make();
        return new Timed(answer, Duration.ofNanos(System.nanoTime() - start));
    }

    private Timed publish(String kind, String id) {
        var body = "{\"id\":\"%s\",\"type\":\"away.%s\",\"data\":1}".formatted(id, kind);
        return timed(() -> api.post("/v1/events", body));
    }

    private String untilAcknowledged(String id) {
        return Eventually.get(
                        () -> publish("quick", id),
                        timed -> List.of(200, 202).contains(timed.answer().status()))
                .id();
    }

    /// The database's part of readiness may be some seconds old.
    private Timed untilUnready() {
        return Eventually.get(
                () -> timed(() -> api.get("/health/ready")),
                timed -> timed.answer().status() == 503);
    }

    private static void assertUnavailable(Timed timed) {
        timed.expect(503);
        assertThat(timed.took()).isLessThan(ANSWER_MAX);
        assertThat(timed.answer().header("Retry-After")).matches("[1-9]\\d*");
        assertThat(timed.answer().header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(text(timed.answer().json(), "type"))
                .isEqualTo("urn:waybill:problem:unavailable");
    }

    /// With what the process knows itself, and without waiting for a connection.
    private static void assertMetrics(Timed metrics) {
        metrics.expect(200);
        assertThat(metrics.took()).isLessThan(METRICS_MAX);
        assertThat(metrics.answer().text())
                .contains("waybill_events_captured_total", "waybill_database_figures_age_seconds");
    }

    private void assertDeliveredOnce(List<String> eventIds) {
        for (var id : eventIds) {
            // Connections of before may each cost one honest 503 more.
            Eventually.get(() -> api.get("/v1/events/" + id), answer -> answer.status() == 200);
            var delivery = api.awaitDelivery(id, "delivered");
            assertThat(delivery.get("attempts").intValue()).as(id).isEqualTo(1);
        }
    }

    /// Also keeps it away, which is what its keeper would prevent.
    private void killPostgres() {
        var process = ProcessHandle.of(postgres.pid()).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
        postgres.close();
    }
}
