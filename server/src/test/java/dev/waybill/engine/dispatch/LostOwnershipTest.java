package dev.waybill.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.lease.ProcessLife;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.Savepoint;
import dev.waybill.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// An endpoint that one process alone may send to, when the database forgets which.
class LostOwnershipTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void whatTheDatabaseForgotIsGivenUp() throws Exception {
        var kept = fixtures.endpointThatTakes(1);
        var lost = fixtures.endpointThatTakes(1);
        var first = ownership();
        var second = ownership();
        first.take(List.of(kept));
        var before = Savepoint.of(DB);
        first.take(List.of(lost));
        assertThat(first.confirm()).isZero();

        before.restore();
        second.take(List.of(kept, lost));

        assertThat(first.confirm()).isOne();
        assertThat(first.allows(lost)).isFalse();
        assertThat(second.allows(lost)).isTrue();
        assertThat(first.allows(kept)).isTrue();
        assertThat(second.allows(kept)).isFalse();
    }

    private EndpointOwnership ownership() {
        var life = new ProcessLife(fixtures.ids().next(), System::nanoTime, clock);
        DB.execute(
                "INSERT INTO process VALUES (?, now(), now() + interval '1 minute')",
                life.processId());
        return new EndpointOwnership(DB.database(), new Leases(life), clock);
    }
}
