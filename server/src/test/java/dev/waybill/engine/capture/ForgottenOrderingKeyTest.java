package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.Retention;
import dev.waybill.domain.access.Mode;
import dev.waybill.engine.capture.CaptureResult.Captured;
import dev.waybill.engine.recovery.OrderingKeyPruner;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// An unused ordering key is deleted, and its numbers never go back.
class ForgottenOrderingKeyTest {

    private final TestDatabase db = TestDatabase.create();
    private final ManualClock clock = new ManualClock();
    private final Station station = new Station(db, clock, 1);
    private final OrderingKeyPruner pruner =
            new OrderingKeyPruner(db.database(), clock, Retention.DEFAULT);

    @AfterEach
    void drop() {
        db.close();
    }

    @Test
    void aKeyThatComesAgainGoesOnAboveItsNumbers() throws Exception {
        publish("idle", 3);
        publish("used", 1);
        publish("idle", Mode.TEST);
        lastUsed("idle", 33);
        lastUsed("used", 32);

        assertThat(pruner.runOnce()).isEqualTo(new OrderingKeyPruner.Pass(3, 2, true));

        assertThat(db.rows("SELECT key FROM ordering_key")).containsExactly("used");
        assertThat(publish("idle", 1)).isEqualTo(4);
        assertThat(publish("idle", 1)).isEqualTo(5);
        // One that was not forgotten has no gap; a new one begins above those that were.
        assertThat(publish("used", 1)).isEqualTo(2);
        assertThat(publish("new", 1)).isEqualTo(4);
        assertThat(publish("new", Mode.TEST)).isEqualTo(2);
    }

    @Test
    void thereIsOneRoundADay() throws Exception {
        publish("idle", 1);
        assertThat(pruner.runOnce().looked()).isEqualTo(1);
        lastUsed("idle", 33);

        assertThat(pruner.runOnce()).isEqualTo(new OrderingKeyPruner.Pass(0, 0, true));
        clock.advance(Duration.ofDays(1));
        assertThat(pruner.runOnce().forgotten()).isEqualTo(1);
    }

    /// Keys are walked through in their order, however many there are.
    @Test
    void aPassIsBounded() throws Exception {
        db.execute(
                """
                INSERT INTO ordering_key (app_id, mode, key, sequence, used_on)
                SELECT '00000000-0000-7000-8000-000000000001', 'live', 'k' || n, n, '2026-01-01'
                  FROM generate_series(1, 2500) n
                """);

        assertThat(pruner.runOnce()).isEqualTo(new OrderingKeyPruner.Pass(2_000, 2_000, false));
        assertThat(pruner.runOnce()).isEqualTo(new OrderingKeyPruner.Pass(500, 500, true));

        assertThat(db.rows("SELECT sequence FROM ordering_floor")).containsExactly("2500");
    }

    /// A capture that gets a number while its key is being deleted waits for that, and sees how
    /// high it was.
    @Test
    void aKeyIsNotNumberedAnewWhileItIsForgotten() throws Exception {
        publish("idle", 7);
        try (var forgetting = db.database().maintenance().open();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            forgetting.begin();
            forgetting.execute("LOCK TABLE ordering_key IN SHARE ROW EXCLUSIVE MODE");
            forgetting.execute(
                    """
                    INSERT INTO ordering_floor
                    SELECT app_id, mode, sequence FROM ordering_key
                    """);
            forgetting.execute("DELETE FROM ordering_key");
            var number = threads.submit(() -> publish("idle", 1));
            Eventually.holds(() ->
                    db.number(
                                    """
                                    SELECT count(*)
                                      FROM pg_locks
                                     WHERE relation = 'ordering_key'::regclass
                                       AND NOT granted
                                    """)
                            > 0);
            forgetting.commit();

            assertThat(number.get()).isEqualTo(8);
        }
    }

    private void lastUsed(String key, int daysAgo) {
        db.execute(
                "UPDATE ordering_key SET used_on = (?::timestamptz AT TIME ZONE 'UTC')::date - ?"
                        + " WHERE key = ?",
                clock.instant().toString(),
                daysAgo,
                key);
    }

    private long publish(String key, int times) throws Exception {
        long last = 0;
        for (int i = 0; i < times; i++) {
            last = sequence(event().orderingKey(key));
        }
        return last;
    }

    private long publish(String key, Mode mode) throws Exception {
        return sequence(event().orderingKey(key).mode(mode));
    }

    private long sequence(Draft draft) throws Exception {
        var sequence = ((Captured) station.publish(draft).getFirst()).event().sequence();
        return sequence == null ? 0 : sequence;
    }
}
