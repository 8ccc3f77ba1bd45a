package dev.waybill.engine.settle;

import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.NextStep;
import dev.waybill.domain.delivery.NextStep.Bury;
import dev.waybill.domain.delivery.NextStep.Finish;
import dev.waybill.domain.delivery.NextStep.RetryAt;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.domain.delivery.Progress;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.lease.ProcessLife;
import dev.waybill.engine.recovery.Rescuer;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.Sleeper;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SettlerTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final UUID lease = fixtures.ids().next();
    private final ProcessLife life =
            new ProcessLife(fixtures.ids().next(), System::nanoTime, clock);
    private final Leases leases = new Leases(life);
    private final List<Settlement> settled = new ArrayList<>();
    private final Settler settler =
            new Settler(DB.database(), leases, clock, settled::addAll, Sleeper.REAL);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aDeliveryIsRecordedWithItsAttempt() throws Exception {
        var id = inFlight();

        settle(after(id, new Finish(), new Accepted(200), "thanks\0".getBytes(UTF_8)));

        assertThat(stateOf(id)).isEqualTo("delivered null 1 null null");
        assertThat(
                        DB.rows(
                                """
                                SELECT attempt, outcome, status, fault, duration_ms, url, signature,
                                       encode(response_excerpt, 'escape')
                                  FROM attempt
                                """))
                .containsExactly("1 succeeded 200 null 12 https://hooks.example/ v1,x thanks\\000");
        assertThat(DB.number("SELECT count(*) FROM delivery WHERE first_attempt_at = ?", NOON))
                .isOne();
    }

    @Test
    void aRetryIsScheduled() throws Exception {
        var id = inFlight();
        var at = NOON.plusSeconds(72);

        settle(after(id, new RetryAt(at, true), new Refused(404, null), null));

        assertThat(stateOf(id)).startsWith("pending null 1 ").endsWith(" null");
        assertThat(
                        DB.number(
                                """
                                SELECT count(*)
                                  FROM delivery
                                 WHERE next_attempt_at = ? AND closing AND refusals = 1
                                """,
                                at))
                .isOne();
        assertThat(
                        DB.rows(
                                """
                                SELECT outcome, status, encode(response_headers, 'escape')
                                  FROM attempt
                                """))
                .containsExactly("failed 404 server: x\n");
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonCanBeWritten(Reason reason) throws Exception {
        var id = inFlight();

        settle(after(id, new Bury(reason), new Unanswered(Fault.TIMEOUT_FIRST_BYTE), null));

        assertThat(stateOf(id))
                .isEqualTo(reason.state().code() + " " + reason.code() + " 1 null null");
        assertThat(DB.rows("SELECT status, fault, fault_detail FROM attempt"))
                .containsExactly("null timeout_first_byte what failed");
        assertThat(DB.rows("SELECT cause FROM delivery")).containsExactly("timeout");
    }

    @Test
    void whoeverLostTheLeaseWritesNothing() throws Exception {
        var id = inFlight();
        var other = fixtures.ids().next();
        DB.execute("UPDATE delivery SET lease = ? WHERE id = ?", other, id);

        settle(after(id, new Finish(), new Accepted(200), null));

        assertThat(stateOf(id)).isEqualTo("in_flight null 0 null " + other);
        assertThat(DB.number("SELECT count(*) FROM attempt")).isZero();
    }

    @Test
    void whatWasHandedBackMeanwhileStaysSo() throws Exception {
        var id = inFlight();
        DB.execute(
                """
                UPDATE delivery
                   SET state = 'pending', lease = NULL, next_attempt_at = give_up_at
                 WHERE id = ?
                """,
                id);

        settle(after(id, new Finish(), new Accepted(200), null));

        assertThat(stateOf(id)).startsWith("pending null 0 ");
        assertThat(DB.number("SELECT count(*) FROM attempt")).isZero();
    }

    @Test
    void writingTwiceDoesNoHarm() throws Exception {
        var id = inFlight();
        var settlement = after(id, new Finish(), new Accepted(200), null);

        settle(settlement);
        settle(settlement);

        assertThat(stateOf(id)).isEqualTo("delivered null 1 null null");
        assertThat(DB.number("SELECT count(*) FROM attempt")).isOne();
    }

    /// Such as no native thread, or a class that is gone with the jar: it does not concern the
    /// batch, which exists nowhere else.
    @Test
    void anErrorIsSurvivedLikeADatabaseThatIsAway() throws Exception {
        var id = inFlight();
        var troubles = new AtomicInteger(3);
        var database =
                new Database(
                        failing(troubles, new OutOfMemoryError("unable to create native thread")),
                        failing(troubles, new OutOfMemoryError("not asked")));
        var fragile = new Settler(database, leases, clock, settled::addAll, _ -> {});
        fragile.settle(after(id, new Finish(), new Accepted(200), null));

        assertThat(fragile.runOnce(Duration.ZERO)).isOne();

        assertThat(troubles).hasValue(0);
        assertThat(stateOf(id)).isEqualTo("delivered null 1 null null");
    }

    /// First these failures, then connections.
    private static DataSource failing(AtomicInteger troubles, Error trouble) {
        return (DataSource)
                Proxy.newProxyInstance(
                        SettlerTest.class.getClassLoader(),
                        new Class<?>[] {DataSource.class},
                        (_, _, _) -> {
                            if (troubles.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                                throw trouble;
                            }
                            return DB.database().engine();
                        });
    }

    @Test
    void whatIsLostIsNotHeldForEver() throws Exception {
        var id = inFlight();
        var broken =
                new Settler(
                        DB.database(),
                        leases,
                        clock,
                        _ -> {
                            throw new NoClassDefFoundError("gone with the jar");
                        },
                        Sleeper.REAL);
        leases.hold(lease, life, 2);
        broken.settle(after(id, new Finish(), new Accepted(200), null));

        assertThatThrownBy(() -> broken.runOnce(Duration.ZERO))
                .isInstanceOf(NoClassDefFoundError.class);

        assertThat(leases.holds(lease)).isFalse();
    }

    @Test
    void aBatchMayHoldEveryKindOfEnd() throws Exception {
        var delivered = inFlight();
        var retried = inFlight();
        var failed = inFlight();
        var lost = fixtures.delivery().inFlight(fixtures.ids().next()).insert();
        var stale = inFlight();

        int taken =
                settle(
                        after(delivered, new Finish(), new Accepted(204), null),
                        after(
                                retried,
                                new RetryAt(NOON.plusSeconds(9), false),
                                new Refused(500, null),
                                null),
                        after(failed, new Bury(Reason.GONE), new Refused(410, null), null),
                        after(lost, new Finish(), new Accepted(200), null),
                        Settlement.ended(fixtures.claim(stale, lease), Reason.TTL));

        assertThat(taken).isEqualTo(5);
        assertThat(settled).hasSize(5);
        assertThat(stateOf(delivered)).startsWith("delivered null 1");
        assertThat(stateOf(retried)).startsWith("pending null 1");
        assertThat(stateOf(failed)).startsWith("failed gone 1");
        assertThat(stateOf(lost)).startsWith("in_flight null 0");
        assertThat(stateOf(stale)).startsWith("expired ttl 0");
        assertThat(DB.number("SELECT count(*) FROM attempt")).isEqualTo(3);
    }

    @Test
    void aRowThatIsRefusedDoesNotHoldUpTheOthers() throws Exception {
        var good = new ArrayList<UUID>();
        var batch = new ArrayList<Settlement>();
        for (int i = 0; i < 6; i++) {
            good.add(inFlight());
            batch.add(after(good.getLast(), new Finish(), new Accepted(200), null));
        }
        var bad = inFlight();
        batch.add(3, after(bad, new Finish(), new Accepted(200), new byte[513]));
        fixtures.lease(lease, life.processId(), bad);
        leases.hold(lease, life, 7);

        settle(batch.toArray(Settlement[]::new));

        for (var id : good) {
            assertThat(stateOf(id)).startsWith("delivered null 1");
        }
        assertThat(leases.count()).as("all are settled").isZero();
    }

    @Test
    void anAnswerThatCannotBeStoredDoesNotChangeWhatItMeans() throws Exception {
        var delivered = inFlight();
        var retried = inFlight();
        var at = NOON.plusSeconds(72);

        settle(
                after(delivered, new Finish(), new Accepted(204), new byte[513]),
                // No status is this large, and the column could not hold it.
                after(retried, new RetryAt(at, false), new Refused(70_000, null), null));

        assertThat(stateOf(delivered)).isEqualTo("delivered null 1 null null");
        assertThat(stateOf(retried)).startsWith("pending null 1 ");
        assertThat(DB.number("SELECT count(*) FROM delivery WHERE next_attempt_at = ?", at))
                .isOne();
        assertThat(
                        DB.rows(
                                """
                                SELECT outcome, status, fault, response_excerpt, url
                                  FROM attempt
                                 ORDER BY delivery_id
                                """))
                .containsExactly(
                        "succeeded 204 null null https://hooks.example/",
                        "failed null not_storable null https://hooks.example/");
    }

    /// It would be refused in the same way after every attempt, and the receiver called each time.
    @Test
    void aDeliveryWhoseNextStateIsRefusedEndsWithItsAttempt() throws Exception {
        var id = fixtures.delivery().inFlight(lease).expires(NOON.plusSeconds(10)).insert();

        settle(after(id, new RetryAt(NOON.plusSeconds(60), false), new Refused(500, null), null));

        assertThat(stateOf(id)).isEqualTo("failed permanent 1 null null");
        assertThat(DB.rows("SELECT outcome, status FROM attempt")).containsExactly("failed 500");
        assertThat(settled).extracting(Settlement::reason).containsExactly(Reason.PERMANENT);
    }

    @Test
    void ifNotEvenTheAttemptCanBeRecordedTheDeliveryEndsWithoutIt() throws Exception {
        var id = inFlight();
        DB.execute(
                """
                INSERT INTO attempt (delivery_id, attempt, id, started_at, duration_ms, outcome,
                                     status, url, signature)
                VALUES (?, 1, ?, ?, 1, 'failed', 500, '', '')
                """,
                id,
                fixtures.ids().next(),
                NOON);

        // Another first attempt: its number is taken.
        settle(after(id, new RetryAt(NOON.plusSeconds(9), false), new Refused(503, null), null));

        assertThat(stateOf(id)).isEqualTo("failed permanent 0 null null");
        assertThat(DB.rows("SELECT status FROM attempt")).containsExactly("500");
    }

    @Test
    void whatIsHandedBackIsAsItWas() throws Exception {
        var id = fixtures.delivery().inFlight(lease).attempted(2).insert();
        var progress = new Progress(2, 0, false, NOON, NOON.plusSeconds(3_600), null);

        settle(Settlement.handedBack(fixtures.claim(id, lease, progress), NOON.plusSeconds(30)));

        assertThat(stateOf(id)).startsWith("pending null 2 ");
        assertThat(
                        DB.number(
                                "SELECT count(*) FROM delivery WHERE next_attempt_at = ?",
                                NOON.plusSeconds(30)))
                .isOne();
        assertThat(DB.number("SELECT count(*) FROM attempt")).isZero();
    }

    @Test
    void whatIsHandedBackIsNotDueAfterItsExpiry() throws Exception {
        var expiresAt = NOON.plusSeconds(10);
        var id = fixtures.delivery().inFlight(lease).expires(expiresAt).insert();
        var progress = Progress.fresh(NOON.plusSeconds(3_600), expiresAt);

        settle(Settlement.handedBack(fixtures.claim(id, lease, progress), NOON.plusSeconds(30)));

        assertThat(DB.number("SELECT count(*) FROM delivery WHERE next_attempt_at = expires_at"))
                .isOne();
    }

    /// A promoted server may lack an earlier settlement under the same lease.
    @Test
    void aLeaseFromBeforeAPromotionIsLeftToTheRescuer() throws Exception {
        long timeline = DB.number("SELECT wal_timeline()");
        var lost = inFlight();
        var last = inFlight();
        fixtures.lease(lease, life.processId(), lost, last);
        leases.hold(lease, life, 1);

        try {
            DB.setTimeline(timeline + 1);
            settle(after(last, new Finish(), new Accepted(200), null));
            settle(after(inFlight(), new Finish(), new Accepted(200), null));
        } finally {
            DB.setTimeline(timeline);
        }
        assertThat(stateOf(lost)).startsWith("in_flight");
        clock.advance(Duration.ofMinutes(1));
        life.prolong(System.nanoTime(), clock.instant(), Duration.ofMinutes(1));
        new Rescuer(DB.database(), leases, clock).runOnce();

        assertThat(stateOf(lost)).startsWith("pending");
        assertThat(stateOf(last)).startsWith("delivered");
    }

    @Test
    void theLeaseRowGoesAfterItsLastDelivery() throws Exception {
        var one = inFlight();
        var two = inFlight();
        fixtures.lease(lease, life.processId(), one, two);
        leases.hold(lease, life, 2);

        settle(after(one, new Finish(), new Accepted(200), null));
        settle(after(two, new Finish(), new Accepted(200), null));
        assertThat(DB.number("SELECT count(*) FROM lease")).as("not before the commit").isOne();

        var otherLease = fixtures.ids().next();
        var third = fixtures.delivery().inFlight(otherLease).insert();
        settle(Settlement.handedBack(fixtures.claim(third, otherLease), NOON));
        assertThat(DB.number("SELECT count(*) FROM lease")).as("with the next batch").isZero();
    }

    /// The most frequent update of a delivery touches no index: the layout of the table serves
    /// this, and a new index could break it unnoticed.
    @Test
    void settlingADeliveryIsAHotUpdate() throws SQLException {
        var batch = new ArrayList<Settlement>();
        for (int i = 0; i < 50; i++) {
            batch.add(after(inFlight(), new Finish(), new Accepted(200), null));
        }

        // A separate connection: the server also counts the recent work of a connection.
        try (var connection = Database.unpooled(DB.url()).getConnection()) {
            connection.setAutoCommit(false);
            assertThat(new SettleStore().settle(connection, batch, List.of(), NOON)).isEqualTo(50);

            try (var statement = connection.createStatement();
                    var row =
                            statement.executeQuery(
                                    """
                                    SELECT sum(n_tup_upd), sum(n_tup_hot_upd)
                                      FROM pg_stat_xact_user_tables
                                     WHERE relname LIKE 'delivery~_2%' ESCAPE '~'
                                    """)) {
                row.next();
                assertThat(row.getLong(1)).isEqualTo(50);
                assertThat(row.getLong(2)).isEqualTo(50);
            }
        }
    }

    @Test
    void resultsThatPileUpAreNoticed() throws Exception {
        var settlement = after(fixtures.ids().next(), new Finish(), new Accepted(200), null);

        for (int i = 0; i <= Settler.BUFFER_MAX / 2; i++) {
            assertThat(settler.congested()).isFalse();
            settler.settle(settlement);
        }

        assertThat(settler.congested()).isTrue();
    }

    @Test
    void withNothingToSettleNothingHappens() throws Exception {
        assertThat(settler.runOnce(Duration.ZERO)).isZero();
    }

    private UUID inFlight() {
        return fixtures.delivery().inFlight(lease).insert();
    }

    private int settle(Settlement... batch) throws InterruptedException {
        for (var settlement : batch) {
            settler.settle(settlement);
        }
        return settler.runOnce(Duration.ZERO);
    }

    private Settlement after(UUID id, NextStep step, Outcome outcome, byte @Nullable [] excerpt) {
        var attempt =
                new Settlement.Attempt(
                        fixtures.ids().next(),
                        NOON,
                        12,
                        outcome.recordedStatus(),
                        outcome.recordedFault(),
                        outcome.recordedFault() == null ? null : "what failed",
                        outcome.cause(),
                        outcome instanceof Refused ? "server: x\n".getBytes(UTF_8) : null,
                        excerpt,
                        "https://hooks.example/",
                        "v1,x",
                        null);
        return Settlement.after(fixtures.claim(id, lease), step, outcome, attempt);
    }

    private static String stateOf(UUID id) {
        return DB.rows(
                        """
                        SELECT state, reason, attempts, next_attempt_at, lease
                          FROM delivery
                         WHERE id = ?
                        """,
                        id)
                .getFirst();
    }
}
