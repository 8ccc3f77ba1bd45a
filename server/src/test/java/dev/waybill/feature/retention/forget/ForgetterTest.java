package dev.waybill.feature.retention.forget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.Retention;
import dev.waybill.feature.retention.forget.Forgetter.Pass;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The first of May is over; on the first of June at noon it and the day before it are to go.
class ForgetterTest {

    private static final Instant MONTH_LATER = Instant.parse("2026-06-01T12:00:00Z");

    private final TestDatabase db = FirstOfMay.database();
    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(db, clock);

    @AfterEach
    void drop() {
        db.close();
    }

    @Test
    void aDayGoesWithEverythingThatIsOver() throws Exception {
        delivered();
        letter("not needed");

        assertThat(pass(MONTH_LATER)).isEqualTo(Pass.FORGOT);

        assertThat(db.number("SELECT count(*) FROM delivery")).isZero();
        assertThat(db.number("SELECT count(*) FROM attempt")).isZero();
        assertThat(db.number("SELECT count(*) FROM event")).isZero();
        assertThat(tables("%_20260501")).isEmpty();
        assertThat(tables("%_20260502")).hasSize(8);
        assertThat(tables("forgotten%")).isEmpty();
        assertThat(pass(MONTH_LATER)).isEqualTo(Pass.IDLE);
    }

    @Test
    void whatIsOpenStaysWithItsEventAndAttempts() throws Exception {
        delivered();
        var waiting = fixtures.delivery().insert();
        var queued = fixtures.delivery().inLane("k", 1).insert();
        var lease = fixtures.ids().next();
        var underWay = fixtures.delivery().inFlight(lease).insert();
        fixtures.lease(lease, fixtures.process(Duration.ofMinutes(1)), underWay);
        var dead = letter(null);
        var before = everything();

        pass(MONTH_LATER);

        assertThat(ids()).containsExactlyInAnyOrder(waiting, queued, underWay, dead);
        assertThat(before).containsAll(everything());
        assertThat(db.number("SELECT count(*) FROM event")).isEqualTo(4);
        assertThat(db.rows("SELECT delivery_id FROM attempt")).containsExactly(dead.toString());
        assertThat(db.rows("SELECT DISTINCT tableoid::regclass FROM delivery"))
                .containsExactly("delivery_kept_20260502");
    }

    @Test
    void whatWasKeptGoesOnLikeAnyOther() throws Exception {
        var waiting = fixtures.delivery().insert();
        pass(MONTH_LATER);

        db.execute("UPDATE delivery SET next_attempt_at = now() WHERE id = ?", waiting);
        db.execute("INSERT INTO attempt " + ATTEMPT, waiting, fixtures.ids().next());

        assertThat(db.rows("SELECT count(*) FROM attempt")).containsExactly("1");
    }

    @Test
    void aLettersHistoryStaysAndGoesWithIt() throws Exception {
        var open = letter(null);
        var closed = letter("not_needed");
        for (var id : List.of(open, closed)) {
            db.execute(
                    "INSERT INTO dead_letter_note (delivery_id, at, actor, kind)"
                            + " VALUES (?, now(), 'key_1', 'reopened')",
                    id);
        }

        pass(MONTH_LATER);

        assertThat(db.rows("SELECT delivery_id FROM dead_letter_note"))
                .containsExactly(open.toString());
    }

    @Test
    void whatWasKeptGoesWithTheNextDayIfItIsOverByThen() throws Exception {
        var dead = letter(null);
        var waiting = fixtures.delivery().insert();
        pass(MONTH_LATER);
        db.execute("UPDATE delivery SET dead_letter_resolved_at = now() WHERE id = ?", dead);
        assertThat(pass(MONTH_LATER)).isEqualTo(Pass.IDLE);

        assertThat(pass(MONTH_LATER.plus(Duration.ofDays(1)))).isEqualTo(Pass.FORGOT);

        assertThat(ids()).containsExactly(waiting);
        assertThat(db.number("SELECT count(*) FROM event")).isEqualTo(1);
        assertThat(db.number("SELECT count(*) FROM attempt")).isZero();
    }

    @Test
    void anEventOutlivesEveryDeliveryThatPointsToIt() throws Exception {
        var repeated = delivered();
        clock.advance(Duration.ofDays(2));
        var repeat = fixtures.delivery().insert();
        db.execute(
                """
                UPDATE delivery
                   SET event_id = (SELECT event_id FROM delivery WHERE id = ?)
                 WHERE id = ?
                """,
                repeated,
                repeat);

        pass(MONTH_LATER);

        assertThat(ids()).containsExactly(repeat);
        assertThat(db.number("SELECT count(*) FROM delivery JOIN event ON event.id = event_id"))
                .isEqualTo(1);
    }

    @Test
    void attemptsMayGoBeforeTheirDeliveries() throws Exception {
        var over = delivered();
        var closed = letter("not_needed");
        var open = letter(null);

        pass(MONTH_LATER, new Retention(60, 60, 30, 90, 0), ArchiveStep.none(), _ -> {});

        assertThat(ids()).containsExactlyInAnyOrder(over, closed, open);
        assertThat(db.rows("SELECT delivery_id FROM attempt")).containsExactly(open.toString());
        pass(MONTH_LATER.plus(Duration.ofDays(31)));
        assertThat(ids()).containsExactly(open);
        assertThat(db.rows("SELECT delivery_id FROM attempt")).containsExactly(open.toString());
    }

    @Test
    void deliveriesMayGoBeforeTheirEvents() throws Exception {
        delivered();

        pass(MONTH_LATER, new Retention(60, 30, 30, 90, 0), ArchiveStep.none(), _ -> {});

        assertThat(ids()).isEmpty();
        assertThat(db.number("SELECT count(*) FROM event")).isEqualTo(1);
    }

    /// After an interruption the data is complete, and the next pass continues.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sweep",
                "create",
                "begin",
                "step",
                "exchange",
                "delivery",
                "dead_letter_note",
                "attempt",
                "event",
                "drop"
            })
    void aPassThatDiesAnywhereIsTakenUpByTheNext(String step) throws Exception {
        delivered();
        var waiting = fixtures.delivery().insert();
        var dead = letter(null);

        assertThatThrownBy(() -> passKilledAfter(step)).hasMessage("killed");
        assertThat(ids()).contains(waiting, dead);
        pass(MONTH_LATER);

        assertThat(ids()).containsExactlyInAnyOrder(waiting, dead);
        assertThat(db.number("SELECT count(*) FROM event")).isEqualTo(2);
        assertThat(db.number("SELECT count(*) FROM attempt")).isEqualTo(1);
        assertThat(tables("%_20260501")).isEmpty();
        assertThat(tables("forgotten%")).isEmpty();
    }

    @Test
    void onlyOneProcessForgets() throws Exception {
        delivered();
        try (var other = db.database().maintenance().open()) {
            other.begin();
            assertThat(new DayStore().lock(other)).isTrue();
            assertThat(pass(MONTH_LATER)).isEqualTo(Pass.ELSEWHERE);
            other.rollback();
        }

        assertThat(pass(MONTH_LATER)).isEqualTo(Pass.FORGOT);
        assertThat(ids()).isEmpty();
    }

    /// All progress is in the database, so a pass may come in between the steps of another one.
    @ParameterizedTest
    @ValueSource(strings = {"create", "begin", "step"})
    void processesMayTakeTurns(String moment) throws Exception {
        delivered();
        var dead = letter(null);
        var came = new AtomicInteger();

        pass(
                MONTH_LATER,
                Retention.DEFAULT,
                ArchiveStep.none(),
                step -> {
                    if (step.equals(moment) && came.getAndIncrement() == 0) {
                        assertThat(quietly(MONTH_LATER)).isEqualTo(Pass.FORGOT);
                    }
                });

        assertThat(ids()).containsExactly(dead);
        assertThat(db.number("SELECT count(*) FROM attempt")).isEqualTo(1);
        assertThat(tables("forgotten%")).isEmpty();
        assertThat(tables("%next")).isEmpty();
    }

    @Test
    void aTableThatIsInUseStaysAndHoldsNobodyUp() throws Exception {
        delivered();
        try (var reader = db.database().maintenance().open()) {
            reader.begin();
            reader.createQuery("SELECT count(*) FROM delivery").mapTo(Long.class).one();

            // It returns, although the reader keeps its lock until the end of this block.
            assertThat(pass(MONTH_LATER)).isEqualTo(Pass.IN_USE);

            fixtures.delivery().insert();
            assertThat(tables("delivery_20260501")).hasSize(1);
            assertThat(tables("%next")).isEmpty();
            reader.commit();
        }

        assertThat(pass(MONTH_LATER)).isEqualTo(Pass.FORGOT);
        assertThat(ids()).hasSize(1);
    }

    /// A row that changes while rows are copied is copied in its last state.
    @ParameterizedTest
    @ValueSource(strings = {"create", "begin", "step"})
    void whatChangesMeanwhileIsKept(String moment) throws Exception {
        var reopened = letter("not needed");
        var attempted = fixtures.delivery().insert();
        var changed = new AtomicInteger();

        pass(
                MONTH_LATER,
                Retention.DEFAULT,
                ArchiveStep.none(),
                step -> {
                    if (step.equals(moment) && changed.getAndIncrement() == 0) {
                        db.execute(
                                "UPDATE delivery SET dead_letter_resolved_at = NULL WHERE id = ?",
                                reopened);
                        db.execute("UPDATE delivery SET cause = '503' WHERE id = ?", attempted);
                        db.execute(
                                "INSERT INTO attempt " + ATTEMPT, attempted, fixtures.ids().next());
                    }
                });

        assertThat(ids()).containsExactlyInAnyOrder(reopened, attempted);
        assertThat(db.rows("SELECT cause FROM delivery WHERE id = ?", attempted))
                .containsExactly("503");
        assertThat(db.number("SELECT count(*) FROM attempt")).isEqualTo(2);
        assertThat(db.number("SELECT count(*) FROM compaction_journal")).isZero();
    }

    /// Copied rows are not locked: settlements do not wait for them.
    @Test
    void noRowIsLockedWhileRowsAreCopied() throws Exception {
        var dead = letter(null);
        var looked = new AtomicInteger();

        pass(
                MONTH_LATER,
                Retention.DEFAULT,
                ArchiveStep.none(),
                step -> {
                    if (step.equals("step")) {
                        assertThat(db.rows("SELECT id FROM delivery FOR UPDATE NOWAIT")).hasSize(1);
                        looked.incrementAndGet();
                    }
                });

        assertThat(looked.get()).isPositive();
        assertThat(ids()).containsExactly(dead);
    }

    /// A resend of an old event, made after the search for events that are used.
    @Test
    void anEventThatIsSentAgainMeanwhileStays() throws Exception {
        var over = delivered();
        clock.advance(Duration.ofDays(2));
        var resent = fixtures.delivery().insert();
        db.execute("UPDATE delivery SET event_id = ? WHERE id = ?", UUID.randomUUID(), resent);
        var event =
                UUID.fromString(
                        db.rows("SELECT event_id FROM delivery WHERE id = ?", over).getFirst());

        pass(
                MONTH_LATER,
                Retention.DEFAULT,
                ArchiveStep.none(),
                step -> {
                    if (step.equals("step")
                            && db.number(
                                            "SELECT count(*) FROM compaction WHERE table_name ="
                                                    + " 'event' AND phase = 'ready'")
                                    == 1) {
                        // As RedeliverStore does.
                        db.execute("UPDATE delivery SET event_id = ? WHERE id = ?", event, resent);
                        db.execute(
                                "INSERT INTO compaction_journal (table_name, id)"
                                        + " VALUES ('event', ?)",
                                event);
                    }
                });

        assertThat(db.rows("SELECT id FROM event WHERE id = ?", event)).hasSize(1);
    }

    @Test
    void aKeptEventGoesWithTheLastDeliveryThatPointsToIt() throws Exception {
        var repeated = delivered();
        clock.advance(Duration.ofDays(1));
        var repeat = delivered();
        db.execute(
                """
                UPDATE delivery
                   SET event_id = (SELECT event_id FROM delivery WHERE id = ?)
                 WHERE id = ?
                """,
                repeated,
                repeat);
        pass(MONTH_LATER);
        assertThat(db.rows("SELECT tableoid::regclass FROM event")).contains("event_kept_20260502");

        pass(MONTH_LATER.plus(Duration.ofDays(1)));

        assertThat(db.number("SELECT count(*) FROM event")).isZero();
        assertThat(db.number("SELECT count(*) FROM unused_event")).isZero();
    }

    /// It was copied before it was resolved: a removed row must not reappear with the copy.
    @Test
    void whatIsClosedAfterItWasCopiedGoesForGood() throws Exception {
        var dead = letter(null);
        pass(MONTH_LATER);
        var dayLater = MONTH_LATER.plus(Duration.ofDays(1));
        assertThatThrownBy(() -> passKilledAfter("step", dayLater)).hasMessage("killed");
        db.execute("UPDATE delivery SET dead_letter_resolved_at = now() WHERE id = ?", dead);

        assertThat(pass(dayLater)).isEqualTo(Pass.FORGOT);

        assertThat(ids()).isEmpty();
        assertThat(db.number("SELECT count(*) FROM event")).isZero();
        assertThat(db.number("SELECT count(*) FROM attempt")).isZero();
    }

    @Test
    void aDayStaysIfItsTimeIsNoLongerOver() throws Exception {
        delivered();
        assertThatThrownBy(() -> passKilledAfter("begin")).hasMessage("killed");

        assertThat(pass(MONTH_LATER, new Retention(60, 60, 60, 90, 0), ArchiveStep.none(), _ -> {}))
                .isEqualTo(Pass.IDLE);

        assertThat(ids()).hasSize(1);
        assertThat(tables("%next")).isEmpty();
        assertThat(db.number("SELECT count(*) FROM compaction")).isZero();
        assertThat(db.number("SELECT count(*) FROM pg_trigger WHERE tgname = 'compaction_change'"))
                .isZero();
    }

    @Test
    void aClockThatIsAYearAheadTakesOneDayAnHour() throws Exception {
        var yearLater = MONTH_LATER.plus(Duration.ofDays(365));
        long before = db.number("SELECT count(*) FROM pg_inherits");

        assertThat(pass(yearLater)).isEqualTo(Pass.FORGOT);
        assertThat(pass(yearLater)).isEqualTo(Pass.OVERDUE);
        assertThat(pass(yearLater.plus(Duration.ofMinutes(59)))).isEqualTo(Pass.OVERDUE);
        assertThat(tables("event_2026%")).hasSize(7);
        assertThat(pass(yearLater.plus(Duration.ofMinutes(60)))).isEqualTo(Pass.FORGOT);
        assertThat(db.number("SELECT count(*) FROM pg_inherits")).isLessThan(before);
    }

    private void passKilledAfter(String step) throws Exception {
        passKilledAfter(step, MONTH_LATER);
    }

    private void passKilledAfter(String step, Instant now) throws Exception {
        pass(
                now,
                Retention.DEFAULT,
                ArchiveStep.none(),
                done -> {
                    if (done.equals(step)) {
                        throw new IllegalStateException("killed");
                    }
                });
    }

    private Pass quietly(Instant now) {
        try {
            return pass(now);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Pass pass(Instant now) throws Exception {
        return pass(now, Retention.DEFAULT, ArchiveStep.none(), _ -> {});
    }

    private Pass pass(
            Instant now, Retention retention, ArchiveStep archive, Compactor.Witness witness)
            throws Exception {
        try (var handle = db.database().maintenance().open()) {
            return new Forgetter(db.database(), retention, archive, _ -> {}, witness)
                    .runOnce(handle, now);
        }
    }

    private UUID delivered() {
        var id = fixtures.delivery().insert();
        db.execute(
                """
                UPDATE delivery
                   SET state = 'delivered', next_attempt_at = NULL, attempts = 1,
                       first_attempt_at = updated_at
                 WHERE id = ?
                """,
                id);
        attempt(id);
        return id;
    }

    private UUID letter(@Nullable String closedWith) {
        var id = delivered();
        db.execute(
                """
                UPDATE delivery
                   SET state = 'failed', reason = 'exhausted', dead_letter_resolved_at = ?
                 WHERE id = ?
                """,
                closedWith == null ? null : clock.instant(),
                id);
        return id;
    }

    private static final String ATTEMPT =
            """
            (delivery_id, attempt, id, started_at, duration_ms, outcome, fault, url, signature)
            VALUES (?, 1, ?, now(), 1, 'failed', 'timeout_total', 'https://example.com', 'v1,x')
            """;

    private void attempt(UUID delivery) {
        db.execute("INSERT INTO attempt " + ATTEMPT, delivery, fixtures.ids().next());
    }

    private List<UUID> ids() {
        return db.rows("SELECT id FROM delivery").stream().map(UUID::fromString).toList();
    }

    private List<String> everything() {
        return db.rows("SELECT d, e FROM delivery d JOIN event e ON e.id = d.event_id");
    }

    private List<String> tables(String pattern) {
        return db.rows(
                "SELECT relname FROM pg_class WHERE relname LIKE ? AND relkind = 'r'", pattern);
    }
}
