package dev.waybill.feature.redelivery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.feature.redelivery.Requeues.Result;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequeuesTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Scope ALL = new Scope(null, Mode.LIVE);
    private static final Actor ACT = new Actor("key_1", "203.0.113.7", "req_1");
    private static final String DEEDS = " FROM audit WHERE actor = 'key_1'";
    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Requeues requeues =
            new Requeues(DB.database(), new Audit(DB.database(), clock, fixtures.ids()), clock);
    private Endpoint endpoint = fixtures.endpoint();

    @BeforeEach
    void start() {
        DB.clear();
        endpoint = fixtures.endpoint();
    }

    @AfterAll
    static void close() {
        DB.close();
    }

    @Test
    void whatWaitsMovesAndIsAudited() {
        var id = fixtures.delivery().to(endpoint).attempted(1).due(NOON.plusSeconds(60)).insert();

        assertThat(requeues.requeue(ACT, id, ALL, HOUR)).isEqualTo(new Result.Moved());

        assertThat(dueAndEnd(id)).isEqualTo("01:00:00 3 days");
        assertThat(DB.rows("SELECT action, after ->> 'next_attempt_at'" + DEEDS))
                .containsExactly("delivery.requeued 2026-05-01T13:00:00.000Z");
    }

    @Test
    void itIsAttemptedEvenIfItWouldHaveGivenUpByThen() {
        var id = fixtures.delivery().to(endpoint).insert();

        requeues.requeue(ACT, id, ALL, Duration.ofHours(80));

        assertThat(dueAndEnd(id)).isEqualTo("3 days 08:00:00 3 days 08:01:00");
    }

    @Test
    void nothingMovesPastTheExpiry() {
        var id = fixtures.delivery().to(endpoint).expires(NOON.plus(HOUR)).insert();

        assertThat(requeues.requeue(ACT, id, ALL, HOUR))
                .isEqualTo(new Result.Stale(NOON.plus(HOUR)));
        assertThat(requeues.requeue(ACT, id, ALL, HOUR.minusSeconds(1)))
                .isEqualTo(new Result.Moved());
    }

    @Test
    void aHeadHoldsItsLaneAndTheOthersStayInLine() {
        var ordered = fixtures.orderedEndpoint(Ordering.KEY, OnExhausted.HOLD);
        var head = fixtures.delivery().to(ordered).inLane("k", 1).insert();
        var next = fixtures.delivery().to(ordered).inLane("k", 2).insert();

        assertThat(requeues.requeue(ACT, next, ALL, HOUR)).isEqualTo(new Result.BehindOthers());
        assertThat(requeues.requeue(ACT, head, ALL, HOUR)).isEqualTo(new Result.Moved());

        assertThat(
                        DB.rows(
                                """
                                SELECT lane_sequence, next_attempt_at IS NOT NULL
                                  FROM delivery
                                 ORDER BY lane_sequence
                                """))
                .containsExactly("1 t", "2 f");
    }

    @Test
    void aHeldLaneIsNotPassedBy() {
        var ordered = fixtures.orderedEndpoint(Ordering.KEY, OnExhausted.HOLD);
        var head = fixtures.delivery().to(ordered).inLane("k", 2).insert();
        DB.execute(
                "INSERT INTO lane_hold VALUES (?, 'k', ?, 'exhausted', ?)",
                ordered.id(),
                fixtures.ids().next(),
                NOON);

        assertThat(requeues.requeue(ACT, head, ALL, HOUR)).isEqualTo(new Result.LaneHeld());
    }

    @Test
    void whatIsUnderWayOrEndedDoesNotMove() {
        var inFlight = fixtures.delivery().to(endpoint).inFlight(fixtures.ids().next()).insert();
        var ended = fixtures.delivery().to(endpoint).failed("gone").insert();

        assertThat(requeues.requeue(ACT, inFlight, ALL, HOUR)).isEqualTo(new Result.InFlight());
        assertThat(requeues.requeue(ACT, ended, ALL, HOUR)).isEqualTo(new Result.Ended());
        assertThat(requeues.requeue(ACT, fixtures.ids().next(), ALL, HOUR))
                .isEqualTo(new Result.NoSuchDelivery());
        assertThat(DB.number("SELECT count(*)" + DEEDS)).isZero();
    }

    private static String dueAndEnd(UUID id) {
        return DB.rows(
                        """
                        SELECT next_attempt_at - ?::timestamptz, give_up_at - ?::timestamptz
                          FROM delivery
                         WHERE id = ?
                        """,
                        NOON,
                        NOON,
                        id)
                .getFirst();
    }
}
