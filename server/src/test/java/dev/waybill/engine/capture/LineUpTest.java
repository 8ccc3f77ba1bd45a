package dev.waybill.engine.capture;

import static dev.waybill.domain.endpoint.OnExhausted.CONTINUE;
import static dev.waybill.engine.capture.Draft.event;
import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.engine.capture.CaptureResult.Captured;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Deliveries to an ordered endpoint are captured into lanes.
class LineUpTest {

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

    @Test
    void eventsOfAKeyWaitInItsLaneInTheirSequence() throws Exception {
        var endpoint = fixtures.orderedEndpoint(Ordering.KEY, CONTINUE);
        var station = new Station(DB, clock, 1);

        station.publish(event().orderingKey("a"), event().orderingKey("b"));
        station.publish(event().orderingKey("a"));

        assertThat(
                        DB.rows(
                                """
                                SELECT lane, lane_sequence, state, next_attempt_at
                                  FROM delivery
                                 ORDER BY 1, 2
                                """))
                .containsExactly("a 1 pending null", "a 2 pending null", "b 1 pending null");
        assertThat(station.fastPath.accepted()).isEmpty();
        assertThat(station.fastPath.linedUp())
                .contains(new OrderedLane(endpoint.id(), "a"), new OrderedLane(endpoint.id(), "b"))
                .hasSize(3);
        assertThat(station.leases.count()).isZero();
    }

    @Test
    void anEventWithoutAKeyWaitsForNobody() throws Exception {
        fixtures.orderedEndpoint(Ordering.KEY, CONTINUE);
        var station = new Station(DB, clock, 1);

        station.publish(event(), event().orderingKey("a"));

        assertThat(DB.rows("SELECT state, lane FROM delivery ORDER BY id"))
                .containsExactly("in_flight null", "pending a");
        assertThat(station.fastPath.accepted()).hasSize(1);
    }

    @Test
    void aStrictEndpointHasOneLaneForAll() throws Exception {
        fixtures.orderedEndpoint(Ordering.STRICT, CONTINUE);
        var other = fixtures.orderedEndpoint(Ordering.STRICT, CONTINUE);
        var station = new Station(DB, clock, 1);

        station.publish(event(), event().orderingKey("a"), event().orderingKey("b"));
        station.publish(event());

        assertThat(
                        DB.rows(
                                "SELECT lane || '.', lane_sequence FROM delivery"
                                        + " WHERE endpoint_id = ? ORDER BY id",
                                other.id()))
                .containsExactly(". 1", ". 2", ". 3", ". 4");
    }

    @Test
    void strictPlacesOfManyProcessesAreGivenOutOnceAndFollowTheKeysSequence() throws Exception {
        var endpoint = fixtures.orderedEndpoint(Ordering.STRICT, CONTINUE);
        fixtures.orderedEndpoint(Ordering.STRICT, CONTINUE);
        var races = new ArrayList<Callable<List<CaptureResult>>>();
        for (int i = 0; i < 8; i++) {
            var station = new Station(DB, clock, 100 + i);
            races.add(() -> station.publish(event().orderingKey("k"), event()));
        }

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var race : threads.invokeAll(races)) {
                assertThat(race.get()).allMatch(Captured.class::isInstance);
            }
        }

        assertThat(
                        DB.rows(
                                "SELECT lane_sequence FROM delivery WHERE endpoint_id = ?"
                                        + " ORDER BY 1",
                                endpoint.id()))
                .isEqualTo(IntStream.rangeClosed(1, 16).mapToObj(Integer::toString).toList());
        assertThat(
                        DB.rows(
                                """
                                SELECT sequence
                                  FROM delivery
                                  JOIN event ON event.id = event_id
                                 WHERE endpoint_id = ?
                                   AND sequence IS NOT NULL
                                 ORDER BY lane_sequence
                                """,
                                endpoint.id()))
                .isEqualTo(IntStream.rangeClosed(1, 8).mapToObj(Integer::toString).toList());
    }

    @Test
    void anOrderAskedForThroughAnotherProcessIsNotMissed() throws Exception {
        var endpoint = fixtures.endpoint();
        var station = new Station(DB, clock, 1);
        fixtures.order(endpoint, Ordering.STRICT);

        station.publish(event());

        assertThat(DB.rows("SELECT state, lane_sequence FROM delivery"))
                .containsExactly("pending 1");
    }

    @Test
    void whatIsAlreadyStaleStandsInNoLane() throws Exception {
        fixtures.orderedEndpoint(Ordering.STRICT, CONTINUE);
        var station = new Station(DB, clock, 1);

        station.publish(event().expires(NOON.minusSeconds(1)), event());

        assertThat(DB.rows("SELECT state, lane_sequence FROM delivery ORDER BY id"))
                .containsExactly("expired null", "pending 1");
    }

    @Test
    void anUnorderedEndpointMakesNobodyWait() throws Exception {
        fixtures.endpoint();
        var station = new Station(DB, clock, 1);

        station.publish(event().orderingKey("a"));

        assertThat(DB.rows("SELECT state, lane, lane_sequence FROM delivery"))
                .containsExactly("in_flight null null");
    }
}
