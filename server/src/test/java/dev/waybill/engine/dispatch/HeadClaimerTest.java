package dev.waybill.engine.dispatch;

import static dev.waybill.domain.endpoint.OnExhausted.CONTINUE;
import static dev.waybill.domain.endpoint.OnExhausted.HOLD;
import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.Savepoint;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Only the head of a lane is claimed, and the next one when it has ended.
class HeadClaimerTest {

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
    void theHeadsOfAllLanesAreClaimedAtOnceAndNothingElse() throws Exception {
        var endpoint = byKey();
        lineUp(endpoint, "a", 1, 2, 3);
        lineUp(endpoint, "b", 7, 9);
        var worker = worker();
        worker.sender.hold();

        worker.heads.sweep();

        assertThat(worker.heads.claimHinted()).isEqualTo(2);
        assertThat(inFlight()).containsExactly("a 1", "b 7");
        assertThat(DB.number("SELECT count(*) FROM lease")).as("one statement").isOne();
        worker.heads.sweep();
        assertThat(worker.heads.claimHinted()).isZero();
        worker.stop(2);
    }

    @Test
    void theEndOfAHeadIsTheTurnOfTheNext() throws Exception {
        lineUp(byKey(), "a", 1, 2, 4);
        var worker = worker();
        worker.heads.sweep();

        for (int i = 0; i < 3; i++) {
            assertThat(worker.heads.claimHinted()).isOne();
            worker.settle(1);
        }

        assertThat(DB.rows("SELECT state, lane, lane_sequence FROM delivery ORDER BY updated_at"))
                .containsExactlyInAnyOrder(
                        "delivered null 1", "delivered null 2", "delivered null 4");
        assertThat(worker.heads.claimHinted()).as("the lane is empty").isZero();
    }

    /// A promoted server may lack the settlement of a head that this process saw end.
    @Test
    void afterAPromotionALaneIsSearchedFromItsBeginning() throws Exception {
        long timeline = DB.number("SELECT wal_timeline()");
        var endpoint = byKey();
        lineUp(endpoint, "a", 1, 2, 3);
        var worker = worker();
        worker.heads.sweep();
        var before = Savepoint.of(DB);
        for (int i = 0; i < 2; i++) {
            worker.heads.claimHinted();
            worker.settle(1);
        }
        before.restore();

        try {
            DB.setTimeline(timeline + 1);
            worker.sender.hold();
            assertThat(worker.heads.claimHinted()).isOne();
            assertThat(inFlight()).containsExactly("a 1");
        } finally {
            DB.setTimeline(timeline);
        }
        worker.stop(1);
    }

    @Test
    void aHeadThatIsToBeRetriedHoldsUpItsLaneAndNoOther() throws Exception {
        var endpoint = byKey();
        lineUp(endpoint, "a", 1, 2);
        lineUp(endpoint, "b", 1, 2);
        var worker = worker();
        worker.sender.answer(new Outcome.Refused(500, null));
        worker.hints.arrived(lane(endpoint, "a"));
        worker.heads.claimHinted();
        worker.settle(1);
        worker.sender.answer(new Outcome.Accepted(200));

        worker.heads.sweep();

        assertThat(worker.heads.claimHinted()).as("of lane b").isOne();
        worker.settle(1);
        assertThat(worker.heads.claimHinted()).isOne();
        worker.settle(1);
        worker.heads.sweep();
        assertThat(worker.heads.claimHinted()).isZero();
        assertThat(worker.claimer.runOnce().claimed()).as("not due yet").isZero();
        assertThat(open()).containsExactly("a 1", "a 2");
        clock.set(NOON.plus(Duration.ofMinutes(2)));
        assertThat(worker.claimer.runOnce().claimed()).as("only the head").isOne();
        worker.settle(1);
        assertThat(worker.heads.claimHinted()).isOne();
        worker.settle(1);
        assertThat(open()).isEmpty();
    }

    @Test
    void processesThatClaimAtOnceTakeEachHeadOnce() throws Exception {
        var endpoint = byKey();
        for (int key = 0; key < 40; key++) {
            lineUp(endpoint, "k" + key, 1, 2);
        }
        var workers = new ArrayList<Worker>();
        var races = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 4; i++) {
            var worker = new Worker(DB, clock, 10 + i);
            worker.sender.hold();
            worker.heads.sweep();
            workers.add(worker);
            races.add(worker.heads::claimHinted);
        }

        var claimed = new ArrayList<Integer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var race : threads.invokeAll(races)) {
                claimed.add(race.get());
            }
        }

        assertThat(claimed.stream().mapToInt(Integer::intValue).sum()).isEqualTo(40);
        assertThat(inFlight()).hasSize(40).allMatch(row -> row.endsWith(" 1"));
        for (int i = 0; i < workers.size(); i++) {
            workers.get(i).stop(claimed.get(i));
        }
    }

    @Test
    void aPoisonPillFreesItsLane() throws Exception {
        var endpoint = fixtures.orderedEndpoint(Ordering.KEY, CONTINUE);
        var worker = worker();
        poison(worker, endpoint);

        assertThat(worker.heads.claimHinted()).isOne();
        worker.settle(1);

        assertThat(DB.rows("SELECT state, reason FROM delivery ORDER BY lane_sequence"))
                .containsExactly("failed exhausted", "delivered null");
        assertThat(DB.number("SELECT count(*) FROM lane_hold")).isZero();
    }

    @Test
    void orStopsItAndNoOtherUntilItIsReleased() throws Exception {
        var endpoint = fixtures.orderedEndpoint(Ordering.KEY, HOLD);
        var worker = worker();
        poison(worker, endpoint);
        lineUp(endpoint, "b", 1);

        worker.heads.sweep();
        assertThat(worker.heads.claimHinted()).as("of lane b").isOne();
        worker.settle(1);

        assertThat(open()).containsExactly("a 2");
        assertThat(
                        DB.rows(
                                """
                                SELECT lane, reason,
                                       delivery_id = (SELECT id
                                                        FROM delivery
                                                       WHERE state = 'failed')
                                  FROM lane_hold
                                """))
                .containsExactly("a exhausted t");
        worker.hints.arrived(lane(endpoint, "a"));
        assertThat(worker.heads.claimHinted()).as("however it is hinted at").isZero();

        DB.execute("DELETE FROM lane_hold");
        worker.heads.sweep();

        assertThat(worker.heads.claimHinted()).isOne();
        worker.settle(1);
        assertThat(open()).isEmpty();
    }

    @Test
    void waitingUsesUpNoTimeForRetriesButDoesUseUpTheExpiry() throws Exception {
        var endpoint = byKey();
        lineUp(endpoint, "a", 1);
        var expiresAt = NOON.plus(Duration.ofHours(200));
        fixtures.delivery().to(endpoint).inLane("a", 2).expires(expiresAt).insert();
        var worker = worker();
        worker.heads.sweep();
        worker.heads.claimHinted();
        worker.settle(1);

        clock.set(NOON.plus(Duration.ofHours(100)));
        worker.live();
        worker.sender.answer(new Outcome.Refused(500, null));
        assertThat(worker.heads.claimHinted()).isOne();
        worker.settle(1);

        assertThat(
                        DB.rows(
                                """
                                SELECT state, attempts, give_up_at = ?, expires_at = ?
                                  FROM delivery
                                 WHERE lane IS NOT NULL
                                """,
                                NOON.plus(Duration.ofHours(172)),
                                expiresAt))
                .containsExactly("pending 1 t t");
    }

    @Test
    void aHeadThatWentStaleWhileItWaitedIsNotAttempted() throws Exception {
        var endpoint = byKey();
        fixtures.delivery().to(endpoint).inLane("a", 1).expires(NOON.plusSeconds(5)).insert();
        lineUp(endpoint, "a", 2);
        var worker = worker();
        clock.set(NOON.plusSeconds(5));

        worker.heads.sweep();
        worker.heads.claimHinted();
        worker.settle(1);
        worker.heads.claimHinted();
        worker.settle(1);

        assertThat(DB.rows("SELECT state, attempts FROM delivery ORDER BY lane_sequence"))
                .containsExactly("expired 0", "delivered 1");
        assertThat(worker.sender.sent()).hasSize(1);
    }

    @Test
    void aHeadThatIsHandedBackStaysTheHead() throws Exception {
        lineUp(byKey(), "a", 1, 2);
        var worker = worker();
        worker.barelyLive();
        var other = new Worker(DB, clock, 2);
        other.heads.sweep();
        other.barelyLive();
        assertThat(other.heads.claimHinted()).as("not by one about to die").isZero();

        other.live();
        other.heads.sweep();
        other.sender.hold();
        other.heads.claimHinted();
        other.dispatcher.drain();
        DB.execute(
                "UPDATE delivery SET state = 'pending', lease = NULL, next_attempt_at = ?"
                        + " WHERE state = 'in_flight'",
                NOON);
        other.stop(1);
        DB.execute("DELETE FROM process WHERE id = ?", other.leases.life().processId());

        worker.live();
        worker.heads.sweep();
        assertThat(worker.heads.claimHinted()).isZero();
        assertThat(worker.claimer.runOnce().claimed()).isOne();
        worker.settle(1);
        assertThat(open()).as("the lost lease of the other wrote nothing").containsExactly("a 2");
        assertThat(worker.heads.claimHinted()).isOne();
        worker.settle(1);
    }

    @Test
    void aSettlementWithoutItsLeaseFreesNobody() throws Exception {
        lineUp(byKey(), "a", 1, 2);
        var worker = worker();
        worker.sender.hold();
        worker.heads.sweep();
        worker.heads.claimHinted();
        DB.execute("UPDATE delivery SET lease = gen_random_uuid() WHERE state = 'in_flight'");

        worker.stop(1);

        assertThat(worker.heads.claimHinted()).as("its hint was wrong").isZero();
        assertThat(open()).containsExactly("a 1", "a 2");
    }

    @Test
    void aFullEndpointsLanesWaitAndTakeTurns() throws Exception {
        var endpoint = byKey();
        for (int key = 0; key < 300; key++) {
            lineUp(endpoint, "k" + key, 1, 2);
        }
        var worker = worker();
        worker.sender.hold();
        worker.heads.sweep();

        var claimed =
                List.of(
                        worker.heads.claimHinted(),
                        worker.heads.claimHinted(),
                        worker.heads.claimHinted());

        assertThat(claimed).containsExactly(128, 128, 0);
        worker.stop(256);
        assertThat(worker.heads.claimHinted()).isEqualTo(128);
        worker.settle(128);
        assertThat(DB.number("SELECT count(*) FROM delivery WHERE lane_sequence = 1 AND lane > ''"))
                .as("every lane had its turn before one had two")
                .isZero();
    }

    @Test
    void whatStandsInTheLanesOfADeletedEndpointIsCancelled() throws Exception {
        var endpoint = byKey();
        lineUp(endpoint, "a", 1, 2, 3);
        var kept = byKey();
        lineUp(kept, "a", 1);
        var worker = worker();
        fixtures.endpoints().delete(endpoint.id(), new Scope(null, Mode.LIVE), Fixtures.ACT);
        worker.routes.refresh();

        assertThat(worker.heads.sweep().ended()).isEqualTo(3);

        assertThat(
                        DB.rows(
                                "SELECT state, reason FROM delivery WHERE endpoint_id = ?",
                                endpoint.id()))
                .containsOnly("cancelled endpoint_deleted");
        assertThat(open()).containsExactly("a 1");
    }

    @Test
    void aSweepLongerThanAPassGoesRound() throws Exception {
        var endpoint = byKey();
        DB.execute(
                """
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, attempts, refusals,
                    closing, retry_policy, give_up_at, lane, lane_sequence, updated_at)
                SELECT overlay(?::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, ?, 'live',
                       ?, 'a', ?, 'pending', 0, 0, false, 'live', now(), 'k' || n, 1, now()
                  FROM generate_series(1, 2500) n
                """,
                fixtures.ids().next(),
                Apps.DEFAULT,
                fixtures.event().id(),
                endpoint.id());
        var worker = worker();

        var passes =
                List.of(
                        worker.heads.sweep(),
                        worker.heads.sweep(),
                        worker.heads.sweep(),
                        worker.heads.sweep());

        assertThat(passes)
                .extracting(HeadClaimer.Sweep::lanes)
                .containsExactly(1000, 1000, 500, 1000);
        assertThat(passes).extracting(HeadClaimer.Sweep::found).containsExactly(1000, 1000, 500, 0);
        assertThat(passes)
                .extracting(HeadClaimer.Sweep::mayHaveMore)
                .containsExactly(true, true, false, false);
    }

    /// A partition is swept alone, so what stands first in it need not be the head.
    @Test
    void whatStandsBehindAHeadOfAnEarlierDayIsNotTakenForTheHead() throws Exception {
        var endpoint = byKey();
        fixtures.delivery()
                .to(endpoint)
                .inLane("a", 1)
                .attempted(1)
                .due(NOON.plusSeconds(60))
                .insert();
        clock.advance(Duration.ofDays(1));
        lineUp(endpoint, "a", 2);
        lineUp(endpoint, "b", 1);
        clock.set(NOON);
        var worker = worker();
        worker.sender.hold();

        assertThat(worker.heads.sweep().found()).isOne();
        assertThat(worker.heads.claimHinted()).isOne();

        assertThat(inFlight()).containsExactly("b 1");
        worker.stop(1);
    }

    /// The last attempt of the head of lane `a` fails, with another one behind it.
    private void poison(Worker worker, Endpoint endpoint) throws Exception {
        fixtures.delivery().to(endpoint).inLane("a", 1).attempted(9).due(NOON).insert();
        lineUp(endpoint, "a", 2);
        worker.sender.answer(new Outcome.Refused(500, null));
        worker.claimer.runOnce();
        worker.settle(1);
        worker.sender.answer(new Outcome.Accepted(200));
    }

    private Endpoint byKey() {
        return fixtures.orderedEndpoint(Ordering.KEY, CONTINUE);
    }

    private static OrderedLane lane(Endpoint endpoint, String key) {
        return new OrderedLane(endpoint.id(), key);
    }

    private List<UUID> lineUp(Endpoint endpoint, String key, long... places) {
        var ids = new ArrayList<UUID>();
        for (long place : places) {
            ids.add(fixtures.delivery().to(endpoint).inLane(key, place).insert());
        }
        return ids;
    }

    private Worker worker() {
        return new Worker(DB, clock, 1);
    }

    private static List<String> inFlight() {
        return DB.rows(
                "SELECT lane, lane_sequence FROM delivery WHERE state = 'in_flight' ORDER BY 1, 2");
    }

    private static List<String> open() {
        return DB.rows(
                "SELECT lane, lane_sequence FROM delivery WHERE lane IS NOT NULL ORDER BY 1, 2");
    }
}
