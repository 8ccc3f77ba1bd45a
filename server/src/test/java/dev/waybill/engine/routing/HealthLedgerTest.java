package dev.waybill.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthLedgerTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Endpoint endpoint = fixtures.endpoint();
    private final HealthLedger one = ledger();
    private final HealthLedger other = ledger();

    // Asked by the transaction that is waited for, whose view of pg_stat_activity would not change.
    private static final String WAITING_FOR_US =
            """
            SELECT count(*)
              FROM pg_locks
             WHERE NOT granted
               AND transactionid = pg_current_xact_id()::xid
            """;

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void fiftyFailuresInARowDisable() throws Exception {
        fail(one, 49);
        pass(10);
        assertThat(state()).isEqualTo("active null");

        fail(one, 1);
        pass(10);

        assertThat(state()).isEqualTo("disabled consecutive_failures");
        assertThat(DB.rows("SELECT to_state, reason, actor FROM endpoint_state_change"))
                .containsExactly("disabled consecutive_failures waybill");
    }

    @Test
    void nothingIsKeptInMemoryOfEndpointsThatAreNoMore() throws Exception {
        one.delivered(endpoint.id());
        one.delivered(new UUID(0, 1));
        one.runOnce();

        assertThat(one.watched()).isOne();
    }

    @Test
    void aSuccessInBetweenStartsTheCountAnew() throws Exception {
        fail(one, 49);
        pass(1);
        one.delivered(endpoint.id());
        clock.advance(Duration.ofMillis(5));
        fail(one, 49);
        pass(10);

        assertThat(state()).isEqualTo("active null");
        assertThat(failures()).isEqualTo(49);
    }

    @Test
    void aSuccessBetweenTwoPassesStartsTheCountAnew() throws Exception {
        fail(one, 30);
        clock.advance(Duration.ofMillis(5));
        one.delivered(endpoint.id());
        clock.advance(Duration.ofMillis(5));
        fail(one, 30);
        pass(10);

        assertThat(failures()).isEqualTo(30);
    }

    @Test
    void failuresAddUpOverProcesses() throws Exception {
        fail(one, 25);
        fail(other, 25);
        pass(10);

        assertThat(state()).isEqualTo("disabled consecutive_failures");
    }

    @Test
    void aSuccessSeenByAnotherProcessCountsToo() throws Exception {
        fail(one, 60);
        one.runOnce();
        clock.advance(Duration.ofMillis(5));
        other.delivered(endpoint.id());
        pass(10);

        assertThat(state()).isEqualTo("active null");
        assertThat(failures()).isZero();
    }

    /// Before the other process could know of a failure.
    @Test
    void evenIfItCameBeforeTheOtherKnewOfTheFailures() throws Exception {
        fail(one, 30);
        clock.advance(Duration.ofMillis(5));
        other.delivered(endpoint.id());
        clock.advance(Duration.ofMillis(5));
        fail(one, 30);
        pass(10);

        assertThat(state()).isEqualTo("active null");
    }

    @Test
    void whatNobodyMissesIsNoFailure() throws Exception {
        for (int i = 0; i < 60; i++) {
            one.ended(endpoint.id(), Reason.TTL);
            one.ended(endpoint.id(), Reason.ENDPOINT_DISABLED);
        }
        pass(10);

        assertThat(DB.number("SELECT count(*) FROM endpoint_health")).isZero();
    }

    @Test
    void dayLongDeadLettersWithoutASuccessPause() throws Exception {
        for (int hour = 0; hour < 24; hour++) {
            fail(one, 1);
            pass(10);
            clock.advance(Duration.ofHours(1));
        }
        assertThat(state()).isEqualTo("active null");

        fail(one, 1);
        pass(10);

        assertThat(state()).isEqualTo("paused no_success");
    }

    @Test
    void aSuccessDuringTheDayKeepsItActive() throws Exception {
        for (int hour = 0; hour < 40; hour++) {
            fail(one, 1);
            pass(5);
            if (hour == 20) {
                other.delivered(endpoint.id());
            }
            clock.advance(Duration.ofHours(1));
        }
        pass(5);

        assertThat(state()).isEqualTo("active null");
    }

    @Test
    void whatIsPutBackIntoServiceStartsAnew() throws Exception {
        fail(one, 50);
        pass(10);

        fixtures.actor(endpoint, EndpointAction.ENABLE);
        fail(one, 1);
        pass(10);

        assertThat(state()).isEqualTo("active null");
        assertThat(failures()).isOne();
    }

    @Test
    void anEndpointThatIsWellIsNotWrittenAbout() throws Exception {
        one.delivered(endpoint.id());
        pass(3);

        assertThat(DB.number("SELECT count(*) FROM endpoint_health")).isZero();
    }

    /// Each version of the routing costs every process a new table and captures a second try.
    @Test
    void endpointsThatAreGoneAtOnceAreDisabledTogether() throws Exception {
        var gone = new ArrayList<UUID>();
        for (int i = 0; i < 40; i++) {
            gone.add(fixtures.endpoint().id());
        }
        long before = version();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            DB.database()
                    .interactive()
                    .useTransaction(tx -> {
                        tx.execute("SELECT FROM routing FOR UPDATE");
                        threads.execute(() -> one.gone(gone.getFirst()));
                        Eventually.holds(() -> DB.number(WAITING_FOR_US) == 1);
                        gone.stream().skip(1).forEach(id -> threads.execute(() -> one.gone(id)));
                        Eventually.holds(() -> one.goneWaiting() == 39);
                    });
        }

        assertThat(version() - before).as("the first, and the rest").isEqualTo(2);
        assertThat(DB.rows("SELECT DISTINCT state, state_reason FROM endpoint ORDER BY 1"))
                .containsExactly("active null", "disabled gone");
    }

    private static long version() {
        return DB.number("SELECT version FROM routing");
    }

    @Test
    void whatHasNotChangedIsNotReadEverySecond() throws Exception {
        pass(1);
        DB.execute(
                """
                INSERT INTO endpoint_health (
                    endpoint_id, consecutive_failures, failing_since, last_failure_at, changed_at)
                VALUES (?, 50, ?::timestamptz, ?::timestamptz, ?::timestamptz)
                """,
                endpoint.id(),
                clock.instant(),
                clock.instant(),
                clock.instant().minusSeconds(60));

        pass(30);
        assertThat(state()).isEqualTo("active null");
        pass(40);
        assertThat(state()).as("but now and then").startsWith("disabled");
    }

    private void fail(HealthLedger ledger, int times) {
        for (int i = 0; i < times; i++) {
            ledger.ended(endpoint.id(), Reason.EXHAUSTED);
        }
    }

    /// Both processes' duties, once a second.
    private void pass(int seconds) throws SQLException {
        for (int i = 0; i < seconds; i++) {
            one.runOnce();
            other.runOnce();
            clock.advance(HealthLedger.PERIOD);
        }
    }

    private static String state() {
        return DB.rows("SELECT state, state_reason FROM endpoint").getFirst();
    }

    private static long failures() {
        return DB.number("SELECT consecutive_failures FROM endpoint_health");
    }

    private HealthLedger ledger() {
        var routes = new RoutingTable(DB.database(), System::nanoTime);
        try {
            routes.refresh();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        var states =
                new EndpointStates(
                        DB.database(),
                        routes,
                        fixtures.trail("webhook_endpoint"),
                        clock,
                        fixtures.ids());
        return new HealthLedger(DB.database(), routes, states, clock);
    }
}
