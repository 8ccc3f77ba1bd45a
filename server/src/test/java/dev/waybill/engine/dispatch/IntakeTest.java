package dev.waybill.engine.dispatch;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Claimed deliveries with a missing or unreadable event.
class IntakeTest {

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
    void aDeliveryWhoseEventIsGoneEnds() throws Exception {
        var endpoint = fixtures.endpoint();
        var orphan = fixtures.delivery().to(endpoint).attempted(2).insert();
        fixtures.delivery().to(endpoint).insert();
        DB.execute(
                "DELETE FROM event WHERE id = (SELECT event_id FROM delivery WHERE id = ?)",
                orphan);
        var worker = new Worker(DB, clock, 1);

        worker.claimer.runOnce();
        worker.settle(2);

        assertThat(DB.rows("SELECT state, reason, cause, attempts FROM delivery ORDER BY id"))
                .containsExactly("failed permanent event_gone 2", "delivered null null 1");
        assertThat(worker.claimer.runOnce().claimed()).as("and is not claimed again").isZero();
        assertThat(worker.dispatcher.isIdle(endpoint.id())).isTrue();
    }

    @Test
    void itsLaneIsHeldOrGoesOnAsAfterAnyDeadLetter() throws Exception {
        var endpoint = fixtures.orderedEndpoint(Ordering.KEY, OnExhausted.HOLD);
        fixtures.delivery().to(endpoint).inLane("k", 1).insert();
        DB.execute("DELETE FROM event");
        var worker = new Worker(DB, clock, 1);

        worker.heads.sweep();
        worker.heads.claimHinted();
        worker.settle(1);

        assertThat(DB.rows("SELECT lane, reason FROM lane_hold")).containsExactly("k permanent");
    }

    /// As a newer version may have written it, during a rolling upgrade.
    @Test
    void anEventThatCannotBeReadWaitsAndTheOthersOfThePassGoOn() throws Exception {
        DB.execute("ALTER DOMAIN event_mode DROP CONSTRAINT IF EXISTS event_mode_check");
        var endpoint = fixtures.endpoint();
        var odd = fixtures.delivery().to(endpoint).insert();
        fixtures.delivery().to(endpoint).insert();
        DB.execute(
                """
                UPDATE event
                   SET mode = 'newer'
                 WHERE id = (SELECT event_id FROM delivery WHERE id = ?)
                """,
                odd);
        var worker = new Worker(DB, clock, 1);

        worker.claimer.runOnce();
        worker.settle(2);

        assertThat(DB.rows("SELECT state FROM delivery ORDER BY id"))
                .containsExactly("pending", "delivered");
        assertThat(
                        DB.number(
                                "SELECT count(*) FROM delivery WHERE next_attempt_at = ?",
                                NOON.plusSeconds(30)))
                .isOne();
        assertThat(worker.dispatcher.isIdle(endpoint.id())).isTrue();
    }
}
