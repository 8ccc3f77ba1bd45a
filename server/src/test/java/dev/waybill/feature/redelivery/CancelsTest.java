package dev.waybill.feature.redelivery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.event.Event;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.feature.redelivery.Cancels.Many;
import dev.waybill.feature.redelivery.Cancels.OfEvent;
import dev.waybill.feature.redelivery.Cancels.Result;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class CancelsTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Scope ALL = new Scope(null, Mode.LIVE);
    private static final Actor ACT = new Actor("key_1", "203.0.113.7", "req_1");
    private static final String DEEDS = " FROM audit WHERE actor = 'key_1'";
    private static final ObjectNode CRITERIA =
            JsonNodeFactory.instance.objectNode().put("event_type", "invoice.paid");

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final List<OrderedLane> freed = new ArrayList<>();
    private final Cancels cancels =
            new Cancels(
                    DB.database(),
                    new Audit(DB.database(), clock, fixtures.ids()),
                    clock,
                    freed::add);
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
    void whatWaitsIsCancelledOnceAndAudited() {
        var id = fixtures.delivery().to(endpoint).attempted(2).insert();

        assertThat(cancels.cancel(ACT, id, ALL)).isEqualTo(new Result.Cancelled());
        assertThat(cancels.cancel(ACT, id, ALL))
                .isEqualTo(new Result.TooLate(DeliveryState.CANCELLED));

        assertThat(stateOf(id)).isEqualTo("cancelled cancelled 2 null null");
        assertThat(DB.rows("SELECT actor, action" + DEEDS))
                .containsExactly("key_1 delivery.cancelled");
    }

    @Test
    void whatIsUnderWayOrEndedStaysAsItIs() {
        var inFlight = fixtures.delivery().to(endpoint).inFlight(fixtures.ids().next()).insert();
        var failed = fixtures.delivery().to(endpoint).failed("gone").insert();

        assertThat(cancels.cancel(ACT, inFlight, ALL))
                .isEqualTo(new Result.TooLate(DeliveryState.IN_FLIGHT));
        assertThat(cancels.cancel(ACT, failed, ALL))
                .isEqualTo(new Result.TooLate(DeliveryState.FAILED));
        assertThat(cancels.cancel(ACT, fixtures.ids().next(), ALL))
                .isEqualTo(new Result.NoSuchDelivery());
        assertThat(cancels.cancel(ACT, failed, new Scope(null, Mode.TEST)))
                .isEqualTo(new Result.NoSuchDelivery());
        assertThat(DB.number("SELECT count(*)" + DEEDS)).isZero();
    }

    /// A claim that commits first wins, and the cancel sees it after the commit.
    @Test
    void aClaimAndACancelCannotBothHaveIt() throws Exception {
        var id = fixtures.delivery().to(endpoint).insert();
        Result result;
        try (var claim = DB.database().engine();
                var threads = Executors.newSingleThreadExecutor()) {
            claim.setAutoCommit(false);
            try (var statement =
                    claim.prepareStatement(
                            "UPDATE delivery SET state = 'in_flight', next_attempt_at = NULL,"
                                    + " lease = gen_random_uuid() WHERE id = ?")) {
                statement.setObject(1, id);
                statement.executeUpdate();
            }
            var cancel = threads.submit(() -> cancels.cancel(ACT, id, ALL));
            Eventually.get(
                    () ->
                            DB.number(
                                    "SELECT count(*) FROM pg_stat_activity WHERE datname ="
                                            + " current_database() AND wait_event_type = 'Lock'"),
                    waiting -> waiting == 1);
            claim.commit();
            result = cancel.get();
        }

        assertThat(result).isEqualTo(new Result.TooLate(DeliveryState.IN_FLIGHT));
    }

    @Test
    void aHeadThatIsCancelledFreesItsLane() {
        var ordered = fixtures.orderedEndpoint(Ordering.KEY, OnExhausted.CONTINUE);
        var head = fixtures.delivery().to(ordered).attempted(1).inLane("k", 1).due(NOON).insert();
        fixtures.delivery().to(ordered).inLane("k", 2).insert();

        cancels.cancel(ACT, head, ALL);

        assertThat(freed).containsExactly(new OrderedLane(ordered.id(), "k"));
        assertThat(DB.number("SELECT min(lane_sequence) FROM delivery WHERE lane = 'k'"))
                .isEqualTo(2);
    }

    @Test
    void aFilterTakesWhatWaitsAndMatches() throws SQLException {
        var other = fixtures.endpoint();
        var due = fixtures.delivery().to(endpoint).insert();
        var later = fixtures.delivery().to(endpoint).due(NOON.plusSeconds(3_600)).insert();
        var lined = fixtures.delivery().to(endpoint).inLane("k", 1).insert();
        var inFlight = fixtures.delivery().to(endpoint).inFlight(fixtures.ids().next()).insert();
        var elsewhere = fixtures.delivery().to(other).insert();
        clock.advance(Duration.ofSeconds(1));
        var young = fixtures.delivery().to(endpoint).insert();
        var filter = new WaitingFilter(endpoint.id(), "invoice.paid", NOON, NOON.plusSeconds(1));

        var plan = cancels.plan(ALL, filter);
        var done = cancels.cancel(ACT, ALL, filter, CRITERIA);

        assertThat(plan).isEqualTo(new CancelPlan(Map.of(endpoint.id(), 3L), false));
        assertThat(done).isEqualTo(new Many(3, false));
        for (var id : List.of(due, later, lined)) {
            assertThat(stateOf(id)).startsWith("cancelled");
        }
        assertThat(stateOf(inFlight)).startsWith("in_flight");
        assertThat(stateOf(elsewhere)).startsWith("pending");
        assertThat(stateOf(young)).startsWith("pending");
        assertThat(freed).containsExactly(new OrderedLane(endpoint.id(), "k"));
        assertThat(DB.rows("SELECT action, after ->> 'count'" + DEEDS))
                .containsExactly("delivery.cancelled 3");
        assertThat(cancels.cancel(ACT, ALL, filter, CRITERIA)).isEqualTo(new Many(0, false));
        assertThat(DB.number("SELECT count(*)" + DEEDS)).isOne();
    }

    @Test
    void manyAreCancelledInManyTransactions() {
        fixtures.delivery().to(endpoint).insert();
        multiply(2 * Cancels.CANCELLED_PER_TRANSACTION_MAX);

        var done = cancels.cancel(ACT, ALL, anyOf(endpoint), CRITERIA);

        assertThat(done.cancelled()).isEqualTo(2 * Cancels.CANCELLED_PER_TRANSACTION_MAX + 1);
        assertThat(DB.number("SELECT count(DISTINCT xmin::text) FROM delivery")).isEqualTo(3);
        assertThat(DB.number("SELECT sum((after ->> 'count')::int)" + DEEDS))
                .isEqualTo(done.cancelled());
    }

    @Test
    void twoWhoCancelTheSameCountEachOnce() throws Exception {
        fixtures.delivery().to(endpoint).insert();
        multiply(3_000);
        var asked = new ArrayList<Callable<Many>>();
        for (int i = 0; i < 2; i++) {
            asked.add(() -> cancels.cancel(ACT, ALL, anyOf(endpoint), CRITERIA));
        }

        int cancelled = 0;
        try (var threads = Executors.newFixedThreadPool(2)) {
            for (var answer : threads.invokeAll(asked)) {
                cancelled += answer.get().cancelled();
            }
        }

        assertThat(cancelled).isEqualTo(3_001);
    }

    @Test
    void anEventIsCalledOffAsAWholeOrNotAtAll() {
        var pending = fixtures.delivery().to(endpoint).insert();
        var event = eventOf(pending);
        var inFlight = fixtures.delivery().to(fixtures.endpoint()).inFlight(lease()).insert();
        DB.execute("UPDATE delivery SET event_id = ? WHERE id = ?", event.id(), inFlight);

        assertThat(cancels.cancel(ACT, event)).isEqualTo(new OfEvent(0, 1));
        assertThat(stateOf(pending)).startsWith("pending");
        DB.execute(
                "UPDATE delivery SET state = 'pending', lease = NULL, next_attempt_at = ?"
                        + " WHERE id = ?",
                NOON,
                inFlight);
        assertThat(cancels.cancel(ACT, event)).isEqualTo(new OfEvent(2, 0));
        assertThat(cancels.cancel(ACT, event)).isEqualTo(new OfEvent(0, 0));
        assertThat(DB.rows("SELECT action, object_id = ?" + DEEDS, event.publicId()))
                .containsExactly("event.cancelled t");
    }

    private static WaitingFilter anyOf(Endpoint endpoint) {
        return new WaitingFilter(endpoint.id(), null, null, null);
    }

    private UUID lease() {
        return fixtures.ids().next();
    }

    /// This many more deliveries like the existing one.
    private static void multiply(int times) {
        DB.execute(
                """
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, attempts, refusals,
                    closing, retry_policy, next_attempt_at, give_up_at, updated_at)
                SELECT overlay(id::text PLACING lpad(to_hex(n), 12, '0') FROM 25)::uuid, app_id,
                       mode, event_id, event_type, endpoint_id, state, attempts, refusals, closing,
                       retry_policy, next_attempt_at, give_up_at, updated_at
                  FROM delivery
                 CROSS JOIN generate_series(1, ?) AS n
                """,
                times);
    }

    private Event eventOf(UUID delivery) {
        var id =
                UUID.fromString(
                        DB.rows("SELECT event_id FROM delivery WHERE id = ?", delivery).getFirst());
        var like = fixtures.event();
        return new Event(
                id,
                like.appId(),
                like.mode(),
                null,
                like.type(),
                like.data(),
                like.createdAt(),
                null,
                null,
                null,
                null,
                null);
    }

    private static @Nullable String stateOf(UUID id) {
        return DB.rows(
                        """
                        SELECT state, reason, attempts, next_attempt_at, lane
                          FROM delivery
                         WHERE id = ?
                        """,
                        id)
                .getFirst();
    }
}
