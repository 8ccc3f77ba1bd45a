package dev.waybill.feature.deadletters;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.routing.WaitingStore;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A redelivered dead letter, and the effects of the ends of its redeliveries. The database applies
/// them, for any statement that ends a delivery.
class RedeliveredDeadLetterTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final Fixtures fixtures = new Fixtures(DB, new ManualClock());
    private Endpoint endpoint = fixtures.endpoint();

    @BeforeEach
    void start() {
        DB.clear();
        endpoint = fixtures.endpoint();
    }

    @AfterAll
    static void close() {
        DB.close();
    }

    @Test
    void staysOpenWhileItsRepetitionIs() {
        var letter = letter();
        var again = repetition(letter);

        DB.execute(
                "UPDATE delivery SET attempts = 1, first_attempt_at = ? WHERE id = ?", NOON, again);

        assertThat(open()).containsExactly(letter);
    }

    @Test
    void isSettledWhenItsRepetitionIsDelivered() {
        var letter = letter();
        var again = repetition(letter);

        end(again, "delivered", null);

        assertThat(open()).isEmpty();
        assertThat(notes(letter)).containsExactly("waybill replayed " + again);
    }

    @ParameterizedTest
    @CsvSource({
        "failed, permanent",
        "failed, exhausted",
        "failed, gone",
        "failed, blocked",
        "failed, endpoint_disabled",
        "expired, deadline"
    })
    void isSupersededWhenItsRepetitionDiesToo(String state, String reason) {
        var letter = letter();
        var again = repetition(letter);

        end(again, state, reason);

        assertThat(open()).containsExactly(again);
        assertThat(notes(letter)).containsExactly("waybill superseded " + again);
    }

    @ParameterizedTest
    @CsvSource({"expired, ttl", "cancelled, cancelled", "cancelled, endpoint_deleted"})
    void staysOpenWhenItsRepetitionIsCalledOff(String state, String reason) {
        var letter = letter();

        end(repetition(letter), state, reason);

        assertThat(open()).containsExactly(letter);
        assertThat(notes(letter)).isEmpty();
    }

    @Test
    void isSupersededByWhatADisabledEndpointLeaves() throws SQLException {
        var letter = letter();
        var again = repetition(letter);

        try (var connection = DB.database().engine()) {
            new WaitingStore().end(connection, endpoint.id(), Reason.ENDPOINT_DISABLED, 10, NOON);
        }

        assertThat(open()).containsExactly(again);
        assertThat(notes(letter)).containsExactly("waybill superseded " + again);
    }

    /// Two resends of a dead letter do not result in two open dead letters, nor in one if one of
    /// them was delivered.
    @Test
    void oneLetterStaysOfSeveralRepetitions() {
        var letter = letter();
        var first = repetition(letter);
        var second = repetition(letter);
        var third = repetition(letter);

        end(first, "failed", "exhausted");
        end(second, "failed", "exhausted");
        assertThat(open()).containsExactly(second);
        end(third, "delivered", null);

        assertThat(open()).isEmpty();
        assertThat(notes(letter)).containsExactly("waybill superseded " + first);
        assertThat(notes(first)).containsExactly("waybill superseded " + second);
        assertThat(notes(second)).containsExactly("waybill replayed " + third);
    }

    @Test
    void twoRepetitionsMayEndInOneStatement() {
        var letter = letter();
        var first = repetition(letter);
        var second = repetition(letter);

        DB.execute(
                """
                UPDATE delivery
                   SET state = CASE id WHEN ? THEN 'failed' ELSE 'delivered' END,
                       reason = CASE id WHEN ? THEN 'exhausted' END,
                       attempts = 1,
                       first_attempt_at = updated_at,
                       next_attempt_at = NULL
                 WHERE id IN (?, ?)
                """,
                first,
                first,
                first,
                second);

        assertThat(open()).isEmpty();
    }

    @Test
    void whatPeopleSettledStaysSettled() {
        var letter = letter();
        var again = repetition(letter);
        DB.execute("UPDATE delivery SET dead_letter_resolved_at = ? WHERE id = ?", NOON, letter);

        end(again, "delivered", null);

        assertThat(notes(letter)).isEmpty();
    }

    @Test
    void aRepetitionOfWhatWasDeliveredIsALetterOfItsOwn() {
        var delivered = repetition(letter());
        end(delivered, "delivered", null);
        var again = repetition(delivered);

        end(again, "failed", "exhausted");

        assertThat(open()).containsExactly(again);
        assertThat(notes(delivered)).isEmpty();
    }

    private UUID letter() {
        return fixtures.delivery().to(endpoint).attempted(1).failed("exhausted").insert();
    }

    private UUID repetition(UUID of) {
        return fixtures.delivery().to(endpoint).repeating(of).insert();
    }

    private static void end(UUID id, String state, @Nullable String reason) {
        DB.execute(
                """
                UPDATE delivery
                   SET state = ?,
                       reason = ?,
                       attempts = 1,
                       first_attempt_at = updated_at,
                       next_attempt_at = NULL
                 WHERE id = ?
                """,
                state,
                reason,
                id);
    }

    private static List<UUID> open() {
        return DB
                .rows(
                        """
                        SELECT id
                          FROM delivery
                         WHERE dead_letter_resolved_at IS NULL
                           AND (state = 'failed' OR reason = 'deadline')
                         ORDER BY id
                        """)
                .stream()
                .map(UUID::fromString)
                .toList();
    }

    private static List<String> notes(UUID letter) {
        return DB.rows(
                """
                SELECT actor, kind, by_delivery
                  FROM dead_letter_note
                 WHERE delivery_id = ?
                 ORDER BY number
                """,
                letter);
    }
}
