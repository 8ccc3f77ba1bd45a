package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.capture.CaptureResult.Captured;
import dev.waybill.engine.capture.CaptureResult.Unstorable;
import dev.waybill.engine.partitions.PartitionKeeper;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Station station = new Station(DB, clock, 1);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void anEventIsCommittedWithItsDeliveriesUnderOneLease() throws Exception {
        fixtures.endpoint();
        fixtures.endpoint();

        var captured = station.capture(event().data("{\"n\": 1.0}"));

        assertThat(captured.deliveries()).isEqualTo(2);
        assertThat(
                        DB.rows(
                                "SELECT type, convert_from(data, 'UTF8') FROM event WHERE id = ?",
                                captured.event().id()))
                .containsExactly("invoice.paid {\"n\": 1.0}");
        assertThat(DB.rows("SELECT state, attempts, next_attempt_at, event_id FROM delivery"))
                .hasSize(2)
                .containsOnly("in_flight 0 null " + captured.event().id());
        assertThat(DB.number("SELECT count(DISTINCT lease) FROM delivery")).isOne();
    }

    @Test
    void theLeaseNamesItsDeliveriesAndIsHeld() throws Exception {
        fixtures.endpoint();
        fixtures.endpoint();

        station.publish(event(), event());

        var claims = station.fastPath.accepted();
        assertThat(claims).hasSize(4);
        var token = claims.getFirst().lease();
        assertThat(claims).extracting(Claim::lease).containsOnly(token);
        assertThat(station.leases.holds(token)).isTrue();
        assertThat(DB.rows("SELECT token, process_id, cardinality(delivery_ids) FROM lease"))
                .containsExactly(token + " " + station.leases.life().processId() + " 4");
        assertThat(DB.rows("SELECT unnest(delivery_ids) FROM lease"))
                .containsExactlyInAnyOrderElementsOf(
                        claims.stream().map(Claim::deliveryId).map(UUID::toString).toList());
    }

    /// The database's clock was set to a day far ahead.
    @Test
    void aDayWithoutAPartitionIsToldToWhoeverMakesThem() throws Exception {
        station.capture.onMissingPartition(
                () -> new PartitionKeeper(DB.database(), clock).runOnce());
        clock.advance(Duration.ofDays(400));

        assertThat(station.publish(event())).containsExactly(new CaptureResult.Unconfirmed());
        assertThat(station.capture(event()).deliveries()).isZero();
    }

    @Test
    void anEventForNobodyIsKeptAllTheSame() throws Exception {
        var captured = station.capture(event());

        assertThat(captured.deliveries()).isZero();
        assertThat(DB.number("SELECT count(*) FROM event")).isOne();
        assertThat(DB.number("SELECT count(*) FROM lease")).isZero();
        assertThat(station.leases.count()).isZero();
    }

    @Test
    void whatDoesNotFitTheFastPathWaitsInTheDatabase() throws Exception {
        for (int i = 0; i < 3; i++) {
            fixtures.endpoint();
        }
        station.fastPath.placesLeft(1);

        station.capture(event());

        assertThat(DB.rows("SELECT state, count(*) FROM delivery GROUP BY 1 ORDER BY 1"))
                .containsExactly("in_flight 1", "pending 2");
        assertThat(
                        DB.number(
                                "SELECT count(*) FROM delivery WHERE next_attempt_at = ?",
                                clock.instant()))
                .isEqualTo(2);
        assertThat(DB.rows("SELECT cardinality(delivery_ids) FROM lease")).containsExactly("1");
        assertThat(station.fastPath.accepted()).hasSize(1);
    }

    @Test
    void withAFullFastPathThereIsNoLease() throws Exception {
        fixtures.endpoint();
        station.fastPath.placesLeft(0);

        station.capture(event());

        assertThat(DB.rows("SELECT state, lease FROM delivery")).containsExactly("pending null");
        assertThat(DB.number("SELECT count(*) FROM lease")).isZero();
        assertThat(station.leases.count()).isZero();
    }

    /// The station read its routes when it was created; it learns later changes from the capture
    /// statement itself.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEndpointMadeSinceIsNotMissed(boolean inTransaction) throws Exception {
        var endpoint = fixtures.endpoint();

        var captured = station.capture(inTransaction ? event().id("own-1") : event());

        assertThat(captured.deliveries()).isOne();
        assertThat(DB.rows("SELECT endpoint_id FROM delivery"))
                .containsExactly(endpoint.id().toString());
        assertThat(DB.number("SELECT count(*) FROM event")).isOne();
        assertThat(station.leases.count()).isOne();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEndpointDeletedSinceGetsNothing(boolean inTransaction) throws Exception {
        var endpoint = fixtures.endpoint();
        station.routes.refresh();
        station.fastPath.placesLeft(10);

        fixtures.endpoints().delete(endpoint.id(), new Scope(null, Mode.LIVE), Fixtures.ACT);
        var captured = station.capture(inTransaction ? event().id("own-1") : event());

        assertThat(captured.deliveries()).isZero();
        assertThat(DB.number("SELECT count(*) FROM delivery")).isZero();
        assertThat(station.fastPath.placesLeft()).as("given back").isEqualTo(10);
        assertThat(station.leases.count()).isZero();
    }

    @Test
    void onlyMatchingEndpointsGetIt() throws Exception {
        var wanted = fixtures.endpoint(Mode.LIVE, "invoice.*");
        fixtures.endpoint(Mode.LIVE, "filing.*");
        fixtures.endpoint(Mode.TEST, "*");
        var disabled = fixtures.endpoint();
        DB.execute("UPDATE endpoint SET state = 'disabled' WHERE id = ?", disabled.id());

        station.capture(event().type("invoice.paid"));

        assertThat(DB.rows("SELECT endpoint_id FROM delivery"))
                .containsExactly(wanted.id().toString());
    }

    @Test
    void aPausedEndpointIsStillEnqueued() throws Exception {
        Endpoint paused = fixtures.endpoint();
        DB.execute("UPDATE endpoint SET state = 'paused' WHERE id = ?", paused.id());

        assertThat(station.capture(event()).deliveries()).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "PT1M,  brief",
        "PT10M, short",
        "PT1H,  billing",
    })
    void whatRemainsChoosesThePolicyForLife(Duration remains, String policy) throws Exception {
        fixtures.endpointWithPolicy("billing");

        station.capture(event().expires(clock.instant().plus(remains)));

        assertThat(DB.rows("SELECT retry_policy FROM delivery")).containsExactly(policy);
        assertThat(DB.rows("SELECT expires_at FROM delivery"))
                .isEqualTo(DB.rows("SELECT expires_at FROM event"));
    }

    @Test
    void theWindowBeginsAtCapture() throws Exception {
        fixtures.endpoint();

        station.capture(event());

        assertThat(
                        DB.number(
                                "SELECT count(*) FROM delivery WHERE give_up_at = ?",
                                clock.instant().plus(Duration.ofHours(72))))
                .isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aStaleEventIsCapturedAsExpiredWithoutAnAttempt(int secondsAgo) throws Exception {
        fixtures.endpoint();
        station.fastPath.placesLeft(1);

        var captured = station.capture(event().expires(clock.instant().minusSeconds(secondsAgo)));

        assertThat(captured.stale()).isTrue();
        assertThat(DB.rows("SELECT state || '/' || reason || ' ' || attempts FROM delivery"))
                .containsExactly("expired/ttl 0");
        assertThat(station.fastPath.accepted()).isEmpty();
    }

    /// The API lets no such event in; the database is the second to refuse it.
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 6})
    void oneBadEventFailsAlone(int position) throws Exception {
        fixtures.endpoint();
        station.fastPath.placesLeft(100);
        var drafts =
                IntStream.range(0, 7).mapToObj(i -> event().data("" + i)).toArray(Draft[]::new);
        drafts[position].orderingKey("a\0b");

        var results = station.publish(drafts);

        for (int i = 0; i < drafts.length; i++) {
            assertThat(results.get(i))
                    .isInstanceOf(i == position ? Unstorable.class : Captured.class);
        }
        assertThat(DB.number("SELECT count(*) FROM event")).isEqualTo(6);
        assertThat(station.fastPath.accepted()).hasSize(6);
        assertThat(station.fastPath.placesLeft()).as("none is lost").isEqualTo(94);
    }

    @Test
    void aLargeRequestIsAnsweredInOrder() throws Exception {
        var publications =
                IntStream.range(0, 1_000).mapToObj(i -> event().data("" + i).build()).toList();

        var results = station.publish(publications);

        assertThat(results)
                .extracting(result -> new String(((Captured) result).event().data(), UTF_8))
                .containsExactlyElementsOf(
                        IntStream.range(0, 1_000).mapToObj(Integer::toString).toList());
        assertThat(DB.number("SELECT count(*) FROM event")).isEqualTo(1_000);
    }
}
