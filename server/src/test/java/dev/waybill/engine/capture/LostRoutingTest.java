package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.Savepoint;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two processes whose database goes back to an earlier state, as when a replica is promoted that
/// lacks the last transactions. The processes are not restarted.
class LostRoutingTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Endpoint kept = fixtures.endpoint();
    private final Savepoint before = Savepoint.of(DB);
    private final Endpoint lost = fixtures.endpoint();
    private final Station first = new Station(DB, clock, 1);
    private final Station second = new Station(DB, clock, 2);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @BeforeEach
    void knowsWhatWillBeLost() {
        DB.execute(
                """
                WITH bumped AS (UPDATE routing SET version = version + 1 RETURNING version)
                UPDATE endpoint
                   SET deleted_at = now(), routing_version = version
                  FROM bumped
                 WHERE id = ?
                """,
                kept.id());
        Stream.of(first, second).forEach(station -> refresh(station.routes));
        assertThat(known(first.routes)).containsExactly(lost.id());
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aLowerVersionReplacesEverything() {
        before.restore();

        refresh(first.routes);

        assertThat(known(first.routes)).containsExactly(kept.id());
    }

    @Test
    void aCaptureThatKnowsALostVersionIsRoutedAgain() throws Exception {
        before.restore();

        assertThat(first.capture(event()).deliveries()).isOne();

        assertThat(receivers()).containsExactly(kept.id());
    }

    /// As many changes as were lost bring back the number that is in memory.
    @Test
    void theSameNumberIsNotTheSameVersion() throws Exception {
        long number = DB.number("SELECT version FROM routing");
        before.restore();
        var third = fixtures.endpoint();
        var fourth = fixtures.endpoint();
        assertThat(DB.number("SELECT version FROM routing")).isEqualTo(number);

        assertThat(first.capture(event()).deliveries()).isEqualTo(3);
        refresh(second.routes);

        assertThat(receivers()).containsExactlyInAnyOrder(kept.id(), third.id(), fourth.id());
        assertThat(known(second.routes))
                .containsExactlyInAnyOrder(kept.id(), third.id(), fourth.id());
    }

    @Test
    void aHigherNumberMayBeOfAnotherHistory() {
        before.restore();
        var others = Stream.generate(fixtures::endpoint).limit(4).map(Endpoint::id).toList();

        refresh(first.routes);

        assertThat(known(first.routes))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of(kept.id()), others.stream()).toList());
    }

    @Test
    void whatDidNotChangeStaysTheSameObject() {
        var endpoint = first.routes.current().endpoint(lost.id());
        fixtures.endpoint();

        refresh(first.routes);

        assertThat(first.routes.current().endpoint(lost.id())).isSameAs(endpoint);
    }

    private static void refresh(RoutingTable routes) {
        try {
            routes.refresh();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static List<UUID> known(RoutingTable routes) {
        return routes.current().endpoints().stream().map(Endpoint::id).toList();
    }

    private static List<UUID> receivers() {
        return DB.rows("SELECT endpoint_id FROM delivery").stream().map(UUID::fromString).toList();
    }
}
