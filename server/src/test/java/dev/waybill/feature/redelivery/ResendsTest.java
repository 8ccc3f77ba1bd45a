package dev.waybill.feature.redelivery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.stats.Tally;
import dev.waybill.feature.redelivery.Resends.Result;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResendsTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Scope ALL = new Scope(null, Mode.LIVE);

    private static final Actor ACT = new Actor("key_1", "203.0.113.7", "req_1");

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Resends resends = process();
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

    /// Another process, with its own routes.
    private Resends process() {
        var routes = new RoutingTable(DB.database(), System::nanoTime);
        return new Resends(
                DB.database(),
                new Redeliver(routes, new Tally(clock), clock, fixtures.ids()),
                new Audit(DB.database(), clock, fixtures.ids()),
                clock);
    }

    @Test
    void aResendIsANewDeliveryLinkedToTheOld() throws SQLException {
        var old = fixtures.delivery().to(endpoint).attempted(3).failed("exhausted").insert();
        clock.advance(Duration.ofHours(1));

        var made = resent(resends.resend(ACT, old, ALL, null, null));

        assertThat(
                        DB.rows(
                                """
                                SELECT again.state, again.attempts, again.replayed,
                                       again.replay_of = old.id, again.event_id = old.event_id,
                                       again.endpoint_id = old.endpoint_id,
                                       again.next_attempt_at = ?, again.give_up_at - ?::timestamptz
                                  FROM delivery again
                                  JOIN delivery old ON old.id = ?
                                 WHERE again.id = ?
                                """,
                                clock.instant(),
                                clock.instant(),
                                old,
                                made))
                .containsExactly("pending 0 t t t t t 3 days");
        assertThat(DB.rows("SELECT state, reason, attempts FROM delivery WHERE id = ?", old))
                .containsExactly("failed exhausted 3");
    }

    /// Its day is about to be dropped, and its events have been collected already.
    @Test
    void theEventOfAResendIsNotedWhileItsDayIsForgotten() throws SQLException {
        var old = fixtures.delivery().to(endpoint).attempted(3).failed("exhausted").insert();
        resent(resends.resend(ACT, old, ALL, null, null));
        assertThat(DB.number("SELECT count(*) FROM compaction_journal")).isZero();

        DB.execute(
                """
                INSERT INTO compaction (
                    table_name, sources, from_id, until_id, phase, position)
                SELECT 'event', '{event_20260501}', '00000000-0000-0000-0000-000000000000', ?,
                       'ready', '00000000-0000-0000-0000-000000000000'
                """,
                Ids.lowestAt(clock.instant().plusSeconds(1)));
        try {
            resent(resends.resend(ACT, old, ALL, null, null));

            assertThat(DB.rows("SELECT table_name, id FROM compaction_journal"))
                    .isEqualTo(DB.rows("SELECT 'event', event_id FROM delivery WHERE id = ?", old));
        } finally {
            DB.execute("DELETE FROM compaction");
            DB.execute("DELETE FROM compaction_journal");
        }
    }

    @Test
    void whoResentWhatIsAudited() throws SQLException {
        var old = fixtures.delivery().to(endpoint).failed("exhausted").insert();

        var made = resent(resends.resend(ACT, old, ALL, null, null));

        assertThat(
                        DB.rows(
                                """
                                SELECT actor, action, object_id, after ->> 'delivery_id'
                                  FROM audit
                                 WHERE action LIKE 'delivery.%'
                                """))
                .containsExactly(
                        String.join(
                                " ",
                                "key_1",
                                "delivery.resent",
                                IdKind.DELIVERY.format(old),
                                IdKind.DELIVERY.format(made)));
    }

    @Test
    void whatIsOpenIsNotSentTwice() throws SQLException {
        var pending = fixtures.delivery().to(endpoint).insert();
        var inFlight = fixtures.delivery().to(endpoint).inFlight(fixtures.ids().next()).insert();

        assertThat(resends.resend(ACT, pending, ALL, null, null))
                .isEqualTo(new Result.StillOpen(DeliveryState.PENDING));
        assertThat(resends.resend(ACT, inFlight, ALL, null, null))
                .isEqualTo(new Result.StillOpen(DeliveryState.IN_FLIGHT));
        assertThat(DB.number("SELECT count(*) FROM delivery WHERE replayed")).isZero();
    }

    @Test
    void nothingIsSentAgainAfterTheExpiry() throws SQLException {
        var expiresAt = NOON.plusSeconds(60);
        var old = fixtures.delivery().to(endpoint).expires(expiresAt).failed("permanent").insert();

        var later = resends.resend(ACT, old, ALL, Duration.ofSeconds(60), null);
        resent(resends.resend(ACT, old, ALL, Duration.ofSeconds(59), null));
        clock.advance(Duration.ofSeconds(60));
        var stale = resends.resend(ACT, old, ALL, null, null);

        assertThat(later).isEqualTo(new Result.Refused(new Redelivery.Stale(expiresAt)));
        assertThat(stale).isEqualTo(later);
    }

    @Test
    void theTimeThatRemainsPicksThePolicy() throws SQLException {
        var old =
                fixtures.delivery()
                        .to(endpoint)
                        .expires(NOON.plus(Duration.ofMinutes(10)))
                        .failed("permanent")
                        .insert();

        var soon = resent(resends.resend(ACT, old, ALL, null, null));
        var late = resent(resends.resend(ACT, old, ALL, Duration.ofMinutes(9), null));

        assertThat(policyOf(soon)).isEqualTo("short");
        assertThat(policyOf(late)).isEqualTo("brief");
    }

    @Test
    void anEndpointThatTakesNothingIsSaidSo() throws SQLException {
        var old = fixtures.delivery().to(endpoint).failed("gone").insert();

        fixtures.actor(endpoint, EndpointAction.DISABLE);
        var disabled = resends.resend(ACT, old, ALL, null, null);
        fixtures.actor(endpoint, EndpointAction.ENABLE);
        fixtures.actor(endpoint, EndpointAction.PAUSE);
        var paused = resends.resend(ACT, old, ALL, null, null);
        fixtures.endpoints().delete(endpoint.id(), ALL, ACT);
        var deleted = resends.resend(ACT, old, ALL, null, null);

        assertThat(disabled).isEqualTo(new Result.Refused(new Redelivery.EndpointDisabled()));
        assertThat(paused).isInstanceOf(Result.Resent.class);
        assertThat(deleted).isEqualTo(new Result.Refused(new Redelivery.EndpointGone()));
        // A refused resend does not count.
        assertThat(DB.number("SELECT cardinality(times) FROM send_window")).isEqualTo(1);
    }

    @Test
    void theSameRequestSendsOnce() throws SQLException {
        var old = fixtures.delivery().to(endpoint).failed("exhausted").insert();
        var key = new IdempotencyKey("k", new byte[32]);
        var another = new byte[32];
        another[0] = 1;

        var first = resent(resends.resend(ACT, old, ALL, null, key));
        var again = process().resend(ACT, old, ALL, null, key);
        var other = resends.resend(ACT, old, ALL, null, new IdempotencyKey("k", another));

        assertThat(again).isEqualTo(new Result.Repeated(first));
        assertThat(other).isEqualTo(new Result.Clash());
        assertThat(DB.number("SELECT count(*) FROM delivery WHERE replay_of = ?", old)).isOne();
        assertThat(DB.number("SELECT cardinality(times) FROM send_window")).isEqualTo(1);
    }

    @Test
    void aHundredAMinuteAndTheWindowSlides() throws SQLException {
        var old = fixtures.delivery().to(endpoint).failed("exhausted").insert();
        var elsewhere = fixtures.delivery().to(fixtures.endpoint()).failed("gone").insert();
        for (int i = 0; i < SendWindow.Kind.RESEND.max(); i++) {
            resent(resends.resend(ACT, old, ALL, null, null));
            clock.advance(Duration.ofMillis(100));
        }

        assertThat(resends.resend(ACT, old, ALL, null, null))
                .isEqualTo(new Result.TooMany(Duration.ofSeconds(50)));
        resent(resends.resend(ACT, elsewhere, ALL, null, null));
        clock.advance(Duration.ofMillis(49_999));
        assertThat(resends.resend(ACT, old, ALL, null, null))
                .isEqualTo(new Result.TooMany(Duration.ofMillis(1)));
        clock.advance(Duration.ofMillis(1));
        resent(resends.resend(ACT, old, ALL, null, null));
        assertThat(resends.resend(ACT, old, ALL, null, null))
                .isEqualTo(new Result.TooMany(Duration.ofMillis(100)));
    }

    @Test
    void processesCountTogether() throws Exception {
        var old = fixtures.delivery().to(endpoint).failed("exhausted").insert();
        var asked = new ArrayList<Callable<Result>>();
        for (int process = 0; process < 4; process++) {
            var its = process();
            for (int i = 0; i < 30; i++) {
                asked.add(() -> its.resend(ACT, old, ALL, null, null));
            }
        }

        int sent = 0;
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var answer : threads.invokeAll(asked)) {
                sent += answer.get() instanceof Result.Resent ? 1 : 0;
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }

        assertThat(sent).isEqualTo(SendWindow.Kind.RESEND.max());
        assertThat(DB.number("SELECT count(*) FROM delivery WHERE replay_of = ?", old))
                .isEqualTo(SendWindow.Kind.RESEND.max());
    }

    private static UUID resent(Result result) {
        if (result instanceof Result.Resent(var id)) {
            return id;
        }
        throw new AssertionError(result);
    }

    private static String policyOf(UUID id) {
        return DB.rows("SELECT retry_policy FROM delivery WHERE id = ?", id).getFirst();
    }
}
