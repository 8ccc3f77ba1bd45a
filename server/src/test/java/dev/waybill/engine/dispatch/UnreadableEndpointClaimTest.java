package dev.waybill.engine.dispatch;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.dispatch.Claimer.Pass;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Deliveries to an endpoint that this version of Waybill cannot read are neither sent nor ended.
class UnreadableEndpointClaimTest {

    private static final TestDatabase DB = TestDatabase.create();

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void itsDeliveriesAreLeftToOtherProcesses() throws Exception {
        var clock = new ManualClock();
        var fixtures = new Fixtures(DB, clock);
        var endpoint = fixtures.endpoint();
        fixtures.delivery().to(endpoint).due(NOON).insert();
        DB.execute("ALTER TABLE endpoint DROP CONSTRAINT endpoint_ordering_check");
        DB.execute("UPDATE endpoint SET ordering = 'sideways' WHERE id = ?", endpoint.id());
        var worker = new Worker(DB, clock, 1);

        assertThat(worker.claimer.runOnce()).isEqualTo(new Pass(0, 0, false));

        assertThat(DB.rows("SELECT state FROM delivery")).containsExactly("pending");
        worker.stop(0);
    }
}
