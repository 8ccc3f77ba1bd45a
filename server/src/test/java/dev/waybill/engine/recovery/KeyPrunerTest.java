package dev.waybill.engine.recovery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.Retention;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.event.Ids;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeyPrunerTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Duration A_DAY = Duration.ofHours(24);
    private static final Duration A_MONTH = Duration.ofDays(30);

    private final ManualClock clock = new ManualClock();
    private final Ids ids = new Ids(clock, new SplittableRandom(42));
    private final KeyPruner pruner = new KeyPruner(DB.database(), clock, Retention.DEFAULT);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aRequestsKeyIsKeptForADay() throws Exception {
        publishKeys("idempotency_key", 1, NOON);
        requestKey("one", NOON);

        clock.set(NOON.plus(A_DAY));
        assertThat(pruner.runOnce()).isEqualTo(new KeyPruner.Pass(0, 0, 0, false));

        clock.advance(Duration.ofMillis(1));
        assertThat(pruner.runOnce()).isEqualTo(new KeyPruner.Pass(1, 0, 1, false));
    }

    @Test
    void aProducersEventIdIsKeptForAMonth() throws Exception {
        publishKeys("event_id", 1, NOON);

        clock.set(NOON.plus(A_MONTH));
        assertThat(pruner.runOnce()).isEqualTo(new KeyPruner.Pass(0, 0, 0, false));

        clock.advance(Duration.ofMillis(1));
        assertThat(pruner.runOnce()).isEqualTo(new KeyPruner.Pass(0, 1, 0, false));
    }

    @Test
    void theIdOfAnEventThatWasKeptIsKeptToo() throws Exception {
        publishKeys("event_id", 1, NOON);
        DB.execute("UPDATE publish_key SET event_id = ?", new Fixtures(DB, clock).event().id());
        clock.set(NOON.plus(A_MONTH.multipliedBy(3)));

        assertThat(pruner.runOnce()).isEqualTo(new KeyPruner.Pass(0, 0, 0, false));
    }

    /// However many were kept, a pass does not look at the same ones again and again.
    @Test
    void idsOfKeptEventsDoNotStandInTheWay() throws Exception {
        publishKeys("event_id", KeyPruner.KEYS_PER_PASS_MAX, NOON);
        DB.execute("UPDATE publish_key SET event_id = ?", new Fixtures(DB, clock).event().id());
        publishKeys("event_id", 10, NOON.plusSeconds(1));
        clock.set(NOON.plus(A_MONTH.multipliedBy(3)));

        assertThat(pruner.runOnce()).isEqualTo(new KeyPruner.Pass(0, 0, 0, true));
        var rest = 0;
        for (var pass = pruner.runOnce(); ; pass = pruner.runOnce()) {
            rest += pass.eventIds();
            if (!pass.mayHaveMore()) {
                break;
            }
        }
        assertThat(rest).isEqualTo(10);

        // A day later it looks again, whether those events have gone.
        DB.execute("DELETE FROM event");
        clock.advance(A_DAY);
        assertThat(pruner.runOnce().eventIds()).isEqualTo(KeyPruner.KEYS_PER_PASS_MAX);
    }

    @Test
    void onlyTheOldOnesGo() throws Exception {
        requestKey("old", NOON.minus(A_DAY).minusSeconds(1));
        requestKey("young", NOON.minusSeconds(1));
        publishKeys("idempotency_key", 3, NOON.minus(A_MONTH));
        publishKeys("event_id", 2, NOON.minus(A_DAY).minusSeconds(1));

        assertThat(pruner.runOnce()).isEqualTo(new KeyPruner.Pass(3, 0, 1, false));

        assertThat(DB.rows("SELECT key FROM idempotency_key")).containsExactly("young");
        assertThat(DB.rows("SELECT kind, count(*) FROM publish_key GROUP BY 1"))
                .containsExactly("event_id 2");
    }

    @Test
    void aPassIsBoundedAndSaysWhenThereMayBeMore() throws Exception {
        for (int i = 0; i < 3; i++) {
            publishKeys("event_id", 1_000, NOON.minus(A_MONTH).minusSeconds(1 + i));
        }

        var first = pruner.runOnce();
        var second = pruner.runOnce();

        assertThat(first).isEqualTo(new KeyPruner.Pass(0, 2_000, 0, true));
        assertThat(first.mayHaveMore()).isTrue();
        assertThat(second).isEqualTo(new KeyPruner.Pass(0, 1_000, 0, false));
        assertThat(second.mayHaveMore()).isFalse();
    }

    /// Half of a batch must not be a repetition while the other half is new.
    @Test
    void theKeysOfOneBatchGoTogether() throws Exception {
        publishKeys("idempotency_key", 1_500, NOON.minus(A_MONTH));
        publishKeys("idempotency_key", 1_000, NOON.minus(A_DAY).minusSeconds(1));

        assertThat(pruner.runOnce()).isEqualTo(new KeyPruner.Pass(2_500, 0, 0, false));
    }

    private void publishKeys(String kind, int count, Instant at) {
        DB.execute(
                """
                INSERT INTO publish_key (
                    app_id, mode, kind, key, ordinal, fingerprint, event_id, created_at)
                SELECT ?, 'live', ?, ? || n, 0, sha256('x'), ?, ?
                  FROM generate_series(1, ?) n
                """,
                Apps.DEFAULT,
                kind,
                at + "-",
                ids.next(),
                at,
                count);
    }

    private void requestKey(String key, Instant at) {
        DB.execute(
                """
                INSERT INTO idempotency_key (app_id, mode, key, fingerprint, object_id, created_at)
                VALUES (?, 'live', ?, sha256('x'), ?, ?)
                """,
                Apps.DEFAULT,
                key,
                ids.next(),
                at);
    }
}
