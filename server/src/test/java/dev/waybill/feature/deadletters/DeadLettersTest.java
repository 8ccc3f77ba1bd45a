package dev.waybill.feature.deadletters;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.feature.deadletters.DeadLetters.Result;
import dev.waybill.feature.deadletters.Selection.Matching;
import dev.waybill.feature.deadletters.Selection.These;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class DeadLettersTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Scope ALL = new Scope(null, Mode.LIVE);
    private static final Actor ACT = new Actor("key_1", "203.0.113.7", "req_1");
    private static final String DEEDS = " FROM audit WHERE actor = 'key_1'";

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final DeadLetters letters =
            new DeadLetters(DB.database(), new Audit(DB.database(), clock, fixtures.ids()), clock);
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
    void aLetterIsResolvedOnceAndSaysByWhomAndWhy() {
        var letter = letter("500");

        assertThat(letters.resolve(ACT, these(letter), "not_needed", "a test customer"))
                .isEqualTo(new Result.Done(1, false));
        assertThat(letters.resolve(ACT, these(letter), "not_needed", "again"))
                .isEqualTo(new Result.Done(0, false));

        assertThat(openCount()).isZero();
        assertThat(DB.rows("SELECT actor, kind, note, at = ? FROM dead_letter_note", NOON))
                .containsExactly("key_1 not_needed a test customer t");
        assertThat(DB.rows("SELECT action, note, after ->> 'count'" + DEEDS))
                .containsExactly("dead_letter.resolved a test customer 1");
    }

    @Test
    void whatWasResolvedCanBeReopenedAndItsHistoryStays() {
        var letter = letter("500");
        letters.resolve(ACT, these(letter), "reconciled_by_hand", "booked");

        assertThat(letters.reopen(ACT, these(letter), "booked twice"))
                .isEqualTo(new Result.Done(1, false));
        assertThat(letters.reopen(ACT, these(letter), null)).isEqualTo(new Result.Done(0, false));

        assertThat(openCount()).isOne();
        assertThat(DB.rows("SELECT kind, note FROM dead_letter_note ORDER BY number"))
                .containsExactly("reconciled_by_hand booked", "reopened booked twice");
        assertThat(DB.rows("SELECT action" + DEEDS + " ORDER BY id"))
                .containsExactly("dead_letter.resolved", "dead_letter.reopened");
    }

    @Test
    void whatIsSaidAboutALetterLeavesItOpen() {
        var letter = letter("500");

        assertThat(letters.note(ACT, these(letter), "asked the customer"))
                .isEqualTo(new Result.Done(1, false));
        assertThat(openCount()).isOne();
        letters.resolve(ACT, matching(null, "500"), "not_needed", "a test customer");
        assertThat(letters.note(ACT, matching(null, "500"), "too late"))
                .as("who closed it has the last word")
                .isEqualTo(new Result.Done(0, false));

        assertThat(DB.rows("SELECT kind, note FROM dead_letter_note ORDER BY number"))
                .containsExactly("noted asked the customer", "not_needed a test customer");
        assertThat(DB.rows("SELECT action, note" + DEEDS + " ORDER BY id"))
                .containsExactly(
                        "dead_letter.noted asked the customer",
                        "dead_letter.resolved a test customer");
    }

    @Test
    void aFilterTakesWhatMatches() {
        letter("500");
        letter("500");
        var other = letter("timeout");
        var unattempted = fixtures.delivery().to(endpoint).failed("endpoint_disabled").insert();
        fixtures.delivery().to(fixtures.endpoint()).failed("exhausted").cause("500").insert();

        assertThat(letters.resolve(ACT, matching(Reason.EXHAUSTED, "500"), "k", "n"))
                .isEqualTo(new Result.Done(2, false));
        assertThat(letters.resolve(ACT, matching(null, "unattempted"), "k", "n"))
                .isEqualTo(new Result.Done(1, false));

        assertThat(openCount()).isEqualTo(2);
        assertThat(isOpen(other)).isTrue();
        assertThat(isOpen(unattempted)).isFalse();
        assertThat(letters.reopen(ACT, matching(null, "500"), null))
                .isEqualTo(new Result.Done(2, false));
        assertThat(openCount()).isEqualTo(4);
    }

    @Test
    void whatIsNoLetterIsNamedAndNothingIsDone() {
        var letter = letter("500");
        var pending = fixtures.delivery().to(endpoint).insert();
        var unknown = fixtures.ids().next();

        assertThat(letters.resolve(ACT, these(letter, pending), "k", "n"))
                .isEqualTo(new Result.NotDeadLetter(pending));
        assertThat(letters.resolve(ACT, these(letter, unknown), "k", "n"))
                .isEqualTo(new Result.NoSuchDelivery(unknown));
        var foreign = new These(List.of(letter), new Scope(fixtures.ids().next(), Mode.LIVE));
        assertThat(letters.resolve(ACT, foreign, "k", "n"))
                .isEqualTo(new Result.NoSuchDelivery(letter));
        assertThat(openCount()).isOne();
        assertThat(DB.number("SELECT count(*)" + DEEDS)).isZero();
    }

    @Test
    void whatWasSupersededIsNotOpenedBesideItsSuccessor() {
        var letter = letter("500");
        var again =
                fixtures.delivery()
                        .to(endpoint)
                        .repeating(letter)
                        .inFlight(fixtures.ids().next())
                        .insert();
        DB.execute(
                "UPDATE delivery SET state = 'failed', reason = 'exhausted', lease = NULL"
                        + " WHERE id = ?",
                again);

        assertThat(letters.reopen(ACT, these(letter), null))
                .isEqualTo(new Result.Superseded(letter, again));
        assertThat(letters.reopen(ACT, matching(null, null), null))
                .isEqualTo(new Result.Done(0, false));
        assertThat(isOpen(letter)).isFalse();
        assertThat(isOpen(again)).isTrue();
    }

    @Test
    void twoWhoResolveTheSameCountEachOnce() throws Exception {
        for (int i = 0; i < 50; i++) {
            letter("500");
        }
        var asked = new ArrayList<Callable<Result>>();
        for (int i = 0; i < 4; i++) {
            asked.add(() -> letters.resolve(ACT, matching(null, "500"), "k", "n"));
        }

        int count = 0;
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var answer : threads.invokeAll(asked)) {
                count += answer.get() instanceof Result.Done(int some, _) ? some : 1_000;
            }
        }

        assertThat(count).isEqualTo(50);
        assertThat(DB.number("SELECT count(*) FROM dead_letter_note")).isEqualTo(50);
    }

    /// Settling locks dead letters in the order of their redeliveries. PostgreSQL aborts a
    /// resolution in another order, which then retries.
    @Test
    void resolvingGivesWayToSettling() throws Exception {
        var first = letter("500");
        var second = letter("500");
        try (var settling = DB.database().engine();
                var threads = Executors.newSingleThreadExecutor()) {
            settling.setAutoCommit(false);
            lock(settling, second);
            var resolving =
                    threads.submit(() -> letters.resolve(ACT, these(first, second), "k", "n"));
            Eventually.holds(DeadLettersTest::somebodyWaits);

            lock(settling, first);
            settling.commit();

            assertThat(resolving.get()).isEqualTo(new Result.Done(2, false));
        }
    }

    private static void lock(Connection connection, UUID id) throws SQLException {
        try (var statement =
                connection.prepareStatement("SELECT FROM delivery WHERE id = ? FOR UPDATE")) {
            statement.setObject(1, id);
            statement.executeQuery().close();
        }
    }

    private static boolean somebodyWaits() {
        return DB.number(
                        """
                        SELECT count(*)
                          FROM pg_stat_activity
                         WHERE datname = current_database()
                           AND wait_event_type = 'Lock'
                        """)
                > 0;
    }

    private UUID letter(String cause) {
        return fixtures.delivery()
                .to(endpoint)
                .attempted(1)
                .failed("exhausted")
                .cause(cause)
                .insert();
    }

    private static These these(UUID... ids) {
        return new These(List.of(ids), ALL);
    }

    private Matching matching(@Nullable Reason reason, @Nullable String cause) {
        return new Matching(
                new DeadLetterFilter(
                        Audience.OPERATORS,
                        endpoint.id(),
                        reason,
                        DeliveryFilter.cause(cause),
                        null,
                        null,
                        null),
                ALL,
                JsonNodeFactory.instance.objectNode());
    }

    private static boolean isOpen(UUID id) {
        return DB.number(
                        "SELECT count(*) FROM delivery"
                                + " WHERE id = ? AND dead_letter_resolved_at IS NULL",
                        id)
                == 1;
    }

    private static long openCount() {
        return DB.number(
                """
                SELECT count(*)
                  FROM delivery
                 WHERE state = 'failed'
                   AND dead_letter_resolved_at IS NULL
                """);
    }
}
