package dev.waybill.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.FeatureJobs;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.capture.CaptureResult;
import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.dispatch.Bounds;
import dev.waybill.engine.dispatch.TimerAlarm;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.feature.redelivery.Redeliver;
import dev.waybill.infra.db.DatabaseClock;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.infra.schedule.Countdown;
import dev.waybill.infra.schedule.Sleeper;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import dev.waybill.testing.Vaults;
import dev.waybill.web.health.Health;
import dev.waybill.web.health.Health.Reason;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The engine with all of its threads, from before its start to its end.
class EngineLifecycleTest {

    /// The longest time for a stop; with the fault that these tests are about it takes several
    /// times as long.
    private static final Duration STOP_MAX = Duration.ofSeconds(30);

    private final TestDatabase db = TestDatabase.create();
    private final Fixtures fixtures = new Fixtures(db, new ManualClock());
    private final AtomicLong skippedNanos = new AtomicLong();
    private final CountDownLatch answering = new CountDownLatch(1);
    private final CountDownLatch sent = new CountDownLatch(1);
    private final Engine engine = engine();

    @AfterEach
    void drop() {
        answering.countDown();
        db.close();
    }

    private Engine engine() {
        var clock = new DatabaseClock(InstantSource.system().instant(), System::nanoTime);
        var ids = new Ids(clock, new SplittableRandom(1));
        var made =
                new Engine(
                        db.database(),
                        clock,
                        ids,
                        Fixtures.trail("webhook_endpoint", db.database(), clock, ids),
                        new Outbound(
                                new Composer("test"),
                                new EndpointSecrets(Vaults.VAULT),
                                (_, _, _) -> {
                                    sent.countDown();
                                    awaitAnswering();
                                    return Answer.only(new Outcome.Accepted(200));
                                }),
                        new Environment(
                                () -> System.nanoTime() + skippedNanos.get(),
                                InstantSource.system(),
                                () -> 0.5,
                                attempt -> Thread.ofVirtual().start(attempt),
                                new TimerAlarm(),
                                Sleeper.REAL,
                                2,
                                Bounds.of(1L << 31),
                                Duration.ofMillis(200),
                                MetricLimits.DEFAULT));
        var redeliver = new Redeliver(made.routes(), made.tally(), clock, ids);
        FeatureJobs.register(made, db.database(), redeliver, clock);
        return made;
    }

    private void awaitAnswering() {
        try {
            answering.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<String> unready() {
        return new Health(engine.readiness()).reasons().stream().map(Reason::name).toList();
    }

    private void stop() {
        var time = Countdown.of(STOP_MAX);
        engine.quiesce(time);
        engine.stop(time);
        assertThat(time.left()).isPositive();
    }

    private static Publication publication() {
        return new Publication(
                Apps.DEFAULT,
                Mode.LIVE,
                null,
                "invoice.paid",
                "{}".getBytes(UTF_8),
                null,
                null,
                null,
                null,
                List.of(),
                null,
                null);
    }

    @Test
    void whatIsPublishedBeforeTheStartIsRefusedInTime() throws Exception {
        var results = new CompletableFuture<List<CaptureResult>>();
        engine.watch();

        engine.capture().publish(List.of(publication()), results::complete);
        skippedNanos.addAndGet(Duration.ofSeconds(5).toNanos());

        // Sooner than by a clock that was not skipped.
        assertThat(results.get(4, TimeUnit.SECONDS))
                .allMatch(CaptureResult.Unconfirmed.class::isInstance);
        assertThat(unready()).containsExactly("engine");
    }

    @Test
    void itIsReadyWhileItsLifeCoversAttempts() throws SQLException {
        engine.watch();
        engine.start(false);
        assertThat(unready()).isEmpty();
        assertThat(new Health(List.of(engine.liveness())).reasons()).isEmpty();

        // Suspended: the next heartbeat is up to five seconds away.
        skippedNanos.addAndGet(Duration.ofSeconds(50).toNanos());
        assertThat(unready()).contains("lease");

        Eventually.holds(() -> unready().isEmpty());
        stop();
    }

    /// With 3,000 changes to notify of, a pass of 100 was under way when the writers had stopped
    /// already, and each waited 4.5 s for them.
    @Test
    void stoppingDoesNotWaitUntilEverythingIsTold() throws SQLException {
        var endpoint = fixtures.endpoint();
        db.execute(
                """
                INSERT INTO endpoint_state_change
                       (id, endpoint_id, at, from_state, to_state, reason, actor)
                SELECT gen_random_uuid(), ?, now(), 'active', 'paused', 'test', 'test'
                  FROM generate_series(1, 3000)
                """,
                endpoint.id());
        engine.watch();
        engine.start(false);
        Eventually.holds(() -> told() > 0);

        stop();

        assertThat(told()).isLessThan(3_000);
        assertThat(db.number("SELECT count(*) FROM process")).isZero();
    }

    private long told() {
        return db.number(
                "SELECT count(*) FROM endpoint_state_change WHERE notified_at IS NOT NULL");
    }

    @Test
    void whatIsCapturedWhileItStopsIsLeftToOthersAndWhatIsUnderWayIsRecorded() throws Exception {
        var endpoint = fixtures.endpoint();
        engine.watch();
        engine.start(false);
        assertThat(engine.routes().current().endpoint(endpoint.id())).isNotNull();
        captured();
        assertThat(sent.await(1, TimeUnit.MINUTES)).isTrue();

        var time = Countdown.of(STOP_MAX);
        engine.quiesce(time);
        captured();
        assertThat(states()).containsExactly("in_flight 1", "pending 1");
        answering.countDown();
        engine.stop(time);

        assertThat(states()).containsExactly("delivered 1", "pending 1");
        assertThat(db.number("SELECT count(*) FROM process")).isZero();
    }

    private void captured() throws InterruptedException {
        assertThat(engine.capture().publish(List.of(publication())))
                .allMatch(CaptureResult.Captured.class::isInstance);
    }

    private List<String> states() {
        return db.rows("SELECT state, count(*) FROM delivery GROUP BY state ORDER BY state");
    }
}
