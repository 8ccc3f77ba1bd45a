package dev.waybill.feature.replays;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.replay.ReplayState;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.stats.Tally;
import dev.waybill.feature.events.FeedPosition;
import dev.waybill.feature.redelivery.Redeliver;
import dev.waybill.feature.replays.Draft.Speed;
import dev.waybill.feature.replays.Replays.ReplayChange;
import dev.waybill.feature.replays.Replays.Start;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ReplaysTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final JsonMapper JSON = new JsonMapper();
    private static final Scope ALL = new Scope(null, Mode.LIVE);
    private static final Set<DeliveryState> EVERY = EnumSet.allOf(DeliveryState.class);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Audit audit = new Audit(DB.database(), clock, fixtures.ids());
    private final AuditTrail<Replay> trail =
            new AuditTrail<>(
                    audit,
                    "replay",
                    replay ->
                            new AuditTrail.Snapshot(
                                    replay.id().toString(),
                                    null,
                                    replay.request().mode(),
                                    JSON.createObjectNode().put("state", replay.state().code())));
    private final Replays replays =
            new Replays(
                    DB.database(),
                    trail,
                    plan -> JSON.createObjectNode().put("total", plan.total()),
                    clock,
                    fixtures.ids());
    private final List<OrderedLane> linedUp = new ArrayList<>();
    private final ReplayRunner runner = runner();
    private final ReplayFollower follower = new ReplayFollower(DB.database(), clock);

    private ReplayRunner runner() {
        var redeliver =
                new Redeliver(
                        new RoutingTable(DB.database(), System::nanoTime),
                        new Tally(clock),
                        clock,
                        fixtures.ids());
        return new ReplayRunner(DB.database(), redeliver, linedUp::add, clock);
    }

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void thePlanIsExactAndSaysWhatIsLeftOut() {
        var healthy = fixtures.endpoint();
        var off = fixtures.endpoint();
        for (int i = 0; i < 3; i++) {
            dead(healthy, "exhausted");
        }
        dead(off, "permanent");
        var repeated = dead(healthy, "exhausted");
        repeat(repeated, "delivered");
        var resolved = dead(healthy, "permanent");
        DB.execute(
                "UPDATE delivery SET dead_letter_resolved_at = updated_at WHERE id = ?", resolved);
        var stale = dead(healthy, "exhausted");
        DB.execute(
                "UPDATE event SET expires_at = ? WHERE id ="
                        + " (SELECT event_id FROM delivery WHERE id = ?)",
                NOON.minusSeconds(1),
                stale);
        fixtures.delivery().to(healthy).insert();
        fixtures.actor(off, EndpointAction.DISABLE);

        var plan = replays.plan(deadLetters());

        assertThat(plan.total()).isEqualTo(3);
        assertThat(plan.endpoints()).containsExactly(Map.entry(healthy.id(), 3L));
        assertThat(plan.excluded())
                .containsOnly(
                        Map.entry(ExclusionReason.ENDPOINT_DISABLED, 1L),
                        Map.entry(ExclusionReason.REPEATED_SINCE, 1L),
                        Map.entry(ExclusionReason.RESOLVED, 1L),
                        Map.entry(ExclusionReason.EXPIRED, 1L));
        assertThat(DB.rows("SELECT 1 FROM replay_item")).isEmpty();
        assertThat(started(deadLetters()).progress().total()).isEqualTo(plan.total());
    }

    @Test
    void whatThePlatformIsToldIsSentAgainOnlyIfItIsNamed() {
        dead(fixtures.endpoint(), "exhausted");
        var own = dead(fixtures.endpoint(), "exhausted");
        DB.execute("UPDATE delivery SET app_id = ? WHERE id = ?", Apps.PLATFORM, own);

        assertThat(total(deadLetters())).isOne();
        assertThat(total(deadLetters(new Scope(Apps.PLATFORM, Mode.LIVE)))).isOne();
    }

    @Test
    void aReplayThatComesToAnotherNumberDoesNotStart() {
        dead(fixtures.endpoint(), "exhausted");
        var draft = deadLetters();
        var stale =
                new Draft(
                        draft.selection(),
                        "{}",
                        null,
                        Mode.LIVE,
                        null,
                        false,
                        draft.pace(),
                        NOON,
                        "",
                        2L);

        assertThat(replays.start(Fixtures.ACT, stale, null))
                .isInstanceOfSatisfying(
                        Replays.Start.Changed.class,
                        changed -> assertThat(changed.plan().total()).isOne());
        assertThat(DB.rows("SELECT 1 FROM replay UNION ALL SELECT 1 FROM replay_item")).isEmpty();
    }

    @Test
    void itIsMadeAtItsPaceAndEachItemOnce() throws Exception {
        var endpoint = fixtures.endpoint();
        for (int i = 0; i < 10; i++) {
            dead(endpoint, "exhausted");
        }
        var replay = started(deadLetters());
        told();

        assertThat(madeAt(NOON)).isEqualTo(1);
        assertThat(madeAt(NOON.plusSeconds(2))).isEqualTo(5);
        runner().runOnce();
        assertThat(made()).as("another process finds nothing due").isEqualTo(5);
        assertThat(madeAt(NOON.plusSeconds(60))).isEqualTo(10);

        assertThat(
                        DB.rows(
                                "SELECT DISTINCT state, attempts, replayed FROM delivery d"
                                        + " WHERE replay_of IS NOT NULL"))
                .containsExactly("pending 0 t");
        assertThat(find(replay).progress().made()).isEqualTo(10);
        assertThat(DB.rows("SELECT count(DISTINCT event_id) FROM delivery WHERE replayed"))
                .containsExactly("10");
    }

    @Test
    void nothingIsMadeBeforeWhoHasToKnowWasTold() throws Exception {
        dead(fixtures.endpoint(), "exhausted");
        started(deadLetters());

        runner.runOnce();

        assertThat(made()).isZero();
    }

    @Test
    void whatDiesMeanwhileIsNotAdded() throws Exception {
        var endpoint = fixtures.endpoint();
        dead(endpoint, "exhausted");
        var replay = started(deadLetters());
        dead(endpoint, "exhausted");
        told();

        madeAt(NOON.plusSeconds(60));

        assertThat(find(replay).progress().total()).isOne();
        assertThat(made()).isEqualTo(1);
    }

    @Test
    void aPauseStopsItAndItGoesOnWithoutCatchingUp() throws Exception {
        var endpoint = fixtures.endpoint();
        for (int i = 0; i < 10; i++) {
            dead(endpoint, "exhausted");
        }
        var replay = started(deadLetters());
        told();
        madeAt(NOON);

        assertThat(replays.pause(Fixtures.ACT, replay.id(), ALL))
                .isInstanceOf(ReplayChange.Done.class);
        assertThat(madeAt(NOON.plusSeconds(600))).isEqualTo(1);
        replays.resume(Fixtures.ACT, replay.id(), ALL);
        assertThat(madeAt(NOON.plusSeconds(601))).isEqualTo(4);
        replays.changePace(Fixtures.ACT, replay.id(), ALL, new Speed.PerSecond(1));
        assertThat(madeAt(NOON.plusSeconds(602))).isEqualTo(6);
        replays.cancel(Fixtures.ACT, replay.id(), ALL);
        assertThat(madeAt(NOON.plusSeconds(700))).isEqualTo(6);

        assertThat(find(replay).state()).isEqualTo(ReplayState.CANCELLED);
        assertThat(replays.resume(Fixtures.ACT, replay.id(), ALL))
                .isEqualTo(new ReplayChange.Refused(ReplayState.CANCELLED));
        assertThat(replays.pause(Fixtures.ACT, fixtures.ids().next(), ALL))
                .isInstanceOf(ReplayChange.NoSuchReplay.class);
        assertThat(DB.rows("SELECT action FROM audit WHERE action LIKE 'replay.%' ORDER BY id"))
                .containsExactly(
                        "replay.created",
                        "replay.paused",
                        "replay.resumed",
                        "replay.updated",
                        "replay.cancelled");
    }

    @Test
    void itIsDoneWhenEveryDeliveryHasEnded() throws Exception {
        var endpoint = fixtures.endpoint();
        var gone = fixtures.endpoint();
        dead(endpoint, "exhausted");
        dead(endpoint, "exhausted");
        dead(gone, "exhausted");
        var replay = started(deadLetters());
        told();
        fixtures.actor(gone, EndpointAction.DISABLE);
        madeAt(NOON.plusSeconds(60));

        follower.runOnce();
        assertThat(find(replay).state()).isEqualTo(ReplayState.RUNNING);
        assertThat(find(replay).progress().skipped()).isOne();
        end("delivered", null, 1);
        follower.runOnce();
        assertThat(find(replay).progress().delivered()).isOne();
        end("failed", "exhausted", 1);
        follower.runOnce();
        new ReplayFollower(DB.database(), clock).runOnce();

        var done = find(replay);
        assertThat(done.state()).isEqualTo(ReplayState.DONE);
        assertThat(done.progress()).isEqualTo(new Replay.Progress(3, 3, 1, 1, 1));
        assertThat(done.endedAt()).isNotNull();
    }

    @Test
    void whatHasBeenOverForLongIsForgottenAndNothingElse() throws Exception {
        dead(fixtures.endpoint(), "exhausted");
        var over = started(deadLetters());
        replays.cancel(Fixtures.ACT, over.id(), ALL);
        var open = started(deadLetters());
        clock.set(NOON.plus(ReplayFollower.KEPT));

        assertThat(follower.forgetOne()).isZero();
        clock.set(NOON.plus(ReplayFollower.KEPT).plusSeconds(1));
        assertThat(follower.forgetOne()).isOne();
        assertThat(follower.forgetOne()).isZero();

        assertThat(replays.page(ALL, new UUID(-1, -1), 10))
                .extracting(Replay::id)
                .containsExactly(open.id());
        assertThat(DB.rows("SELECT DISTINCT replay_id FROM replay_item"))
                .containsExactly(open.id().toString());
    }

    @Test
    void aReplayOfNothingIsDone() {
        assertThat(started(deadLetters()).state()).isEqualTo(ReplayState.DONE);
    }

    @Test
    void itStartsWhenItIsTime() throws Exception {
        dead(fixtures.endpoint(), "exhausted");
        var later = NOON.plusSeconds(3_600);
        var draft = deadLetters();
        var replay =
                started(
                        new Draft(
                                draft.selection(),
                                "{}",
                                null,
                                Mode.LIVE,
                                null,
                                false,
                                draft.pace(),
                                later,
                                "",
                                null));
        told();

        assertThat(replay.state()).isEqualTo(ReplayState.PLANNED);
        assertThat(madeAt(later.minusSeconds(1))).isZero();
        assertThat(madeAt(later)).isOne();
        assertThat(find(replay).state()).isEqualTo(ReplayState.RUNNING);
    }

    @Test
    void anEndpointGetsWhatItMissedAndWhatItHas() throws Exception {
        var endpoint = fixtures.endpoint();
        var before = fixtures.event();
        clock.set(NOON.plusSeconds(10));
        fixtures.event();
        end(fixtures.delivery().to(endpoint).insert(), "delivered", null);
        end(fixtures.delivery().to(endpoint).insert(), "failed", "exhausted");
        fixtures.delivery().to(endpoint).insert();
        var all = ofEndpoint(endpoint, NOON.plusSeconds(10), EVERY, true);

        assertThat(replays.plan(all).total()).isEqualTo(3);
        assertThat(replays.plan(all).excluded())
                .containsExactly(Map.entry(ExclusionReason.STILL_OPEN, 1L));
        assertThat(total(ofEndpoint(endpoint, NOON, EVERY, true))).isEqualTo(4);
        assertThat(total(ofEndpoint(endpoint, NOON.plusSeconds(10), EVERY, true)))
                .as("nothing of %s", before.id())
                .isEqualTo(3);
        var failed = Set.of(DeliveryState.FAILED);
        assertThat(total(ofEndpoint(endpoint, NOON, failed, false))).isOne();
        assertThat(total(ofEndpoint(endpoint, NOON, failed, true))).isEqualTo(3);
    }

    @Test
    void eventsOfAKeyKeepTheirOrderHoweverTheirCapturesOverlapped() throws Exception {
        var endpoint = fixtures.orderedEndpoint(Ordering.KEY, OnExhausted.HOLD);
        var late = keyed("k", 2, 5);
        var first = keyed("k", 1, 9);
        var other = keyed("other", 1, 7);
        var draft = ofEndpoint(endpoint, NOON, EVERY, true);
        var replay = started(draft);
        told();

        madeAt(NOON.plusSeconds(60));

        assertThat(DB.rows("SELECT event_id FROM replay_item ORDER BY ordinal"))
                .containsExactly(other.toString(), first.toString(), late.toString());
        var lane = new OrderedLane(endpoint.id(), "k").inReplay(replay.id());
        assertThat(
                        DB.rows(
                                "SELECT event_id, lane_sequence, next_attempt_at FROM delivery"
                                        + " WHERE lane = ? ORDER BY lane_sequence",
                                lane.name()))
                .containsExactly(first + " 1 null", late + " 2 null");
        assertThat(linedUp).contains(lane);
        assertThat(lane.isOfReplay()).isTrue();
        assertThat(new OrderedLane(endpoint.id(), "k").isOfReplay()).isFalse();
    }

    private UUID keyed(String key, long sequence, long place) {
        var event = fixtures.event();
        DB.execute(
                "UPDATE event SET ordering_key = ?, sequence = ?, feed_place = ? WHERE id = ?",
                key,
                sequence,
                place,
                event.id());
        return event.id();
    }

    private long total(Draft draft) {
        return replays.plan(draft).total();
    }

    private Draft deadLetters() {
        return deadLetters(ALL);
    }

    private Draft deadLetters(Scope scope) {
        var chosen =
                new ReplaySelection.Deliveries(
                        scope,
                        Set.of(),
                        Set.of(),
                        null,
                        Set.of(),
                        null,
                        List.of(),
                        NOON.minus(Duration.ofDays(1)),
                        NOON.plus(Duration.ofDays(1)));
        return new Draft(
                chosen,
                "{}",
                null,
                Mode.LIVE,
                null,
                false,
                new Speed.PerSecond(2),
                clock.instant(),
                "",
                null);
    }

    private Draft ofEndpoint(
            Endpoint endpoint, Instant since, Set<DeliveryState> states, boolean missed) {
        var chosen =
                new ReplaySelection.OfEndpoint(
                        endpoint,
                        new FeedPosition(0, new UUID(0, 0), since),
                        NOON.plus(Duration.ofDays(1)),
                        List.of(),
                        states,
                        missed);
        return new Draft(
                chosen,
                "{}",
                endpoint.appId(),
                Mode.LIVE,
                endpoint.id(),
                false,
                new Speed.PerSecond(2),
                NOON,
                "",
                null);
    }

    private Replay started(Draft draft) {
        if (replays.start(Fixtures.ACT, draft, null) instanceof Start.Started(var replay)) {
            return replay;
        }
        throw new AssertionError("not started");
    }

    private static void told() {
        DB.execute("UPDATE replay SET plan_notified = true, start_notified = true");
    }

    private Replay find(Replay replay) {
        return replays.find(replay.id(), ALL).orElseThrow();
    }

    private UUID dead(Endpoint endpoint, String reason) {
        var id = fixtures.delivery().to(endpoint).insert();
        end(id, "failed", reason);
        return id;
    }

    private void repeat(UUID delivery, String state) {
        DB.execute(
                """
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, attempts, refusals,
                    closing, replayed, retry_policy, give_up_at, first_attempt_at, updated_at)
                SELECT ?, app_id, mode, event_id, event_type, endpoint_id, ?, 1, 0, false, true,
                       retry_policy, give_up_at, updated_at, updated_at
                  FROM delivery
                 WHERE id = ?
                """,
                fixtures.ids().next(),
                state,
                delivery);
    }

    private static void end(UUID delivery, String state, @Nullable String reason) {
        DB.execute(
                "UPDATE delivery SET state = ?, reason = ?, next_attempt_at = NULL, attempts = 1,"
                        + " first_attempt_at = updated_at WHERE id = ?",
                state,
                reason,
                delivery);
    }

    private static void end(String state, @Nullable String reason, int number) {
        DB.execute(
                "UPDATE delivery SET state = ?, reason = ?, next_attempt_at = NULL, attempts = 1,"
                        + " first_attempt_at = updated_at WHERE id IN (SELECT id FROM delivery"
                        + " WHERE replayed AND state = 'pending' ORDER BY id LIMIT ?)",
                state,
                reason,
                number);
    }

    private long madeAt(Instant now) throws Exception {
        clock.set(now);
        while (runner.runOnce().mayHaveMore()) {
            // There is more.
        }
        return made();
    }

    private static long made() {
        return Long.parseLong(
                DB.rows("SELECT count(*) FROM replay_item WHERE made_id IS NOT NULL").getFirst());
    }
}
