package dev.waybill.engine.dispatch;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.NextStep;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.domain.delivery.Progress;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// One claim from beginning to end: whether a request is made, and the recorded result.
class AttemptsTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Endpoint endpoint = fixtures.endpoint();
    private final Worker worker = new Worker(DB, clock, 1);
    private final UUID lease = fixtures.ids().next();

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void anAnswerIsWrittenDown() throws Exception {
        attempt(claim(null));

        assertThat(worker.sender.sent()).hasSize(1);
        assertThat(stateOfAll()).isEqualTo("delivered null 1");
    }

    @Test
    void aRefusalIsRetriedByThePolicy() throws Exception {
        worker.sender.answer(new Refused(500, null));

        attempt(claim(null));

        assertThat(stateOfAll()).isEqualTo("pending null 1");
        // A minute and a fifth of it, by dice of one half.
        assertThat(
                        DB.number(
                                "SELECT count(*) FROM delivery WHERE next_attempt_at = ?",
                                NOON.plusSeconds(72)))
                .isOne();
    }

    @Test
    void withoutAnAnswerTheFaultIsKept() throws Exception {
        worker.sender.answer(new Unanswered(Fault.CONNECT_REFUSED));

        attempt(claim(null));

        assertThat(DB.rows("SELECT outcome, status, fault FROM attempt"))
                .containsExactly("failed null connect_refused");
    }

    /// A local fault uses up no attempt, does not count against the endpoint, and goes to another
    /// node first.
    @Test
    void whatThisNodeCouldNotSendIsHandedBackAndNotCounted() throws Exception {
        worker.sender.answer(new NotSent(LocalFault.SOCKETS));

        attempt(claim(null));

        assertThat(stateOfAll()).isEqualTo("pending null 0");
        assertThat(DB.number("SELECT count(*) FROM attempt")).isZero();
        assertThat(DB.rows("SELECT cause, first_attempt_at FROM delivery"))
                .containsExactly("null null");
        assertThat(
                        DB.number(
                                "SELECT count(*) FROM delivery WHERE next_attempt_at >= ?",
                                NOON.plus(NextStep.HAND_BACK_PAUSE)))
                .isOne();
    }

    @Test
    void theTimeLimitIsTheEndpoints() throws Exception {
        attempt(claim(NOON.plusSeconds(15)));

        var sent = worker.sender.sent().getFirst();
        assertThat(sent.timeLimit()).isEqualTo(Duration.ofSeconds(15));
        assertThat(sent.cutByExpiry()).isFalse();
    }

    @Test
    void theExpiryCutsTheTimeLimit() throws Exception {
        worker.sender.answer(new Unanswered(Fault.EXPIRY));

        attempt(claim(NOON.plusSeconds(4)));

        var sent = worker.sender.sent().getFirst();
        assertThat(sent.timeLimit()).isEqualTo(Duration.ofSeconds(4));
        assertThat(sent.cutByExpiry()).isTrue();
        assertThat(stateOfAll()).isEqualTo("expired ttl 1");
    }

    @Test
    void aStaleEventIsNotSent() throws Exception {
        attempt(claim(NOON));

        assertThat(worker.sender.sent()).isEmpty();
        assertThat(stateOfAll()).isEqualTo("expired ttl 0");
        assertThat(DB.number("SELECT count(*) FROM attempt")).isZero();
    }

    @Test
    void aDeletedEndpointIsNotCalled() throws Exception {
        var claim = claim(null);
        fixtures.endpoints().delete(endpoint.id(), new Scope(null, Mode.LIVE), Fixtures.ACT);
        worker.routes.refresh();

        attempt(claim);

        assertThat(worker.sender.sent()).isEmpty();
        assertThat(stateOfAll()).isEqualTo("cancelled endpoint_deleted 0");
    }

    @Test
    void aPausedEndpointIsNotCalledAndNothingIsUsedUp() throws Exception {
        var claim = claim(null);
        fixtures.actor(endpoint, EndpointAction.PAUSE);
        worker.routes.refresh();

        attempt(claim);

        assertThat(worker.sender.sent()).isEmpty();
        assertThat(stateOfAll()).isEqualTo("pending null 0");
    }

    @Test
    void aDisabledEndpointIsNotCalled() throws Exception {
        var claim = claim(null);
        fixtures.actor(endpoint, EndpointAction.DISABLE);
        worker.routes.refresh();

        attempt(claim);

        assertThat(worker.sender.sent()).isEmpty();
        assertThat(stateOfAll()).isEqualTo("failed endpoint_disabled 0");
    }

    /// Committed through another process a second ago; this process does not know it yet.
    @Test
    void noAttemptBeginsByRoutesThatAreStale() throws Exception {
        var claim = claim(null);
        fixtures.actor(endpoint, EndpointAction.PAUSE);
        worker.routesNanos.addAndGet(Attempts.ROUTES_AGE_MAX.toNanos());

        attempt(claim);

        assertThat(worker.sender.sent()).isEmpty();
        assertThat(stateOfAll()).isEqualTo("pending null 0");
    }

    @Test
    void whoIsCutOffFromTheDatabaseHandsBack() throws Exception {
        var claim = claim(null);
        worker.cable.cut();
        worker.routesNanos.addAndGet(Attempts.ROUTES_AGE_MAX.toNanos());

        attempt(claim);

        assertThat(worker.sender.sent()).isEmpty();
        assertThat(stateOfAll()).isEqualTo("pending null 0");
        assertThat(DB.number("SELECT count(*) FROM delivery WHERE next_attempt_at = ?", NOON))
                .isOne();
    }

    @Test
    void aDatabaseThatIsAwayForLessThanASecondHoldsNothingUp() throws Exception {
        var claim = claim(null);
        worker.cable.cut();
        worker.routesNanos.addAndGet(Attempts.ROUTES_AGE_MAX.toNanos() - 1);

        attempt(claim);

        assertThat(stateOfAll()).isEqualTo("delivered null 1");
    }

    @Test
    void anEndpointThatIsGoneIsDisabledWithinOneAttempt() throws Exception {
        var claim = claim(null);
        fixtures.delivery().to(endpoint).due(NOON.plusSeconds(60)).insert();
        worker.sender.answer(new Refused(410, null));

        attempt(claim);
        worker.claimer.runOnce();

        assertThat(DB.rows("SELECT state, state_reason FROM endpoint"))
                .containsExactly("disabled gone");
        assertThat(DB.rows("SELECT to_state, reason, actor FROM endpoint_state_change"))
                .containsExactly("disabled gone waybill");
        assertThat(stateOfAll()).isEqualTo("failed gone 1, failed endpoint_disabled 0");
    }

    /// A crash in between leaves a disabled endpoint or a delivery that will be answered 410 again,
    /// never a settled 410 without its consequence.
    @Test
    void anEndpointIsDisabledBeforeItsAnswerIsWrittenDown() throws Exception {
        var claim = claim(null);
        worker.sender.answer(new Refused(410, null));

        worker.attempts.attempt(claim);

        assertThat(DB.rows("SELECT state FROM endpoint")).containsExactly("disabled");
        assertThat(stateOfAll()).isEqualTo("in_flight null 0");
        worker.settle(1);
    }

    @Test
    void anEndpointNewerThanOurRoutesIsNotTakenForDeleted() throws Exception {
        var newer = fixtures.endpoint();
        var delivery = fixtures.delivery().to(newer).inFlight(lease).insert();
        worker.leases.hold(lease, worker.leases.life(), 1);
        var progress = Progress.fresh(NOON.plusSeconds(3_600), null);

        attempt(fixtures.claim(delivery, newer.id(), lease, progress));

        assertThat(stateOfAll()).isEqualTo("delivered null 1");
    }

    @Test
    void aWindowThatClosedWhileItWaitedEndsIt() throws Exception {
        var claim = claim(null);
        clock.set(NOON.plus(Duration.ofHours(72)));
        worker.live();

        attempt(claim);

        assertThat(worker.sender.sent()).isEmpty();
        assertThat(stateOfAll()).isEqualTo("expired deadline 0");
    }

    @Test
    void noAttemptBeginsThatTheLeaseDoesNotCover() throws Exception {
        var claim = claim(null);
        worker.barelyLive();

        attempt(claim);

        assertThat(worker.sender.sent()).isEmpty();
        assertThat(stateOfAll()).isEqualTo("pending null 0");
        assertThat(DB.number("SELECT count(*) FROM delivery WHERE next_attempt_at = ?", NOON))
                .isOne();
    }

    @Test
    void noAttemptBeginsUnderALeaseThatIsNotHeld() throws Exception {
        var claim = claim(null);
        worker.leases.forget(lease);

        attempt(claim);

        assertThat(worker.sender.sent()).isEmpty();
        assertThat(stateOfAll()).isEqualTo("pending null 0");
    }

    private void attempt(Claim claim) throws InterruptedException {
        worker.attempts.attempt(claim);
        worker.settle(1);
    }

    private Claim claim(@Nullable Instant expiresAt) {
        var fixture = fixtures.delivery().to(endpoint).inFlight(lease);
        var delivery = (expiresAt == null ? fixture : fixture.expires(expiresAt)).insert();
        worker.leases.hold(lease, worker.leases.life(), 1);
        var progress = Progress.fresh(NOON.plus(Duration.ofHours(72)), expiresAt);
        return fixtures.claim(delivery, endpoint.id(), lease, progress);
    }

    private static String stateOfAll() {
        return String.join(
                ", ", DB.rows("SELECT state, reason, attempts FROM delivery ORDER BY id"));
    }
}
