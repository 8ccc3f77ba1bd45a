package dev.waybill.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.lease.ProcessLife;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointOwnershipTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    /// Every process asks twice a second for limited endpoints with a backlog.
    @Test
    void askingForWhatIsAnothersWritesNothing() throws Exception {
        var endpoints = endpoints(20);
        ownership().take(endpoints);
        var other = ownership();
        var before = locks();

        other.take(endpoints);

        assertThat(locks()).as("no row was locked").isEqualTo(before);
        assertThat(endpoints).noneMatch(other::allows);
    }

    @Test
    void whoeverHasMoreThanItsPartGivesIdleOnesAway() throws Exception {
        var endpoints = endpoints(20);
        var first = ownership();
        first.take(endpoints);
        assertThat(first.balance(_ -> true)).as("nobody else is there").isZero();
        var second = ownership();
        var busy = endpoints.getFirst().id();

        assertThat(first.balance(id -> !id.equals(busy))).isEqualTo(10);
        first.take(endpoints);
        second.take(endpoints);

        assertThat(endpoints).filteredOn(first::allows).hasSize(10);
        assertThat(endpoints).filteredOn(second::allows).hasSize(10);
        assertThat(first.allows(endpoints.getFirst())).isTrue();
        assertThat(first.balance(_ -> true)).isZero();
        assertThat(second.balance(_ -> true)).isZero();
    }

    /// Between the look whether it is idle and the moment from which nothing begins.
    @Test
    void whatGetsBusyMeanwhileIsKept() throws Exception {
        var endpoints = endpoints(4);
        var first = ownership();
        first.take(endpoints);
        ownership();
        var asked = new ArrayList<UUID>();

        int given =
                first.balance(id -> {
                    boolean idle = !asked.contains(id);
                    asked.add(id);
                    return idle;
                });

        assertThat(given).isZero();
        assertThat(endpoints).allMatch(first::allows);
        assertThat(DB.number("SELECT count(*) FROM endpoint_owner")).isEqualTo(4);
    }

    @Test
    void whatMayBeUnderWayIsSharedAndAddsUp() {
        for (int count : List.of(1, 2, 3, 5, 30)) {
            int sum = 0;
            for (int rank = 0; rank < count; rank++) {
                sum += new Peers(count, rank).share(64);
            }
            assertThat(sum).as("over " + count).isEqualTo(64);
        }
    }

    /// A row that is or was locked has an xmax.
    private static List<String> locks() {
        return DB.rows("SELECT endpoint_id, xmin, xmax FROM endpoint_owner ORDER BY 1");
    }

    private List<Endpoint> endpoints(int count) {
        var all = new ArrayList<Endpoint>();
        for (int i = 0; i < count; i++) {
            all.add(fixtures.endpointThatTakes(1));
        }
        return all;
    }

    private EndpointOwnership ownership() {
        var life = new ProcessLife(fixtures.ids().next(), System::nanoTime, clock);
        DB.execute(
                "INSERT INTO process VALUES (?, now(), now() + interval '10 minutes')",
                life.processId());
        return new EndpointOwnership(DB.database(), new Leases(life), clock);
    }
}
