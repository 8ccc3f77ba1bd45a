package dev.waybill.engine.dispatch;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.endpoint.Pace;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.LogLines;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How fast a process sends to one endpoint: limits, hold-off, breaker and ramp, by a clock that
/// the tests move.
class PacedDispatchTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aRateLimitSpreadsWhatWaits() throws Exception {
        var endpoint = limited(2);
        insert(endpoint, 4);
        var worker = worker();

        worker.claimer.runOnce();
        worker.settle(1);
        for (int half = 1; half <= 3; half++) {
            clock.set(NOON.plusMillis(500L * half - 1));
            worker.alarm.ring();
            assertThat(worker.sender.sent()).hasSize(half);
            clock.set(NOON.plusMillis(500L * half));
            worker.alarm.ring();
            worker.settle(1);
        }

        assertThat(worker.sender.sent()).hasSize(4);
    }

    @Test
    void noMoreIsClaimedThanTheRateLetsThroughSoon() throws Exception {
        insert(limited(1), 50);
        var worker = worker();

        assertThat(worker.claimer.runOnce().claimed()).isEqualTo(10);
        worker.settle(1);
    }

    @Test
    void retryAfterHoldsOffTheWholeLane() throws Exception {
        var endpoint = fixtures.endpointThatTakes(1);
        insert(endpoint, 3);
        var worker = worker();
        worker.sender.answer(new Refused(429, Duration.ofSeconds(3)));

        worker.claimer.runOnce();
        worker.settle(1);
        worker.sender.answer(new Outcome.Accepted(200));
        clock.set(NOON.plusMillis(2_999));
        worker.alarm.ring();
        worker.claimer.runOnce();
        assertThat(worker.sender.sent()).hasSize(1);
        clock.set(NOON.plusSeconds(3));
        worker.alarm.ring();
        worker.settle(2);

        assertThat(DB.rows("SELECT state, attempts FROM delivery ORDER BY state"))
                .containsExactly("delivered 1", "delivered 1", "pending 1");
    }

    @Test
    void whatWouldWaitForLongGoesBackAndUsesUpNoAttempt() throws Exception {
        var endpoint = fixtures.endpointThatTakes(1);
        insert(endpoint, 3);
        var worker = worker();
        worker.sender.answer(new Refused(503, Duration.ofDays(3_650)));

        worker.claimer.runOnce();
        worker.settle(3);

        assertThat(DB.rows("SELECT state, attempts FROM delivery ORDER BY attempts"))
                .containsExactly("pending 0", "pending 0", "pending 1");
        clock.set(NOON.plus(Duration.ofMinutes(59)).plusSeconds(58));
        worker.live();
        assertThat(worker.claimer.runOnce().claimed()).isZero();
        clock.set(NOON.plus(Duration.ofHours(1)));
        worker.live();
        assertThat(worker.claimer.runOnce().claimed()).as("an hour at most").isPositive();
        worker.settle(2);
    }

    @Test
    void tenFailuresParkTheEndpointAndOneProbeIsMadeEveryHalfMinute() throws Exception {
        var worker = parked(fixtures.endpointThatTakes(1), 13);

        assertThat(worker.sender.sent()).hasSize(10);
        assertThat(
                        DB.rows(
                                """
                                SELECT state, attempts, count(*)
                                  FROM delivery
                                 GROUP BY 1, 2
                                 ORDER BY 2
                                """))
                .containsExactly("pending 0 3", "pending 1 10");

        assertThat(worker.claimer.runOnce().claimed()).isZero();
        for (int probe = 1; probe <= 2; probe++) {
            clock.advance(Duration.ofSeconds(30));
            worker.live();
            assertThat(worker.claimer.runOnce().claimed()).isOne();
            worker.settle(1);
            assertThat(worker.claimer.runOnce().claimed()).isZero();
        }
        assertThat(worker.sender.sent()).hasSize(12);
    }

    /// Its secret cannot be opened, and a hundred thousand may be waiting for it.
    @Test
    void anEndpointWithTroubleOfOursIsParkedAtTheFirst() throws Exception {
        var endpoint = fixtures.endpointThatTakes(1);
        insert(endpoint, 20);
        var brief = fixtures.delivery().to(endpoint).insert();
        DB.execute("UPDATE delivery SET retry_policy = 'brief' WHERE id = ?", brief);
        DB.execute("UPDATE endpoint SET secret_sealed = '\\x00' WHERE id = ?", endpoint.id());
        var worker = worker();
        try (var log = LogLines.of(AttemptErrorLog.class)) {
            worker.claimer.runOnce();
            worker.settle(21);
            assertThat(log.lines()).hasSize(1);
            assertThat(worker.claimer.runOnce().claimed()).as("urgent or not").isZero();

            for (int probe = 1; probe <= 2; probe++) {
                clock.advance(Pace.TROUBLE_PAUSE);
                worker.live();
                int claimed = worker.claimer.runOnce().claimed();
                assertThat(claimed).as("one to see, and what goes stale").isBetween(1, 2);
                worker.settle(claimed);
                assertThat(log.lines()).as("a line a minute").hasSize(probe);
            }
        }
        assertThat(worker.sender.sent()).isEmpty();
    }

    @Test
    void whatGoesStaleSoonPassesTheBreakerBy() throws Exception {
        var endpoint = fixtures.endpointThatTakes(1);
        var worker = parked(endpoint, 20);
        var brief = fixtures.delivery().to(endpoint).insert();
        DB.execute("UPDATE delivery SET retry_policy = 'brief' WHERE id = ?", brief);

        assertThat(worker.claimer.runOnce().claimed()).isOne();
        worker.settle(1);

        assertThat(worker.sender.sent().getLast().header("waybill-delivery"))
                .isEqualTo(IdKind.DELIVERY.format(brief));
    }

    @Test
    void aProbeThatSucceedsOpensTheLaneIntoARamp() throws Exception {
        var worker = parked(fixtures.endpointThatTakes(32), 100);
        worker.sender.answer(new Outcome.Accepted(200));
        int before = worker.sender.sent().size();

        clock.advance(Duration.ofSeconds(30));
        worker.live();
        worker.claimer.runOnce();
        worker.settle(1);
        worker.claimer.runOnce();
        worker.settle(1);
        for (int i = 1; i <= 5; i++) {
            clock.advance(Duration.ofMillis(200));
            worker.alarm.ring();
            worker.settle(1);
        }

        assertThat(worker.sender.sent()).hasSize(before + 7);
    }

    @Test
    void aResumedEndpointIsSentWhatPiledUpByARamp() throws Exception {
        var endpoint = fixtures.endpoint();
        var worker = worker();
        fixtures.actor(endpoint, EndpointAction.PAUSE);
        insert(endpoint, 20);
        clock.advance(Duration.ofSeconds(10));
        fixtures.actor(endpoint, EndpointAction.RESUME);
        worker.routes.refresh();

        worker.claimer.runOnce();
        worker.settle(1);
        clock.advance(Duration.ofMillis(199));
        worker.alarm.ring();
        assertThat(worker.sender.sent()).hasSize(1);
        clock.advance(Duration.ofMillis(1));
        worker.alarm.ring();
        worker.settle(1);

        assertThat(worker.sender.sent()).hasSize(2);
    }

    @Test
    void anEndpointThatIsWellIsNotHeldBack() throws Exception {
        insert(fixtures.endpoint(), 100);
        var worker = worker();

        worker.claimer.runOnce();
        worker.settle(100);

        assertThat(worker.sender.sent()).hasSize(100);
    }

    /// Deliveries in memory of a resting lane are not forgotten.
    @Test
    void whatRestsWhenItsEndpointIsPausedGoesBack() throws Exception {
        var endpoint = limited(1);
        insert(endpoint, 5);
        var worker = worker();
        worker.claimer.runOnce();
        worker.settle(1);

        fixtures.actor(endpoint, EndpointAction.PAUSE);
        worker.routes.refresh();
        clock.advance(Duration.ofSeconds(1));
        worker.alarm.ring();
        worker.settle(4);

        assertThat(DB.rows("SELECT state, count(*) FROM delivery GROUP BY 1 ORDER BY 1"))
                .containsExactly("delivered 1", "pending 4");
        assertThat(worker.sender.sent()).hasSize(1);
    }

    /// A rate is kept by one process, or it would be the sum of all.
    @Test
    void anEndpointWithALimitIsServedByOneProcess() throws Exception {
        insert(limited(2), 10);
        var one = new Worker(DB, clock, 1);
        var other = new Worker(DB, clock, 2);

        assertThat(one.claimer.runOnce().claimed()).isPositive();
        assertThat(other.claimer.runOnce().claimed()).isZero();
        one.settle(1);

        assertThat(other.sender.sent()).isEmpty();
    }

    @Test
    void anotherTakesOverFromADeadProcess() throws Exception {
        var endpoint = limited(2);
        insert(endpoint, 1);
        var one = new Worker(DB, clock, 1);
        one.claimer.runOnce();
        one.settle(1);
        insert(endpoint, 1);
        var other = new Worker(DB, clock, 2);
        assertThat(other.claimer.runOnce().claimed()).isZero();

        DB.execute("DELETE FROM process WHERE id = ?", one.leases.life().processId());

        assertThat(other.claimer.runOnce().claimed()).isOne();
        other.settle(1);
    }

    /// A worker that has found out that the endpoint does not answer.
    private Worker parked(Endpoint endpoint, int deliveries) throws Exception {
        insert(endpoint, deliveries);
        var worker = worker();
        worker.sender.answer(new Unanswered(Fault.CONNECT_REFUSED));
        worker.claimer.runOnce();
        worker.settle(deliveries);
        Eventually.holds(() -> DB.number("SELECT count(*) FROM lease") <= 1);
        return worker;
    }

    private Endpoint limited(double perSecond) {
        var endpoint = fixtures.endpoint();
        DB.execute(
                """
                UPDATE endpoint
                   SET rate_limit = ?
                 WHERE id = ?
                """,
                perSecond,
                endpoint.id());
        return endpoint;
    }

    private void insert(Endpoint endpoint, int deliveries) {
        for (int i = 0; i < deliveries; i++) {
            fixtures.delivery().to(endpoint).insert();
        }
    }

    private Worker worker() {
        return new Worker(DB, clock, 1);
    }
}
