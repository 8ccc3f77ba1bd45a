package dev.waybill.engine.dispatch;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.infra.db.SqlArrays;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The scan asks for deliveries that fell due; a round finds those that it missed.
class DueScanTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final DueEndpoints known = new DueEndpoints();
    private long nanos;
    private final DueScan scan = new DueScan(known, () -> nanos);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void theFirstPassFindsWhateverWaits() throws SQLException {
        var due = fixtures.endpoint();
        fixtures.delivery().to(due).due(NOON.minusSeconds(7_200)).insert();
        var later = fixtures.endpoint();
        fixtures.delivery().to(later).due(NOON.plusSeconds(7_200)).insert();

        pass(NOON);

        assertThat(known.waiting()).containsExactlyInAnyOrder(due.id(), later.id());
        assertThat(known.due()).containsExactly(due.id());
        assertThat(known.urgent()).isEmpty();
        assertThat(scan.inRound()).isFalse();
    }

    @Test
    void whatFallsDueIsSeenByTheNextPass() throws SQLException {
        var endpoint = fixtures.endpoint();
        fixtures.delivery().to(endpoint).due(NOON.plusSeconds(60)).insert();
        pass(NOON);

        pass(NOON.plusSeconds(59));
        assertThat(known.due()).isEmpty();
        pass(NOON.plusSeconds(60));
        assertThat(known.due()).containsExactly(endpoint.id());
    }

    /// A database that has gone back shows deliveries that passes have left behind.
    @Test
    void aScanThatStartsOverFindsWhateverWaits() throws SQLException {
        pass(NOON);
        pass(NOON.plusSeconds(20));
        var endpoint = fixtures.endpoint();
        fixtures.delivery().to(endpoint).due(NOON.minusSeconds(3)).insert();
        pass(NOON.plusSeconds(20));
        assertThat(known.due()).isEmpty();

        scan.startOver();
        pass(NOON.plusSeconds(20));

        assertThat(known.due()).containsExactly(endpoint.id());
    }

    @Test
    void whatCommitsALittleLateIsSeenByAPassAndWhatCommitsLaterByTheRound() throws SQLException {
        pass(NOON);
        pass(NOON.plusSeconds(20));
        var late = fixtures.endpoint();
        fixtures.delivery().to(late).due(NOON.plusSeconds(19)).insert();
        var later = fixtures.endpoint();
        fixtures.delivery().to(later).due(NOON.plusSeconds(10)).insert();

        pass(NOON.plusSeconds(20));
        assertThat(known.due()).containsExactly(late.id());

        nanos += DueScan.ROUND_PERIOD_MIN.toNanos();
        pass(NOON.plusSeconds(20));
        assertThat(known.due()).containsExactlyInAnyOrder(late.id(), later.id());
    }

    @Test
    void anEndpointThatNothingWaitsForAnyMoreIsForgottenByTheRound() throws SQLException {
        fixtures.delivery().to(fixtures.endpoint()).insert();
        pass(NOON);
        DB.execute("DELETE FROM delivery");

        nanos += DueScan.ROUND_PERIOD_MIN.toNanos();
        pass(NOON);

        assertThat(known.due()).isEmpty();
        assertThat(known.waiting()).isEmpty();
    }

    @Test
    void whatDoesNotWaitForABreakerIsKnownApart() throws SQLException {
        var before = fixtures.endpoint();
        fixtures.delivery().to(before).insert();
        urgent(before, NOON);
        pass(NOON);
        assertThat(known.urgent()).containsExactly(before.id());

        var after = fixtures.endpoint();
        urgent(after, NOON.plusSeconds(1));
        pass(NOON.plusSeconds(1));
        assertThat(known.urgent()).containsExactly(before.id(), after.id());
    }

    /// The days that are over are dropped while rounds are under way.
    @Test
    void aPartitionThatIsDroppedMeanwhileIsPassedOver() throws SQLException {
        for (int i = 0; i <= DueScan.ENDPOINTS_PER_PASS_MAX; i++) {
            DB.execute(
                    """
                    INSERT INTO delivery (
                        id, app_id, mode, event_id, event_type, endpoint_id, state, attempts,
                        refusals, closing, retry_policy, next_attempt_at, give_up_at, updated_at)
                    VALUES (?, gen_random_uuid(), 'live', gen_random_uuid(), 'a',
                            gen_random_uuid(), 'pending', 0, 0, false, 'live', ?, ?, ?)
                    """,
                    fixtures.ids().next(),
                    NOON,
                    NOON.plusSeconds(60),
                    NOON);
        }
        pass(NOON);
        assertThat(scan.inRound()).isTrue();
        var partition = DB.rows("SELECT DISTINCT tableoid::regclass FROM delivery").getFirst();
        DB.execute("ALTER TABLE " + partition + " RENAME TO away");
        try {
            pass(NOON);
        } finally {
            DB.execute("ALTER TABLE away RENAME TO " + partition);
        }

        assertThat(scan.inRound()).isFalse();
        assertThat(known.due()).hasSizeGreaterThanOrEqualTo(DueScan.ENDPOINTS_PER_PASS_MAX);
    }

    /// Twice a second in every process: it must not follow how many endpoints have retries.
    @Test
    void aPassReadsNothingOfWhatIsNotDue() throws SQLException {
        removeDeadRows();
        // When no other test had anything due, of which remains might be met.
        var later = NOON.plus(Duration.ofHours(1));
        DB.execute(
                """
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, attempts, refusals,
                    closing, retry_policy, next_attempt_at, give_up_at, updated_at)
                SELECT overlay(?::text placing lpad(to_hex(n), 12, '0') from 25)::uuid,
                       gen_random_uuid(), 'live', gen_random_uuid(), 'a', gen_random_uuid(),
                       'pending', 0, 0, false, 'live', ?, ?, ?
                  FROM generate_series(1, 5000) n
                """,
                fixtures.ids().next(),
                later.plusSeconds(60),
                NOON.plus(Duration.ofDays(1)),
                NOON);

        int pages =
                PagesRead.by(
                        DB,
                        DueStore.FELL_DUE,
                        statement ->
                                new SqlArrays(statement)
                                        .time(later.minusSeconds(2))
                                        .time(later)
                                        .number(DueScan.FALLEN_PER_PASS_MAX));

        assertThat(pages).as("an index of each of nine days").isLessThan(60);
    }

    /// A million rows that wait for one endpoint are one step.
    @Test
    void aRoundPassesABacklogAtOneStep() throws SQLException {
        removeDeadRows();
        var endpoint = fixtures.endpoint();
        DB.execute(
                """
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, attempts, refusals,
                    closing, retry_policy, next_attempt_at, give_up_at, updated_at)
                SELECT overlay(?::text placing lpad(to_hex(n), 12, '0') from 25)::uuid,
                       gen_random_uuid(), 'live', gen_random_uuid(), 'a', ?, 'pending', 0, 0,
                       false, 'live', ?, ?, ?
                  FROM generate_series(1, 20000) n
                """,
                fixtures.ids().next(),
                endpoint.id(),
                NOON,
                NOON.plus(Duration.ofDays(1)),
                NOON);
        var partition = DB.rows("SELECT DISTINCT tableoid::regclass FROM delivery").getFirst();

        int pages =
                PagesRead.by(
                        DB,
                        DueStore.WAITING.formatted(partition),
                        statement ->
                                new SqlArrays(statement).uuid(BEFORE_ALL).time(NOON).number(1_000));

        assertThat(pages).isLessThan(20);
    }

    /// Rows that other tests deleted are still in the indexes, and would be read.
    private static void removeDeadRows() {
        DB.execute("VACUUM delivery");
    }

    private void urgent(Endpoint endpoint, Instant due) {
        var id = fixtures.delivery().to(endpoint).due(due).insert();
        DB.execute("UPDATE delivery SET retry_policy = 'brief' WHERE id = ?", id);
    }

    private void pass(Instant now) throws SQLException {
        try (var connection = DB.database().engine()) {
            scan.pass(connection, now);
        }
    }
}
