package dev.waybill.feature.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.engine.capture.Capture;
import dev.waybill.engine.capture.CaptureWriter;
import dev.waybill.engine.capture.FastPath;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.lease.ProcessLife;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.stats.Tally;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StateChangeNotifierTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final RoutingTable routes = new RoutingTable(DB.database(), System::nanoTime);
    private final Leases leases =
            new Leases(new ProcessLife(fixtures.ids().next(), System::nanoTime, clock));
    private final Capture capture =
            new Capture(
                    new CaptureWriter(
                            DB.database(),
                            routes,
                            leases,
                            new NoFastPath(),
                            new Tally(clock),
                            clock,
                            fixtures.ids()),
                    routes,
                    fixtures.ids(),
                    System::nanoTime);
    private final EndpointStates states =
            new EndpointStates(
                    DB.database(),
                    routes,
                    fixtures.trail("webhook_endpoint"),
                    clock,
                    fixtures.ids());
    private final StateChangeNotifier notifier = new StateChangeNotifier(states, capture);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aChangeIsAnEventOfThePlatform() throws Exception {
        fixtures.actor(fixtures.endpoint(), EndpointAction.PAUSE);

        announce();

        assertThat(
                        DB.rows(
                                """
                                SELECT uid, type, convert_from(data, 'UTF8')::jsonb ->> 'reason'
                                  FROM event
                                  JOIN app ON app.id = app_id
                                """))
                .containsExactly("platform webhook_endpoint.paused requested");
        assertThat(notifier.runOnce()).isZero();
    }

    /// A crash between the event and the record of the notification, or two processes at once.
    @Test
    void whatIsToldAgainIsOneEvent() throws Exception {
        fixtures.actor(fixtures.endpoint(), EndpointAction.DISABLE);
        announce();
        DB.execute("UPDATE endpoint_state_change SET notified_at = NULL");
        DB.execute("UPDATE endpoint SET url = 'https://elsewhere.example/'");

        announce();

        assertThat(DB.number("SELECT count(*) FROM event")).isOne();
        assertThat(DB.number("SELECT count(notified_at) FROM endpoint_state_change")).isOne();
    }

    /// Telling is once anyway; doing the work in every process would be for nothing.
    @Test
    void whatOneProcessIsTellingOfNoOtherBeginsToTell() {
        fixtures.actor(fixtures.endpoint(), EndpointAction.PAUSE);
        fixtures.actor(fixtures.endpoint(), EndpointAction.PAUSE);

        assertThat(states.takePending(1, StateChangeNotifier.NOTIFYING_MAX)).hasSize(1);
        assertThat(states.takePending(100, StateChangeNotifier.NOTIFYING_MAX)).hasSize(1);
        assertThat(states.takePending(100, StateChangeNotifier.NOTIFYING_MAX)).isEmpty();

        clock.advance(StateChangeNotifier.NOTIFYING_MAX);
        assertThat(states.takePending(100, StateChangeNotifier.NOTIFYING_MAX))
                .as("nobody did")
                .hasSize(2);
    }

    private void announce() throws Exception {
        var pass = new FutureTask<>(() -> capture.runOnce(PATIENCE));
        Thread.ofVirtual().start(pass);
        assertThat(notifier.runOnce()).isOne();
        assertThat(pass).succeedsWithin(PATIENCE);
    }

    /// Everything waits in the database.
    private static final class NoFastPath implements FastPath {

        @Override
        public boolean reserve(Endpoint endpoint, boolean urgent, int bytes) {
            return false;
        }

        @Override
        public void linedUp(OrderedLane lane) {}

        @Override
        public void release(UUID endpointId, int bytes) {}

        @Override
        public void accept(Claim claim) {}
    }
}
