package dev.waybill.feature.replays;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.stats.Tally;
import dev.waybill.feature.events.FeedPosition;
import dev.waybill.feature.redelivery.Redeliver;
import dev.waybill.feature.replays.Draft.Speed;
import dev.waybill.feature.replays.ReplaySlots.Full;
import dev.waybill.feature.replays.Replays.Start;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// No customer keeps another, or the platform, from sending again.
class ReplaySlotsTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final JsonMapper JSON = new JsonMapper();
    private static final UUID ACME = new UUID(1, 1);
    private static final UUID GLOBEX = new UUID(1, 2);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Replays replays =
            new Replays(
                    DB.database(),
                    new AuditTrail<>(
                            new Audit(DB.database(), clock, fixtures.ids()),
                            "replay",
                            replay ->
                                    new AuditTrail.Snapshot(
                                            replay.id().toString(),
                                            null,
                                            replay.request().mode(),
                                            JSON.createObjectNode())),
                    _ -> JSON.createObjectNode(),
                    clock,
                    fixtures.ids());
    private final ReplayRunner runner =
            new ReplayRunner(
                    DB.database(),
                    new Redeliver(
                            new RoutingTable(DB.database(), System::nanoTime),
                            new Tally(clock),
                            clock,
                            fixtures.ids()),
                    _ -> {},
                    clock);
    private final ReplayFollower follower = new ReplayFollower(DB.database(), clock);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aCustomerWhoTakesEveryOwnSlotTakesNobodyElses() {
        var endpoint = withDeadLetter();

        for (int i = 0; i < ReplaySlots.APP_MAX; i++) {
            assertThat(start(endpoint, ACME, Mode.LIVE)).isInstanceOf(Start.Started.class);
        }

        assertThat(start(endpoint, ACME, Mode.LIVE)).isEqualTo(new Start.TooManyOpen(Full.APP));
        assertThat(start(endpoint, GLOBEX, Mode.LIVE)).isInstanceOf(Start.Started.class);
        assertThat(start(endpoint, ACME, Mode.TEST)).isInstanceOf(Start.Started.class);
        assertThat(start(endpoint, null, Mode.LIVE)).isInstanceOf(Start.Started.class);
    }

    @Test
    void allCustomersTogetherLeaveThePlatformItsSlots() {
        var endpoint = withDeadLetter();
        for (int i = 0; i < ReplaySlots.CUSTOMERS_MAX; i++) {
            start(endpoint, new UUID(2, i / ReplaySlots.APP_MAX), Mode.LIVE);
        }

        assertThat(start(endpoint, ACME, Mode.LIVE))
                .isEqualTo(new Start.TooManyOpen(Full.CUSTOMERS));
        for (int i = 0; i < ReplaySlots.PLATFORM_MAX; i++) {
            assertThat(start(endpoint, null, Mode.LIVE)).isInstanceOf(Start.Started.class);
        }
        assertThat(start(endpoint, null, Mode.LIVE))
                .isEqualTo(new Start.TooManyOpen(Full.PLATFORM));
        assertThat(start(endpoint, null, Mode.TEST)).isInstanceOf(Start.Started.class);
    }

    @Test
    void aReplayThatOnlyWaitsForRetriesHoldsNoSlot() throws Exception {
        for (int i = 0; i < ReplaySlots.APP_MAX; i++) {
            start(withDeadLetter(), ACME, Mode.LIVE);
        }
        var endpoint = withDeadLetter();
        assertThat(start(endpoint, ACME, Mode.LIVE)).isEqualTo(new Start.TooManyOpen(Full.APP));

        makeEverything();

        assertThat(DB.rows("SELECT state FROM replay")).containsOnly("running");
        assertThat(start(endpoint, ACME, Mode.LIVE)).isInstanceOf(Start.Started.class);
    }

    @Test
    void thoseThatWaitAreNotWithoutNumberEither() throws Exception {
        for (int i = 0; i < ReplaySlots.APP_UNFINISHED_MAX; i++) {
            start(withDeadLetter(), ACME, Mode.LIVE);
            makeEverything();
        }

        assertThat(start(withDeadLetter(), ACME, Mode.LIVE))
                .isEqualTo(new Start.TooManyOpen(Full.APP_UNFINISHED));
        DB.execute("UPDATE replay SET state = 'cancelled', ended_at = now()");
        assertThat(start(withDeadLetter(), ACME, Mode.LIVE))
                .isEqualTo(new Start.TooManyOpen(Full.APP_UNFINISHED));
    }

    @Test
    void whoeverAsksTwiceAtOnceIsNotCountedAsNoneTwice() {
        var endpoint = withDeadLetter();

        try (var other = DB.database().interactive().open()) {
            other.begin();
            assertThat(new ReplayStore().takeTurn(other, ACME)).isTrue();
            assertThat(start(endpoint, ACME, Mode.LIVE)).isEqualTo(new Start.Busy());
            assertThat(start(endpoint, GLOBEX, Mode.LIVE)).isInstanceOf(Start.Started.class);
            other.rollback();
        }

        assertThat(start(endpoint, ACME, Mode.LIVE)).isInstanceOf(Start.Started.class);
    }

    @Test
    void theFollowerGoesRoundHoweverManyThereAre() throws Exception {
        int count = ReplayFollower.REPLAYS_PER_PASS_MAX + 5;
        for (int i = 0; i < count; i++) {
            start(withDeadLetter(), new UUID(3, i), Mode.LIVE);
        }
        makeEverything();
        DB.execute(
                "UPDATE delivery SET state = 'delivered', next_attempt_at = NULL, attempts = 1,"
                        + " first_attempt_at = updated_at WHERE replayed");

        follower.runOnce();
        assertThat(DB.rows("SELECT count(*) FROM replay WHERE state = 'done'"))
                .containsExactly(String.valueOf(ReplayFollower.REPLAYS_PER_PASS_MAX));
        follower.runOnce();

        assertThat(DB.rows("SELECT count(*) FROM replay WHERE state = 'done'"))
                .containsExactly(String.valueOf(count));
    }

    /// @param app the customer who asks; null for the platform
    private Start start(Endpoint endpoint, @Nullable UUID app, Mode mode) {
        var chosen =
                new ReplaySelection.OfEndpoint(
                        endpoint,
                        new FeedPosition(0, new UUID(0, 0), NOON.minus(Duration.ofDays(1))),
                        NOON.plus(Duration.ofDays(1)),
                        List.of(),
                        Set.of(DeliveryState.FAILED),
                        false);
        var draft =
                new Draft(
                        chosen,
                        "{}",
                        app == null ? endpoint.appId() : app,
                        mode,
                        endpoint.id(),
                        app != null,
                        new Speed.PerSecond(10_000),
                        NOON,
                        "",
                        null);
        return replays.start(Fixtures.ACT, draft, null);
    }

    private void makeEverything() throws Exception {
        DB.execute("UPDATE replay SET plan_notified = true, start_notified = true");
        clock.set(clock.instant().plusSeconds(1));
        while (runner.runOnce().mayHaveMore()) {
            // There is more.
        }
    }

    private Endpoint withDeadLetter() {
        var endpoint = fixtures.endpoint();
        var id = fixtures.delivery().to(endpoint).insert();
        DB.execute(
                "UPDATE delivery SET state = 'failed', reason = 'exhausted', next_attempt_at ="
                        + " NULL, attempts = 1, first_attempt_at = updated_at WHERE id = ?",
                id);
        return endpoint;
    }
}
