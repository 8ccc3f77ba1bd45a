package dev.waybill.infra.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Invalid states cannot be stored, regardless of the code.
class SchemaTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final Fixtures fixtures = new Fixtures(DB, new ManualClock());

    @AfterAll
    static void drop() {
        DB.close();
    }

    @BeforeEach
    void clear() {
        DB.clear();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "next_attempt_at = NULL | pending_has_due_time_or_lane",
                "next_attempt_at = NULL, lane = 'k', lane_sequence = 1, attempts = 1,"
                        + " first_attempt_at = now() | pending_has_due_time_or_lane",
                "lane = 'k' | only_open_delivery_has_lane",
                "state = 'cancelled', reason = 'endpoint_deleted', next_attempt_at = NULL,"
                        + " lane = 'k', lane_sequence = 1 | only_open_delivery_has_lane",
                "state = 'in_flight' | in_flight_has_lease",
                "lease = gen_random_uuid() | in_flight_has_lease",
                "state = 'delivered', next_attempt_at = NULL | delivered_has_attempt",
                "attempts = 1 | attempts_have_first_attempt_at",
                "first_attempt_at = now() | attempts_have_first_attempt_at",
                "expires_at = next_attempt_at - interval '1 second' | not_due_after_expiry",
                "reason = 'ttl' | reason_matches_state",
                "attempts = -1 | attempts",
                "refusals = 1 | refusals_are_attempts",
                "refusals = -1 | refusals_are_attempts",
                "state = 'lost', next_attempt_at = NULL | state",
                "mode = 'other' | mode",
            })
    void aPendingDeliveryCannotBecome(String change, String constraint) {
        var id = fixtures.delivery().insert();

        assertRefused("UPDATE delivery SET " + change + " WHERE id = ?", id, constraint);
    }

    @ParameterizedTest
    @CsvSource({
        "delivered, gone",
        "failed, ttl",
        "failed, nonsense",
        "failed,",
        "expired, permanent",
        "expired,",
        "cancelled, ttl",
        "cancelled,",
    })
    void aReasonFitsItsState(String state, String reason) {
        var id = fixtures.delivery().attempted(1).insert();

        assertThatThrownBy(() -> end(id, state, reason))
                .hasMessageContaining("reason_matches_state");
    }

    @ParameterizedTest
    @CsvSource({
        "delivered,",
        "failed, permanent",
        "failed, exhausted",
        "failed, gone",
        "failed, blocked",
        "failed, endpoint_disabled",
        "expired, ttl",
        "expired, deadline",
        "cancelled, endpoint_deleted",
    })
    void everyDocumentedEndCanBeStored(String state, String reason) {
        var id = fixtures.delivery().attempted(1).insert();

        assertThat(end(id, state, reason)).isOne();
    }

    @Test
    void aDeliveredOneCannotHoldALease() {
        var id = fixtures.delivery().inFlight(fixtures.ids().next()).attempted(1).insert();

        assertRefused(
                "UPDATE delivery SET state = 'delivered' WHERE id = ?", id, "in_flight_has_lease");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 10, succeeded, 200,",
        "2, 10, failed,    404,",
        "3, 10, failed,    ,    connect_refused",
    })
    void attemptsThatMakeSenseCanBeStored(
            int number, int duration, String outcome, Integer status, String fault) {
        assertThat(attempt(number, duration, outcome, status, fault, 512)).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, succeeded, 200, ,      1",
        "1, -1, succeeded, 200, ,      1",
        "1, 10, succeeded, 404, ,      1",
        "1, 10, failed,    200, ,      1",
        "1, 10, succeeded, ,    reset, 1",
        "1, 10, failed,    ,    ,      1",
        "1, 10, failed,    404, reset, 1",
        "1, 10, failed,    ,    error, 1",
        "1, 10, maybe,     404, ,      1",
        "1, 10, succeeded, 200, ,      513",
    })
    void attemptsThatMakeNoneCannot(
            int number, int duration, String outcome, Integer status, String fault, int excerpt) {
        assertThatThrownBy(() -> attempt(number, duration, outcome, status, fault, excerpt))
                .hasMessageContaining("violates check constraint");
    }

    @Test
    void headersOfAnAnswerAreBounded() {
        attempt(1, 10, "failed", 503, null, 1);
        var fill = "UPDATE attempt SET response_headers = ?";

        assertThat(DB.execute(fill, new byte[2_048])).isPositive();
        assertThatThrownBy(() -> DB.execute(fill, new byte[2_049]))
                .hasMessageContaining("violates check constraint");
    }

    @Test
    void anOrderingKeyAndASequenceComeTogether() {
        var event = fixtures.event();

        assertRefused(
                "UPDATE event SET ordering_key = 'k' WHERE id = ?", event.id(), "event_check");
        assertRefused("UPDATE event SET sequence = 1 WHERE id = ?", event.id(), "event_check");
    }

    @Test
    void aRowForADayThatDoesNotExistFailsAndDoesNotHide() {
        var clock = new ManualClock();
        clock.set(ManualClock.NOON.plusSeconds(86_400 * 30));
        var later = new Fixtures(DB, clock);

        assertThatThrownBy(later::event).hasMessageContaining("no partition of relation");
    }

    @Test
    void migratingAgainChangesNothing() {
        var before = DB.rows("SELECT version, checksum FROM schema_version ORDER BY 1");

        Migrations.run(DB.url());

        assertThat(DB.rows("SELECT version, checksum FROM schema_version ORDER BY 1"))
                .isEqualTo(before)
                .isNotEmpty();
    }

    private static int end(UUID id, String state, String reason) {
        return DB.execute(
                "UPDATE delivery SET state = ?, reason = ?, next_attempt_at = NULL WHERE id = ?",
                state,
                reason,
                id);
    }

    private int attempt(
            int number,
            int duration,
            String outcome,
            @Nullable Integer status,
            @Nullable String fault,
            int excerpt) {
        return DB.execute(
                """
                INSERT INTO attempt (
                    delivery_id, attempt, id, started_at, duration_ms, outcome, status, fault,
                    response_excerpt, url, signature)
                VALUES (?, ?, ?, now(), ?, ?, ?::smallint, ?, ?, '', '')
                """,
                fixtures.ids().next(),
                number,
                fixtures.ids().next(),
                duration,
                outcome,
                status,
                fault,
                new byte[excerpt]);
    }

    private static void assertRefused(String sql, UUID id, String constraint) {
        assertThatThrownBy(() -> DB.execute(sql, id))
                .hasMessageContaining("violates check constraint")
                .hasMessageContaining(constraint);
    }
}
