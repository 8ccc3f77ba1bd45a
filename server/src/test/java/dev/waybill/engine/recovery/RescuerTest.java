package dev.waybill.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.lease.ProcessLife;
import dev.waybill.infra.db.Database;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RescuerTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Duration AN_HOUR = Duration.ofHours(1);
    private static final Duration LONG_DEAD = Duration.ofHours(-1);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final ProcessLife life =
            new ProcessLife(fixtures.process(AN_HOUR), System::nanoTime, clock);
    private final Leases leases = new Leases(life);
    private final Rescuer rescuer = new Rescuer(DB.database(), leases, clock);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @BeforeEach
    void beginLife() {
        life.prolong(System.nanoTime(), clock.instant(), AN_HOUR);
        rescuer.trustAtOnce();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aDeadProcessesDeliveriesAreDueAtOnce() throws Exception {
        var delivery = leasedTo(fixtures.process(LONG_DEAD));

        var pass = rescuer.runOnce();

        assertThat(pass).isEqualTo(new Rescuer.Pass(1, 1));
        assertThat(stateOf(delivery)).isEqualTo("pending null");
        assertThat(
                        DB.number(
                                "SELECT count(*) FROM delivery WHERE next_attempt_at = ?",
                                clock.instant()))
                .isOne();
        assertThat(DB.number("SELECT count(*) FROM lease")).isZero();
    }

    @Test
    void aLivingProcessKeepsItsOwn() throws Exception {
        var delivery = leasedTo(fixtures.process(AN_HOUR));

        assertThat(rescuer.runOnce()).isEqualTo(new Rescuer.Pass(0, 0));
        assertThat(stateOf(delivery)).startsWith("in_flight");
    }

    @Test
    void aProcessThatIsNotInTheBooksIsDead() throws Exception {
        var delivery = leasedTo(fixtures.ids().next());

        assertThat(rescuer.runOnce().deliveries()).isOne();
        assertThat(stateOf(delivery)).isEqualTo("pending null");
    }

    @Test
    void theDeadAreStruckOffWhenTheyHoldNothingAnyMore() throws Exception {
        leasedTo(fixtures.process(LONG_DEAD));

        rescuer.runOnce();

        assertThat(DB.rows("SELECT id FROM process")).containsExactly(life.processId().toString());
    }

    @Test
    void attemptsAlreadyMadeAreKept() throws Exception {
        var token = fixtures.ids().next();
        var delivery = fixtures.delivery().inFlight(token).attempted(3).insert();
        fixtures.lease(token, fixtures.ids().next(), delivery);

        rescuer.runOnce();

        assertThat(DB.rows("SELECT state, attempts FROM delivery")).containsExactly("pending 3");
    }

    @Test
    void whatHasExpiredMeanwhileIsDueAtItsExpiry() throws Exception {
        var token = fixtures.ids().next();
        var delivery =
                fixtures.delivery()
                        .inFlight(token)
                        .expires(clock.instant().minusSeconds(5))
                        .insert();
        fixtures.lease(token, fixtures.ids().next(), delivery);

        rescuer.runOnce();

        assertThat(DB.number("SELECT count(*) FROM delivery WHERE next_attempt_at = expires_at"))
                .isOne();
    }

    @Test
    void onlyWhatStillCarriesTheLeaseIsHandedBack() throws Exception {
        var token = fixtures.ids().next();
        var settled = fixtures.delivery().due(clock.instant().plusSeconds(99)).insert();
        var anothers = fixtures.delivery().inFlight(fixtures.ids().next()).insert();
        var open = fixtures.delivery().inFlight(token).insert();
        fixtures.lease(token, fixtures.ids().next(), settled, anothers, open);

        assertThat(rescuer.runOnce()).isEqualTo(new Rescuer.Pass(1, 1));
        assertThat(stateOf(anothers)).startsWith("in_flight");
        assertThat(
                        DB.number(
                                "SELECT count(*) FROM delivery WHERE next_attempt_at = ?",
                                clock.instant().plusSeconds(99)))
                .isOne();
    }

    @Test
    void aPassIsBoundedAndSaysWhenThereMayBeMore() throws Exception {
        for (int i = 0; i < Rescuer.LEASES_PER_PASS_MAX + 1; i++) {
            leasedTo(fixtures.ids().next());
        }

        var first = rescuer.runOnce();
        var second = rescuer.runOnce();

        assertThat(first.leases()).isEqualTo(Rescuer.LEASES_PER_PASS_MAX);
        assertThat(first.mayHaveMore()).isTrue();
        assertThat(second).isEqualTo(new Rescuer.Pass(1, 1));
        assertThat(second.mayHaveMore()).isFalse();
    }

    /// A commit whose answer was lost: the row exists, and the process does not know it.
    @Test
    void anUnknownLeaseOfOurOwnIsReleasedAfterHalfAMinute() throws Exception {
        var delivery = leasedTo(life.processId());

        clock.advance(Rescuer.UNKNOWN_LEASE_AGE_MIN);
        assertThat(rescuer.runOnce().leases()).as("may still be under way").isZero();

        clock.advance(Duration.ofMillis(1));
        assertThat(rescuer.runOnce()).isEqualTo(new Rescuer.Pass(1, 1));
        assertThat(stateOf(delivery)).isEqualTo("pending null");
    }

    @Test
    void aLeaseThatWeHoldIsNotReleased() throws Exception {
        var token = fixtures.ids().next();
        var delivery = fixtures.delivery().inFlight(token).insert();
        fixtures.lease(token, life.processId(), delivery);
        leases.hold(token, life, 1);

        clock.advance(Duration.ofMinutes(10));

        assertThat(rescuer.runOnce()).isEqualTo(new Rescuer.Pass(0, 0));
        assertThat(stateOf(delivery)).startsWith("in_flight");
    }

    /// By the database's clock, so that a local clock that is ahead does not take the leases of
    /// live processes.
    @Test
    void aClockThatIsAheadKillsNobody() throws Exception {
        var delivery = leasedTo(fixtures.process(AN_HOUR));
        clock.advance(AN_HOUR.multipliedBy(2));
        beginLife();

        assertThat(rescuer.runOnce()).isEqualTo(new Rescuer.Pass(0, 0));
        assertThat(stateOf(delivery)).startsWith("in_flight");
    }

    /// Otherwise a process that ended before the database's clock was set back would count as alive
    /// until then.
    @Test
    void nobodyLivesLongerThanAHeartbeatGives() throws Exception {
        leasedTo(fixtures.process(AN_HOUR));

        rescuer.runOnce();

        assertThat(
                        DB.number(
                                """
                                SELECT count(*)
                                  FROM process
                                 WHERE alive_until > clock_timestamp()
                                   AND alive_until <= clock_timestamp() + interval '60 s'
                                """))
                .isEqualTo(2);
    }

    @Test
    void afterAStartTheOthersHaveAGraceToSendTheirHeartbeat() throws Exception {
        leasedTo(fixtures.process(LONG_DEAD));
        var justStarted = new Rescuer(DB.database(), leases, clock);

        assertThat(justStarted.runOnce()).isEqualTo(new Rescuer.Pass(0, 0));
    }

    /// A crowded process waits for its connections in vain now and then, and must rescue all the
    /// same.
    @Test
    void aConnectionThatCannotBeHadDoesNotBeginTheGraceAnew() throws Exception {
        leasedTo(fixtures.process(LONG_DEAD));
        var nanos = new AtomicLong();
        var crowded = new AtomicBoolean();
        var steady = new ProcessLife(life.processId(), nanos::get, clock);
        var engine = engine(crowded);
        var rescuing = new Rescuer(new Database(engine, engine), new Leases(steady), clock);

        for (long second = 0; second <= 15; second += 5) {
            nanos.set(Duration.ofSeconds(second).toNanos());
            steady.prolong(nanos.get(), clock.instant(), AN_HOUR);
            crowded.set(second < 15);
            if (crowded.get()) {
                assertThatThrownBy(rescuing::runOnce)
                        .isInstanceOf(SQLTransientConnectionException.class);
            }
        }

        assertThat(rescuing.runOnce()).isEqualTo(new Rescuer.Pass(1, 1));
    }

    @Test
    void afterATimeWithoutHeartbeatsTheOthersHaveAGrace() throws Exception {
        leasedTo(fixtures.process(LONG_DEAD));
        var nanos = new AtomicLong();
        var steady = new ProcessLife(life.processId(), nanos::get, clock);
        var rescuing = new Rescuer(DB.database(), new Leases(steady), clock);
        for (long second : List.of(0, 30, 35, 40)) {
            nanos.set(Duration.ofSeconds(second).toNanos());
            steady.prolong(nanos.get(), clock.instant(), AN_HOUR);
            assertThat(rescuing.runOnce()).isEqualTo(new Rescuer.Pass(0, 0));
        }

        nanos.set(Duration.ofSeconds(45).toNanos());
        assertThat(rescuing.runOnce()).isEqualTo(new Rescuer.Pass(1, 1));
    }

    private static DataSource engine(AtomicBoolean crowded) {
        return (DataSource)
                Proxy.newProxyInstance(
                        RescuerTest.class.getClassLoader(),
                        new Class<?>[] {DataSource.class},
                        (_, _, _) -> {
                            if (crowded.get()) {
                                throw new SQLTransientConnectionException("no connection");
                            }
                            return DB.database().engine();
                        });
    }

    @Test
    void ofLeasesThatWeDoNotKnowAFewAreReleasedInAPass() throws Exception {
        for (int i = 0; i < Rescuer.LEASES_PER_PASS_MAX + 1; i++) {
            leasedTo(life.processId());
        }
        clock.advance(Duration.ofMinutes(1));

        assertThat(rescuer.runOnce().leases()).isEqualTo(Rescuer.LEASES_PER_PASS_MAX);
        assertThat(rescuer.runOnce()).isEqualTo(new Rescuer.Pass(1, 1));
    }

    @Test
    void whoeverIsLateItselfJudgesNobody() throws Exception {
        leasedTo(fixtures.process(LONG_DEAD));
        life.prolong(System.nanoTime(), clock.instant(), Duration.ZERO);

        assertThat(rescuer.runOnce()).isEqualTo(new Rescuer.Pass(0, 0));
    }

    @Test
    void whatWasHandedBackIsNotHandedBackAgain() throws Exception {
        leasedTo(fixtures.ids().next());
        var other = new Rescuer(DB.database(), leases, clock);
        other.trustAtOnce();

        int handedBack = rescuer.runOnce().deliveries() + other.runOnce().deliveries();

        assertThat(handedBack).isOne();
    }

    private UUID leasedTo(UUID processId) {
        var token = fixtures.ids().next();
        var delivery = fixtures.delivery().inFlight(token).insert();
        fixtures.lease(token, processId, delivery);
        return delivery;
    }

    private static String stateOf(UUID delivery) {
        return DB.rows("SELECT state, lease FROM delivery WHERE id = ?", delivery).getFirst();
    }
}
