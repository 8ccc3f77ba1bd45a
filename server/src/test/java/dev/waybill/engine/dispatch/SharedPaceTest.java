package dev.waybill.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The limits of an endpoint's pace hold in every process.
class SharedPaceTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Unanswered NO_ANSWER = new Unanswered(Fault.CONNECT_REFUSED);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Endpoint endpoint = fixtures.endpoint();
    private final Worker one = new Worker(DB, clock, 1);
    private final Worker other = new Worker(DB, clock, 2);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void retryAfterToldToOneHoldsOffAll() throws Exception {
        one.sender.answer(new Refused(429, Duration.ofSeconds(20)));
        attempt(one);
        exchange();
        insert();

        assertThat(claimed(other)).isZero();
        clock.advance(Duration.ofSeconds(19));
        other.live();
        assertThat(claimed(other)).as("soon").isOne();
        assertThat(other.sender.sent()).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        other.alarm.ring();
        other.settle(1);
        assertThat(other.sender.sent()).hasSize(1);
    }

    /// Deliveries that another process holds in memory wait too, or are handed back.
    @Test
    void whatIsHeldInMemoryIsHeldOffToo() throws Exception {
        var slow = fixtures.endpointThatTakes(32);
        one.routes.refresh();
        other.routes.refresh();
        other.sender.hold();
        for (int i = 0; i < 64; i++) {
            fixtures.delivery().to(slow).insert();
        }
        assertThat(claimed(other)).isEqualTo(64);
        fixtures.delivery().to(slow).insert();
        one.sender.answer(new Refused(503, Duration.ofMinutes(5)));
        assertThat(claimed(one)).isOne();
        one.settle(1);

        exchange();
        other.settle(32);
        assertThat(DB.number("SELECT count(*) FROM delivery WHERE state = 'pending'"))
                .as("handed back")
                .isEqualTo(33);
        other.sender.letGo();
        other.settle(32);
        assertThat(other.sender.sent()).hasSize(32);
    }

    @Test
    void failuresAddUpToTenOverAllProcesses() throws Exception {
        failing(one, other);
        for (int i = 0; i < 5; i++) {
            attempt(one);
            attempt(other);
            exchange();
        }
        insert();

        assertThat(claimed(one)).isZero();
        assertThat(claimed(other)).isZero();
        assertThat(sent()).isEqualTo(10);
    }

    @Test
    void aSuccessAnywhereEndsTheCount() throws Exception {
        failing(one);
        for (int i = 0; i < 9; i++) {
            attempt(one);
        }
        exchange();
        attempt(other);
        exchange();
        failing(other);
        attempt(other);
        exchange();

        assertThat(DB.rows("SELECT failures, probe_at FROM endpoint_pace"))
                .containsExactly("1 null");
        attempt(one);
        attempt(other);
    }

    @Test
    void oneProcessProbesAndTheOtherOnlyIfItDoesNot() throws Exception {
        failing(one, other);
        park(one);
        insert();

        for (int probe = 1; probe <= 3; probe++) {
            clock.advance(Duration.ofSeconds(30));
            live();
            assertThat(claimed(other)).isZero();
            assertThat(claimed(one)).isOne();
            one.settle(1);
            exchange();
            insert();
        }
        assertThat(other.sender.sent()).isEmpty();

        // The prober is gone: the other takes its place, later.
        clock.advance(Duration.ofSeconds(38));
        live();
        assertThat(claimed(other)).isZero();
        clock.advance(Duration.ofSeconds(4));
        live();
        assertThat(claimed(other)).isOne();
        other.settle(1);
        exchange();
        clock.advance(Duration.ofSeconds(29));
        live();
        assertThat(claimed(one)).as("it is the other's turn now").isZero();
    }

    @Test
    void whatOneProbeFindsOutAllKnow() throws Exception {
        failing(one);
        park(one);
        insert();
        insert();
        one.sender.answer(new Outcome.Accepted(200));
        clock.advance(Duration.ofSeconds(30));
        live();
        assertThat(claimed(one)).isOne();
        one.settle(1);

        exchange();

        assertThat(claimed(other)).as("slowly at first").isOne();
        other.settle(1);
    }

    @Test
    void anEndpointThatIsPutBackIntoServiceIsNotParkedAnyMore() throws Exception {
        failing(one);
        park(one);

        fixtures.actor(endpoint, EndpointAction.PAUSE);
        fixtures.actor(endpoint, EndpointAction.RESUME);

        assertThat(DB.number("SELECT count(*) FROM endpoint_pace")).isZero();
    }

    @Test
    void nothingIsWrittenAboutAnEndpointThatIsWell() throws Exception {
        attempt(one);
        failing(one);
        attempt(one);
        one.sender.answer(new Outcome.Accepted(200));
        attempt(one);
        exchange();

        assertThat(DB.number("SELECT count(*) FROM endpoint_pace")).isZero();
    }

    @Test
    void whatCouldNotBeToldIsToldLater() throws Exception {
        one.sender.answer(new Refused(429, Duration.ofSeconds(20)));
        attempt(one);
        DB.execute("ALTER TABLE endpoint_pace RENAME TO endpoint_pace_away");
        try {
            assertThat(fails(one)).isTrue();
        } finally {
            DB.execute("ALTER TABLE endpoint_pace_away RENAME TO endpoint_pace");
        }
        exchange();

        assertThat(DB.number("SELECT count(hold_off_until) FROM endpoint_pace")).isOne();
    }

    @Test
    void attemptsUnderWayAreSharedByAllThatAreAlive() throws Exception {
        one.sender.hold();
        other.sender.hold();
        for (int i = 0; i < 200; i++) {
            insert();
        }
        one.ownership.balance(one.dispatcher::isIdle);
        other.ownership.balance(other.dispatcher::isIdle);

        int claimed = claimed(one);
        int rest = claimed(other);

        Eventually.holds(() -> one.sender.held() == 16 && other.sender.held() == 16);
        assertThat(sent()).as("of 32 that it allows").isEqualTo(32);
        one.stop(claimed);
        other.stop(rest);
    }

    private static boolean fails(Worker worker) {
        try {
            worker.exchange.runOnce();
            return false;
        } catch (SQLException e) {
            return true;
        }
    }

    private static void failing(Worker... workers) {
        for (var worker : workers) {
            worker.sender.answer(NO_ANSWER);
        }
    }

    /// After ten failures of its own, all of which are reported.
    private void park(Worker worker) throws Exception {
        for (int i = 0; i < 10; i++) {
            attempt(worker);
        }
        exchange();
    }

    /// One delivery, attempted once, and out of the way.
    private void attempt(Worker worker) throws Exception {
        insert();
        assertThat(claimed(worker)).isOne();
        worker.settle(1);
        DB.execute("DELETE FROM delivery WHERE state = 'pending'");
    }

    private void insert() {
        fixtures.delivery().to(endpoint).due(clock.instant()).insert();
    }

    private static int claimed(Worker worker) throws Exception {
        return worker.claimer.runOnce().claimed();
    }

    private void exchange() throws Exception {
        for (var worker : List.of(one, other, one)) {
            worker.exchange.runOnce();
        }
    }

    private void live() {
        one.live();
        other.live();
    }

    private int sent() {
        return one.sender.sent().size() + other.sender.sent().size();
    }
}
