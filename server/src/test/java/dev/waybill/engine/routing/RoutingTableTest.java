package dev.waybill.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.testing.Cable;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The age of the routing tables that callers get.
class RoutingTableTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Fixtures fixtures = new Fixtures(DB, new ManualClock());
    private final Cable cable = new Cable(DB);
    private final AtomicLong nanos = new AtomicLong();
    private final RoutingTable routes = new RoutingTable(cable.database(), nanos::get);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void youngRoutesAreNotFetchedAgain() throws Exception {
        routes.refresh();
        nanos.addAndGet(SECOND.toNanos() - 1);

        routes.notOlderThan(SECOND);

        assertThat(cable.tries()).isOne();
    }

    @Test
    void oldRoutesAreFetchedBeforeAnybodyGoesByThem() throws Exception {
        var endpoint = fixtures.endpoint();
        routes.refresh();
        fixtures.actor(endpoint, EndpointAction.PAUSE);
        nanos.addAndGet(SECOND.toNanos());

        var found = Objects.requireNonNull(routes.notOlderThan(SECOND).endpoint(endpoint.id()));

        assertThat(found.state()).isEqualTo(EndpointState.PAUSED);
    }

    @Test
    void aRefreshThatFailedIsNone() throws Exception {
        routes.refresh();
        nanos.addAndGet(SECOND.toNanos());
        cable.cut();

        assertThatThrownBy(() -> routes.notOlderThan(SECOND)).isInstanceOf(SQLException.class);
        assertThatThrownBy(routes::refreshed).isInstanceOf(SQLException.class);
        cable.mend();

        assertThat(routes.notOlderThan(SECOND)).isSameAs(routes.current());
    }

    @Test
    void neverFetchedIsTooOld() {
        cable.cut();

        assertThatThrownBy(() -> routes.notOlderThan(SECOND)).isInstanceOf(SQLException.class);
    }

    /// While the database does not answer, each try takes seconds: they must not queue for them.
    @Test
    void thoseWhoWaitShareOneFailure() throws Exception {
        var shared = new RoutingTable(cable.database(), System::nanoTime);
        cable.cut();
        cable.hold();
        var failed = new AtomicInteger();
        var askers = new ArrayList<Thread>();
        for (int i = 0; i < 20; i++) {
            askers.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    shared.notOlderThan(SECOND);
                                } catch (SQLException e) {
                                    failed.incrementAndGet();
                                }
                            }));
        }
        Eventually.holds(() ->
                askers.stream().filter(asker -> asker.getState() == Thread.State.BLOCKED).count()
                        == askers.size() - 1);

        cable.letGo();
        for (var asker : askers) {
            asker.join();
        }

        assertThat(failed).hasValue(askers.size());
        assertThat(cable.tries()).as("the one under way, and one for all the others").isEqualTo(2);
    }
}
