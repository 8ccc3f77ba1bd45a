package dev.waybill.engine.routing;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.routing.EndpointStates.Result;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointStatesTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Actor ADMIN = new Actor("admin", "203.0.113.7", "req_1");

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final RoutingTable routes = new RoutingTable(DB.database(), System::nanoTime);
    private final EndpointStates states =
            new EndpointStates(
                    DB.database(),
                    routes,
                    fixtures.trail("webhook_endpoint"),
                    clock,
                    fixtures.ids());

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aChangeIsInTheHistoryWithReasonAndActor() throws Exception {
        var endpoint = fixtures.endpoint();

        states.act(endpoint.id(), EndpointAction.PAUSE, "moving house", ADMIN);
        clock.advance(Duration.ofSeconds(90));
        states.act(endpoint.id(), EndpointAction.RESUME, "moved", ADMIN);

        assertThat(
                        DB.rows(
                                """
                                SELECT from_state, to_state, reason, actor, notified_at
                                  FROM endpoint_state_change
                                 ORDER BY id
                                """))
                .containsExactly(
                        "active paused moving house admin null", "paused active moved admin null");
        assertThat(DB.rows("SELECT state, state_reason, paused_ms FROM endpoint"))
                .containsExactly("active null 90000");
        assertThat(
                        DB.number(
                                "SELECT count(*) FROM endpoint WHERE state_since = ?",
                                clock.instant()))
                .isOne();
    }

    @Test
    void whatIsAsAskedIsNoChange() throws Exception {
        var endpoint = fixtures.endpoint();
        actor(endpoint, EndpointAction.DISABLE);
        long version = DB.number("SELECT version FROM routing");

        var again = actor(endpoint, EndpointAction.DISABLE);

        assertThat(again)
                .isInstanceOfSatisfying(
                        Result.Done.class,
                        done -> {
                            assertThat(done.changed()).isFalse();
                            assertThat(done.endpoint().state()).isEqualTo(EndpointState.DISABLED);
                        });
        assertThat(DB.number("SELECT count(*) FROM endpoint_state_change")).isOne();
        assertThat(DB.number("SELECT version FROM routing"))
                .as("nobody has to route again")
                .isEqualTo(version);
    }

    @Test
    void whatMakesNoSenseIsRefused() throws Exception {
        var endpoint = fixtures.endpoint();
        actor(endpoint, EndpointAction.DISABLE);

        assertThat(actor(endpoint, EndpointAction.RESUME)).isInstanceOf(Result.NotPossible.class);
        assertThat(states.act(fixtures.ids().next(), EndpointAction.PAUSE, "x", ADMIN))
                .isInstanceOf(Result.NoSuchEndpoint.class);
    }

    @Test
    void thisProcessKnowsAtOnce() throws Exception {
        var endpoint = fixtures.endpoint();
        routes.refresh();

        actor(endpoint, EndpointAction.PAUSE);

        assertThat(routes.current().endpoint(endpoint.id()))
                .isNotNull()
                .extracting(Endpoint::state)
                .isEqualTo(EndpointState.PAUSED);
    }

    @Test
    void thoseWhoBringTheSameNewsMakeOneEntry() throws Exception {
        var endpoint = fixtures.endpoint();
        var news =
                IntStream.range(0, 16)
                        .<Callable<Result>>mapToObj(
                                _ -> () -> actor(endpoint, EndpointAction.DISABLE))
                        .toList();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var told : threads.invokeAll(news)) {
                assertThat(told.get()).isInstanceOf(Result.Done.class);
            }
        }

        assertThat(DB.number("SELECT count(*) FROM endpoint_state_change")).isOne();
    }

    /// Also if the deliveries that waited when it was disabled were not ended yet.
    @Test
    void enablingDoesNotReplay() throws Exception {
        var endpoint = fixtures.endpoint();
        fixtures.delivery().to(endpoint).insert();
        fixtures.delivery().to(endpoint).due(NOON.plusSeconds(60)).insert();
        actor(endpoint, EndpointAction.DISABLE);

        actor(endpoint, EndpointAction.ENABLE);

        assertThat(DB.rows("SELECT state, reason FROM delivery"))
                .hasSize(2)
                .containsOnly("failed endpoint_disabled");
    }

    @Test
    void enablingWhatIsNotDisabledEndsNothing() throws Exception {
        var endpoint = fixtures.endpoint();
        fixtures.delivery().to(endpoint).insert();

        actor(endpoint, EndpointAction.ENABLE);

        assertThat(DB.rows("SELECT state FROM delivery")).containsExactly("pending");
    }

    private Result actor(Endpoint endpoint, EndpointAction action) throws SQLException {
        return states.act(endpoint.id(), action, EndpointStates.REQUESTED, ADMIN);
    }
}
