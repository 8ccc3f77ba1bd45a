package dev.waybill.engine.recovery;

import static dev.waybill.domain.endpoint.OnExhausted.CONTINUE;
import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.infra.schedule.JobResult;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExpirerTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final List<OrderedLane> freed = new ArrayList<>();
    private final Expirer expirer = new Expirer(DB.database(), clock, freed::add);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void whatGoesStaleBehindOthersEndsThenWithoutAnAttempt() throws Exception {
        var endpoint = fixtures.orderedEndpoint(Ordering.KEY, CONTINUE);
        fixtures.delivery().to(endpoint).inLane("k", 1).due(NOON.plusSeconds(90)).insert();
        fixtures.delivery().to(endpoint).inLane("k", 2).expires(NOON.plusSeconds(5)).insert();
        fixtures.delivery().to(endpoint).inLane("k", 3).insert();

        clock.set(NOON.plusMillis(4_999));
        assertThat(expirer.runOnce().done()).isZero();
        clock.set(NOON.plusSeconds(5));
        assertThat(expirer.runOnce().done()).isOne();

        assertThat(
                        DB.rows(
                                "SELECT state, reason, attempts, lane FROM delivery"
                                        + " ORDER BY lane_sequence"))
                .containsExactly("pending null 0 k", "expired ttl 0 null", "pending null 0 k");
        assertThat(freed).containsExactly(new OrderedLane(endpoint.id(), "k"));
    }

    @Test
    void whatWaitsAtAPausedEndpointEndsToo() throws Exception {
        fixtures.delivery().to(fixtures.endpoint()).expires(NOON.plusSeconds(5)).insert();

        clock.set(NOON.plusSeconds(5));

        assertThat(expirer.runOnce()).isEqualTo(JobResult.complete(1));
        assertThat(DB.rows("SELECT state, reason FROM delivery")).containsExactly("expired ttl");
        assertThat(freed).isEmpty();
    }

    @Test
    void whatIsUnderWayIsItsAttemptsBusiness() throws Exception {
        var endpoint = fixtures.orderedEndpoint(Ordering.KEY, CONTINUE);
        var lease = fixtures.ids().next();
        fixtures.delivery()
                .to(endpoint)
                .inLane("k", 1)
                .inFlight(lease)
                .expires(NOON.plusSeconds(5))
                .insert();

        clock.set(NOON.plusSeconds(6));

        assertThat(expirer.runOnce().done()).isZero();
    }
}
