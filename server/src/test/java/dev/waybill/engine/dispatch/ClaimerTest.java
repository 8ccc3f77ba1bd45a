package dev.waybill.engine.dispatch;

import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.dispatch.Claimer.Pass;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
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

class ClaimerTest {

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
    void onlyWhatIsDueIsClaimed() throws Exception {
        var endpoint = fixtures.endpoint();
        var due = fixtures.delivery().to(endpoint).due(NOON).insert();
        fixtures.delivery().to(endpoint).due(NOON.plusMillis(1)).insert();
        var worker = worker();
        worker.sender.hold();

        assertThat(worker.claimer.runOnce()).isEqualTo(new Pass(1, 0, false));

        assertThat(DB.rows("SELECT id FROM delivery WHERE state = 'in_flight'"))
                .containsExactly(due.toString());
        worker.stop(1);
    }

    @Test
    void whatFallsDueLaterIsClaimedThen() throws Exception {
        fixtures.delivery().to(fixtures.endpoint()).due(NOON.plusSeconds(60)).insert();
        var worker = worker();

        assertThat(worker.claimer.runOnce().claimed()).isZero();
        clock.set(NOON.plusSeconds(60));
        assertThat(worker.claimer.runOnce().claimed()).isOne();
        worker.stop(1);
    }

    @Test
    void aClaimIsLeasedAndTheLeaseIsHeld() throws Exception {
        var delivery = fixtures.delivery().to(fixtures.endpoint()).insert();
        var worker = worker();
        worker.sender.hold();

        worker.claimer.runOnce();

        var process = worker.leases.life().processId();
        assertThat(DB.rows("SELECT process_id, unnest(delivery_ids) FROM lease"))
                .containsExactly(process + " " + delivery);
        assertThat(DB.rows("SELECT token = (SELECT lease FROM delivery) FROM lease"))
                .containsExactly("t");
        assertThat(worker.leases.count()).isOne();
        worker.stop(1);
        assertThat(worker.leases.count()).isZero();
    }

    @Test
    void anAttemptGoesOnWhereTheLastOneEnded() throws Exception {
        var delivery = fixtures.delivery().to(fixtures.endpoint()).attempted(3).insert();
        var worker = worker();

        worker.claimer.runOnce();
        worker.settle(1);

        var sent = worker.sender.sent().getFirst();
        assertThat(sent.header("waybill-delivery")).isEqualTo(IdKind.DELIVERY.format(delivery));
        assertThat(sent.header("waybill-attempt")).isEqualTo("4");
        assertThat(new String(sent.request().body(), UTF_8)).endsWith("\"data\":{}}");
        assertThat(DB.rows("SELECT state, attempts FROM delivery")).containsExactly("delivered 4");
        assertThat(DB.rows("SELECT attempt FROM attempt")).containsExactly("4");
    }

    @Test
    void nothingDueTakesNoLease() throws Exception {
        var worker = worker();

        assertThat(worker.claimer.runOnce()).isEqualTo(new Pass(0, 0, false));
        assertThat(DB.number("SELECT count(*) FROM lease")).isZero();
        assertThat(worker.leases.count()).isZero();
    }

    @Test
    void noMoreIsClaimedThanTheLaneHasRoomFor() throws Exception {
        var endpoint = fixtures.endpointThatTakes(1);
        for (int i = 0; i < 300; i++) {
            fixtures.delivery().to(endpoint).insert();
        }
        var worker = worker();
        worker.sender.hold();

        var claimed =
                List.of(
                        worker.claimer.runOnce().claimed(),
                        worker.claimer.runOnce().claimed(),
                        worker.claimer.runOnce().claimed());

        assertThat(claimed).containsExactly(128, 128, 0);
        assertThat(DB.number("SELECT count(*) FROM delivery WHERE state = 'pending'"))
                .isEqualTo(44);
        worker.stop(256);
        assertThat(worker.claimer.refill()).as("the lane asks for the rest").isEqualTo(44);
        worker.stop(44);
    }

    @Test
    void whatIsDueLongestIsClaimedFirst() throws Exception {
        var endpoint = fixtures.endpoint();
        for (int i = 0; i < 130; i++) {
            fixtures.delivery().to(endpoint).due(NOON.minusSeconds(i)).insert();
        }
        var worker = worker();
        worker.sender.hold();

        worker.claimer.runOnce();

        assertThat(
                        DB.number(
                                "SELECT count(*) FROM delivery WHERE next_attempt_at >= ?",
                                NOON.minusSeconds(1)))
                .isEqualTo(2);
        worker.stop(128);
    }

    @Test
    void aProcessThatIsAboutToBeTakenForDeadClaimsNothing() throws Exception {
        fixtures.delivery().to(fixtures.endpoint()).insert();
        var worker = worker();
        worker.barelyLive();

        assertThat(worker.claimer.runOnce().claimed()).isZero();
        assertThat(DB.rows("SELECT state FROM delivery")).containsExactly("pending");
    }

    @Test
    void twoProcessesNeverTakeTheSameDelivery() throws Exception {
        for (int i = 0; i < 10; i++) {
            var endpoint = fixtures.endpoint();
            for (int j = 0; j < 40; j++) {
                fixtures.delivery().to(endpoint).insert();
            }
        }
        var workers = List.of(new Worker(DB, clock, 1), new Worker(DB, clock, 2));

        var passes =
                workers.stream()
                        .<Callable<Integer>>map(worker -> () -> worker.claimer.runOnce().claimed())
                        .toList();
        int claimed = 0;
        var counts = new ArrayList<Integer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var pass : threads.invokeAll(passes)) {
                counts.add(pass.get());
                claimed += pass.get();
            }
        }
        // A pass skips rows that the other has locked; a later pass finds the rest.
        int left = workers.getFirst().claimer.runOnce().claimed();
        workers.get(0).settle(counts.get(0) + left);
        workers.get(1).settle(counts.get(1));

        assertThat(claimed + left).isEqualTo(400);
        assertThat(
                        workers.stream()
                                .flatMap(worker -> worker.sender.sent().stream())
                                .map(sent -> sent.header("waybill-delivery")))
                .hasSize(400)
                .doesNotHaveDuplicates();
        assertThat(DB.rows("SELECT state, count(*) FROM delivery GROUP BY 1"))
                .containsExactly("delivered 400");
    }

    @Test
    void whatWaitsForADeletedEndpointIsCancelled() throws Exception {
        var endpoint = fixtures.endpoint();
        fixtures.delivery().to(endpoint).insert();
        fixtures.delivery().to(endpoint).due(NOON.plusSeconds(3_600)).insert();
        var worker = worker();
        fixtures.endpoints().delete(endpoint.id(), new Scope(null, Mode.LIVE), Fixtures.ACT);
        worker.routes.refresh();

        assertThat(worker.claimer.runOnce()).isEqualTo(new Pass(0, 2, true));

        assertThat(DB.rows("SELECT state, reason, next_attempt_at FROM delivery"))
                .hasSize(2)
                .containsOnly("cancelled endpoint_deleted null");
        assertThat(worker.sender.sent()).isEmpty();
    }

    @Test
    void whatWaitsForADisabledEndpointFails() throws Exception {
        var endpoint = fixtures.endpoint();
        fixtures.delivery().to(endpoint).insert();
        fixtures.delivery().to(endpoint).due(NOON.plusSeconds(3_600)).insert();
        var worker = worker();
        fixtures.actor(endpoint, EndpointAction.DISABLE);
        worker.routes.refresh();

        assertThat(worker.claimer.runOnce()).isEqualTo(new Pass(0, 2, true));

        assertThat(DB.rows("SELECT state, reason, next_attempt_at FROM delivery"))
                .hasSize(2)
                .containsOnly("failed endpoint_disabled null");
    }

    /// Our routes may still show it as disabled when it is enabled again and has new deliveries.
    @Test
    void whatWaitsForAnEndpointEnabledMeanwhileDoesNotFail() throws Exception {
        var endpoint = fixtures.endpoint();
        fixtures.actor(endpoint, EndpointAction.DISABLE);
        var worker = worker();
        fixtures.actor(endpoint, EndpointAction.ENABLE);
        fixtures.delivery().to(endpoint).insert();

        assertThat(worker.claimer.runOnce()).isEqualTo(new Pass(1, 0, false));
        worker.stop(1);
    }

    @Test
    void nothingIsClaimedForAPausedEndpointUntilItIsResumed() throws Exception {
        var endpoint = fixtures.endpoint();
        fixtures.delivery().to(endpoint).insert();
        fixtures.delivery().to(endpoint).attempted(2).insert();
        fixtures.actor(endpoint, EndpointAction.PAUSE);
        var worker = worker();

        assertThat(worker.claimer.runOnce()).isEqualTo(new Pass(0, 0, false));

        clock.advance(Duration.ofMinutes(5));
        fixtures.actor(endpoint, EndpointAction.RESUME);
        worker.routes.refresh();
        assertThat(worker.claimer.runOnce()).isEqualTo(new Pass(2, 0, false));
        worker.settle(1);
        clock.advance(Duration.ofMillis(200));
        worker.alarm.ring();
        worker.settle(1);
    }

    @Test
    void theClockOfRetriesStandsStillWhilePausedButNotTheExpirys() throws Exception {
        var endpoint = fixtures.endpoint();
        var giveUpAt = NOON.plus(Duration.ofHours(72));
        var expiresAt = NOON.plus(Duration.ofHours(80));
        fixtures.delivery().to(endpoint).attempted(2).expires(expiresAt).insert();
        var worker = worker();
        pause(endpoint, Duration.ofMinutes(3));
        pause(endpoint, Duration.ofMinutes(4));
        worker.routes.refresh();
        worker.sender.hold();

        worker.claimer.runOnce();

        assertThat(
                        DB.number(
                                """
                                SELECT count(*)
                                  FROM delivery
                                 WHERE give_up_at = ?
                                   AND first_attempt_at = ?
                                   AND expires_at = ?
                                   AND pause_mark = 420000
                                """,
                                giveUpAt.plus(Duration.ofMinutes(7)),
                                NOON.minusSeconds(60).plus(Duration.ofMinutes(7)),
                                expiresAt))
                .isOne();
        worker.stop(1);
    }

    @Test
    void aPauseIsAddedOnceHoweverOftenADeliveryIsClaimed() throws Exception {
        var endpoint = fixtures.endpoint();
        fixtures.delivery().to(endpoint).insert();
        pause(endpoint, Duration.ofMinutes(3));
        var worker = worker();
        worker.sender.answer(new Outcome.Refused(500, null));

        worker.claimer.runOnce();
        worker.settle(1);
        clock.advance(Duration.ofMinutes(2));
        worker.claimer.runOnce();
        worker.settle(1);

        assertThat(
                        DB.number(
                                "SELECT attempts FROM delivery WHERE give_up_at = ?",
                                NOON.plus(Duration.ofHours(72)).plus(Duration.ofMinutes(3))))
                .isEqualTo(2);
    }

    private void pause(Endpoint endpoint, Duration length) {
        fixtures.actor(endpoint, EndpointAction.PAUSE);
        clock.advance(length);
        fixtures.actor(endpoint, EndpointAction.RESUME);
    }

    @Test
    void anEndpointNewerThanOurRoutesIsNotTakenForDeleted() throws Exception {
        var worker = worker();
        fixtures.delivery().to(fixtures.endpoint()).insert();

        assertThat(worker.claimer.runOnce()).isEqualTo(new Pass(1, 0, false));
        worker.stop(1);
    }

    /// Otherwise a living process would hold it for ever, and no rescue would take it.
    @Test
    void aClaimWhoseEventCannotBeFetchedGoesBack() throws Exception {
        fixtures.delivery().to(fixtures.endpoint()).insert();
        var worker = worker();

        DB.execute("ALTER TABLE event RENAME TO event_away");
        try {
            worker.claimer.runOnce();
        } finally {
            DB.execute("ALTER TABLE event_away RENAME TO event");
        }
        worker.settle(1);

        assertThat(DB.rows("SELECT state, attempts FROM delivery")).containsExactly("pending 0");
        assertThat(worker.leases.count()).isZero();
        assertThat(worker.sender.sent()).isEmpty();
    }

    @Test
    void aScanLongerThanOnePassGoesRound() throws Exception {
        int endpoints = DueScan.ENDPOINTS_PER_PASS_MAX + 10;
        insertDeliveries(endpoints, 1);
        var worker = worker();

        var passes = List.of(worker.claimer.runOnce(), worker.claimer.runOnce());

        assertThat(passes)
                .containsExactly(
                        new Pass(DueScan.ENDPOINTS_PER_PASS_MAX, 0, true), new Pass(10, 0, false));
        worker.settle(endpoints);
    }

    @Test
    void aPassThatTookAllItMaySaysThatThereMayBeMore() throws Exception {
        insertDeliveries(20, 128);
        var worker = worker();
        worker.sender.hold();

        var first = worker.claimer.runOnce();
        var second = worker.claimer.runOnce();

        assertThat(first).isEqualTo(new Pass(Claimer.CLAIMED_PER_PASS_MAX, 0, true));
        assertThat(
                        DB.number(
                                """
                                SELECT count(DISTINCT endpoint_id)
                                  FROM delivery
                                 WHERE state = 'in_flight'
                                """))
                .as("each got a share")
                .isEqualTo(20);
        assertThat(second).isEqualTo(new Pass(560, 0, false));
        worker.stop(2_560);
    }

    /// By SQL, because a thousand of anything takes long one by one.
    private void insertDeliveries(int endpoints, int each) {
        var event = fixtures.event();
        var template = fixtures.endpoint();
        var prefix = Ids.lowestAt(NOON).toString().substring(0, 24);
        var ids = new UUID[endpoints];
        var secrets = new String[endpoints];
        for (int i = 0; i < endpoints; i++) {
            ids[i] = UUID.fromString(prefix + "%012x".formatted(i + 1));
            secrets[i] = fixtures.sealedSecret(ids[i]);
        }
        DB.execute(
                """
                INSERT INTO endpoint (
                    id, app_id, mode, url, description, event_types, timeout_ms, max_in_flight,
                    signature, secret_sealed, state, state_since, paused_ms, created_at,
                    updated_at, routing_version)
                SELECT copy.id, app_id, mode, url, description, event_types, timeout_ms,
                       max_in_flight, signature, decode(copy.secret, 'hex'), state, state_since,
                       paused_ms, created_at, updated_at, routing_version
                  FROM endpoint
                 CROSS JOIN unnest(?, ?) AS copy (id, secret)
                 WHERE endpoint.id = ?
                """,
                ids,
                secrets,
                template.id());
        DB.execute(
                """
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, attempts, refusals,
                    closing, retry_policy, next_attempt_at, give_up_at, updated_at)
                SELECT (left(endpoint.id::text, 19) || lpad(to_hex(n), 4, '0')
                           || right(endpoint.id::text, 13))::uuid,
                       app_id, mode, ?, 'a.b', endpoint.id, 'pending', 0, 0, false, 'live',
                       created_at, created_at + interval '1 day', created_at
                  FROM endpoint
                 CROSS JOIN generate_series(1, ?) n
                 WHERE id <> ?
                """,
                event.id(),
                each,
                template.id());
    }

    private Worker worker() {
        return new Worker(DB, clock, 1);
    }
}
