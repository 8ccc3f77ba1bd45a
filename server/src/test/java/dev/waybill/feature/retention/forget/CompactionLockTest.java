package dev.waybill.feature.retention.forget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.Retention;
import dev.waybill.feature.retention.forget.Forgetter.Pass;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The work under the lock of a table, and the transactions that the lock waits for.
class CompactionLockTest {

    private static final Instant MONTH_LATER = Instant.parse("2026-06-01T12:00:00Z");
    private static final int LETTERS = 40;

    private final TestDatabase db = FirstOfMay.database();
    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(db, clock);

    @AfterEach
    void drop() {
        db.close();
    }

    @Test
    void nothingIsReadOrWrittenUnderTheLockIfNothingHasChanged() throws Exception {
        letters();

        assertThat(rowsTouchedUnderLock(false)).containsExactly(0L, 0L, 0L, 0L);

        assertThat(db.number("SELECT count(*) FROM delivery")).isEqualTo(LETTERS);
        assertThat(db.number("SELECT count(*) FROM attempt")).isEqualTo(LETTERS * 3);
    }

    @Test
    void onlyWhatHasChangedIsReadAndWrittenUnderTheLock() throws Exception {
        letters();

        var touched = rowsTouchedUnderLock(true);

        // One delivery is read and written again, with the look for the copy it replaces.
        assertThat(touched.getFirst()).isBetween(2L, 4L);
        assertThat(touched.subList(1, 4)).containsExactly(0L, 0L, 0L);
        assertThat(db.number("SELECT count(*) FROM delivery WHERE cause = '418'")).isOne();
    }

    /// Rows of our tables read or written by each exchange, in the order of the tables.
    private List<Long> rowsTouchedUnderLock(boolean changes) throws Exception {
        var touched = new ArrayList<Long>();
        try (var handle = db.database().maintenance().open()) {
            var forgetter =
                    new Forgetter(
                            db.database(),
                            Retention.DEFAULT,
                            ArchiveStep.none(),
                            _ -> {},
                            step -> {
                                if (step.equals("step")) {
                                    // The earlier counts are stored elsewhere, so that the next
                                    // step is counted alone.
                                    handle.execute("SELECT pg_stat_force_next_flush()");
                                    changeOne(changes);
                                } else if (step.equals("exchange")) {
                                    touched.add(touched(handle));
                                }
                            });
            assertThat(forgetter.runOnce(handle, MONTH_LATER)).isEqualTo(Pass.FORGOT);
        }
        return touched;
    }

    private void changeOne(boolean changes) {
        if (changes
                && db.number(
                                "SELECT count(*) FROM compaction"
                                        + " WHERE table_name = 'delivery' AND phase = 'ready'")
                        == 1) {
            db.execute(
                    """
                    UPDATE delivery
                       SET cause = '418'
                     WHERE id = (SELECT min(id::text)::uuid FROM delivery)
                    """);
        }
    }

    private static long touched(Handle tx) {
        return tx.createQuery(
                        """
                        SELECT sum(seq_tup_read + idx_tup_fetch + n_tup_ins + n_tup_upd + n_tup_del)
                          FROM pg_stat_xact_user_tables
                         WHERE relname ~ '^(delivery|attempt|dead_letter_note|event)_'
                        """)
                .mapTo(Long.class)
                .one();
    }

    /// As autovacuum has one or another of them at any time.
    @Test
    void otherPartitionsMayBeUnderVacuum() throws Exception {
        letters();
        try (var vacuum = db.database().maintenance().open()) {
            vacuum.begin();
            for (var table : DayTable.values()) {
                vacuum.execute(
                        """
                        LOCK TABLE ONLY %s_20260502, ONLY %s_20260503
                          IN SHARE UPDATE EXCLUSIVE MODE
                        """
                                .formatted(table.code(), table.code()));
            }

            assertThat(pass(MONTH_LATER, _ -> {})).isEqualTo(Pass.FORGOT);

            vacuum.rollback();
        }
        assertThat(db.number("SELECT count(*) FROM delivery")).isEqualTo(LETTERS);
    }

    @Test
    void muchThatIsKeptStaysWhereItIsWhenTheNextDayGoes() throws Exception {
        letters();
        pass(MONTH_LATER, _ -> {});
        var large = db.rows("SELECT oid FROM pg_class WHERE relname = 'delivery_kept_20260502'");
        db.execute(
                "UPDATE pg_class SET reltuples = 100000 WHERE relname = 'delivery_kept_20260502'");
        clock.advance(Duration.ofDays(1));
        letters();

        pass(MONTH_LATER.plus(Duration.ofDays(1)), _ -> {});

        assertThat(db.rows("SELECT oid FROM pg_class WHERE relname = 'delivery_kept_20260502'"))
                .isEqualTo(large);
        assertThat(db.number("SELECT count(*) FROM delivery_kept_20260503")).isEqualTo(LETTERS);
        assertThat(db.number("SELECT count(*) FROM delivery JOIN event ON event.id = event_id"))
                .isEqualTo(2 * LETTERS);

        // Until the later ones are as many.
        db.execute(
                "UPDATE pg_class SET reltuples = 90000 WHERE relname = 'delivery_kept_20260503'");
        pass(MONTH_LATER.plus(Duration.ofDays(2)), _ -> {});

        assertThat(db.number("SELECT count(*) FROM delivery")).isEqualTo(2 * LETTERS);
        assertThat(db.rows("SELECT DISTINCT tableoid::regclass FROM delivery"))
                .hasSizeBetween(1, 2);
    }

    private void letters() {
        for (int i = 0; i < LETTERS; i++) {
            var id = fixtures.delivery().insert();
            db.execute(
                    """
                    UPDATE delivery
                       SET state = 'failed', reason = 'exhausted', next_attempt_at = NULL,
                           attempts = 3, first_attempt_at = updated_at
                     WHERE id = ?
                    """,
                    id);
            db.execute(
                    """
                    INSERT INTO attempt (delivery_id, attempt, id, started_at, duration_ms, outcome,
                        fault, url, signature)
                    SELECT ?, attempt, gen_random_uuid(), now(), 1, 'failed', 'reset',
                           'https://example.com', 'v1,x'
                      FROM generate_series(1, 3) AS attempt
                    """,
                    id);
        }
    }

    private Pass pass(Instant now, Compactor.Witness witness) throws Exception {
        try (var handle = db.database().maintenance().open()) {
            return new Forgetter(
                            db.database(), Retention.DEFAULT, ArchiveStep.none(), _ -> {}, witness)
                    .runOnce(handle, now);
        }
    }
}
