package dev.waybill.engine.dispatch;

import static dev.waybill.testing.Behaviour.hang;
import static dev.waybill.testing.Behaviour.respond;
import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.capture.Capture;
import dev.waybill.engine.capture.CaptureResult.Captured;
import dev.waybill.engine.capture.CaptureWriter;
import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.deliver.client.PinnedSender;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.PortPolicy;
import dev.waybill.engine.deliver.egress.SystemResolver;
import dev.waybill.engine.stats.Tally;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.ScriptedEndpoint;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Never late: from the capture to the last attempt, over real sockets, by a clock that is set.
class ExpiryTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final SystemResolver RESOLVER = new SystemResolver();
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final PinnedSender sender =
            new PinnedSender(
                    new EgressGuard(true, PortPolicy.DEFAULT, List.of(), RESOLVER), clock, null);
    private final RandomGenerator dice = new SplittableRandom(7);
    private final Worker worker = new Worker(DB, clock, 1, sender, dice::nextDouble);
    private Capture capture;

    @BeforeEach
    void wire() {
        var ids = new Ids(clock, new SplittableRandom(2));
        var writer =
                new CaptureWriter(
                        DB.database(),
                        worker.routes,
                        worker.leases,
                        worker.dispatcher,
                        new Tally(clock),
                        clock,
                        ids);
        capture = new Capture(writer, worker.routes, ids, System::nanoTime);
    }

    @AfterEach
    void clear() throws Exception {
        sender.close();
        DB.clear();
    }

    @AfterAll
    static void drop() {
        RESOLVER.close();
        DB.close();
    }

    @Test
    void aMinuteToLiveIsTwoAttemptsFifteenSecondsApart() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(503))) {
            fixtures.endpointAt(endpoint.url());
            publish(NOON.plusSeconds(60));
            endpoint.take();
            worker.settle(1);
            assertThat(state()).isEqualTo("pending");
            var next = nextAttempt();
            // The first attempt took its few milliseconds.
            assertThat(next).isBetween(NOON.plusSeconds(15), NOON.plusSeconds(17));

            clock.set(next.minusMillis(1));
            assertThat(worker.claimer.runOnce().claimed()).isZero();
            clock.set(next);
            assertThat(worker.claimer.runOnce().claimed()).isOne();
            endpoint.take();
            worker.settle(1);

            assertThat(state()).isEqualTo("failed/exhausted");
            assertNothingMore(endpoint);
            assertThat(DB.number("SELECT count(*) FROM attempt")).isEqualTo(2);
        }
    }

    @Test
    void eightSecondsToLivePullTheLastAttemptIn() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(503))) {
            fixtures.endpointAt(endpoint.url());
            publish(NOON.plusSeconds(8));
            endpoint.take();
            worker.settle(1);
            var next = nextAttempt();
            // Half of the time that the first attempt left, however long that took.
            assertThat(next).isBetween(NOON.plusSeconds(4), NOON.plusSeconds(8));

            clock.set(next);
            assertThat(worker.claimer.runOnce().claimed()).isOne();
            endpoint.take();
            worker.settle(1);

            assertThat(state()).isEqualTo("failed/exhausted");
            assertNothingMore(endpoint);
        }
    }

    @Test
    void anAttemptIsCutAtTheExpiry() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(hang())) {
            fixtures.endpointAt(endpoint.url());
            publish(NOON.plusSeconds(3));
            endpoint.take();
            worker.settle(1);

            assertThat(state()).isEqualTo("expired/ttl");
            assertThat(DB.rows("SELECT fault FROM attempt")).containsExactly("expiry");
            assertThat(DB.number("SELECT max(duration_ms) FROM attempt")).isGreaterThan(2_900L);
            assertNothingMore(endpoint);
        }
    }

    @Test
    void whatWaitedTooLongIsNotAttempted() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(503))) {
            fixtures.endpointAt(endpoint.url());
            publish(NOON.plusSeconds(60));
            endpoint.take();
            worker.settle(1);

            clock.set(NOON.plusSeconds(60));
            assertThat(worker.claimer.runOnce().claimed()).isOne();
            worker.settle(1);

            assertThat(state()).isEqualTo("expired/ttl");
            assertThat(DB.number("SELECT count(*) FROM attempt")).isOne();
            assertNothingMore(endpoint);
        }
    }

    /// Deliveries that failed together are not retried together: after a minute, and up to 24
    /// seconds more.
    @Test
    void aThousandThatFailTogetherAreSpreadOut() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(503))) {
            for (int i = 0; i < 200; i++) {
                fixtures.endpointAt(endpoint.url());
            }
            for (int i = 0; i < 5; i++) {
                publish(null);
                worker.settle(200);
            }

            var buckets = new HashMap<Long, Integer>();
            for (var time : DB.rows("SELECT extract(epoch FROM next_attempt_at) FROM delivery")) {
                buckets.merge((long) Double.parseDouble(time), 1, Integer::sum);
            }
            assertThat(buckets.values().stream().mapToInt(n -> n).sum()).isEqualTo(1_000);
            assertThat(Collections.max(buckets.values())).isLessThanOrEqualTo(80);
            assertThat(Collections.min(buckets.keySet()))
                    .isGreaterThanOrEqualTo(NOON.plusSeconds(60).getEpochSecond());
        }
    }

    private void assertNothingMore(ScriptedEndpoint endpoint) throws Exception {
        clock.advance(Duration.ofDays(5));
        worker.live();
        assertThat(worker.claimer.runOnce().claimed()).isZero();
        assertThat(endpoint.waiting()).isZero();
    }

    private void publish(@Nullable Instant expiresAt) throws Exception {
        worker.routes.refresh();
        var publication =
                new Publication(
                        Apps.DEFAULT,
                        Mode.LIVE,
                        null,
                        "invoice.paid",
                        "{}".getBytes(UTF_8),
                        null,
                        expiresAt,
                        null,
                        null,
                        List.of(),
                        null,
                        null);
        var pass = new FutureTask<>(() -> capture.runOnce(PATIENCE));
        Thread.ofVirtual().start(pass);
        assertThat(capture.publish(List.of(publication))).hasOnlyElementsOfType(Captured.class);
        assertThat(pass).succeedsWithin(PATIENCE);
    }

    private static String state() {
        return DB.rows("SELECT concat_ws('/', state, reason) FROM delivery").getFirst();
    }

    private static Instant nextAttempt() {
        return Instant.ofEpochMilli(
                DB.number("SELECT ceil(extract(epoch FROM next_attempt_at) * 1000) FROM delivery"));
    }
}
