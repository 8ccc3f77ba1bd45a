package dev.waybill.feature.replays;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One process at a time announces a replay.
class ReplayNotificationStoreTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final UUID REPLAY = new UUID(1, 1);

    private final ReplayNotificationStore store = new ReplayNotificationStore();

    @AfterAll
    static void drop() {
        DB.close();
    }

    @BeforeEach
    void plan() {
        DB.clear();
        DB.execute(
                """
                INSERT INTO replay (
                    id, mode, state, asked, plan, reason, actor, total, rate, paced_from, start_at,
                    by_customer, created_at, updated_at)
                VALUES (?, 'live', 'planned', '{}', '{}', 'r', 'a', 0, 1, ?, ?, false, ?, ?)
                """,
                REPLAY,
                NOON,
                NOON,
                NOON,
                NOON);
    }

    @Test
    void whatOneProcessIsTellingOfNoOtherBeginsToTell() {
        assertThat(planned(NOON)).containsExactly(REPLAY);
        assertThat(planned(NOON.plusSeconds(29))).isEmpty();
        assertThat(planned(NOON.plusSeconds(30))).as("nobody did").containsExactly(REPLAY);

        DB.database().interactive().useHandle(handle -> store.planNotified(handle, REPLAY));
        assertThat(starting(NOON.plusSeconds(31))).containsExactly(REPLAY);
        assertThat(starting(NOON.plusSeconds(31))).isEmpty();

        DB.database().interactive().useHandle(handle -> store.notNotified(handle, REPLAY));
        assertThat(starting(NOON.plusSeconds(31))).containsExactly(REPLAY);
    }

    private List<UUID> planned(Instant now) {
        return DB.database()
                .interactive()
                .withHandle(handle -> store.takePlanned(handle, now, now.plusSeconds(30)));
    }

    private List<UUID> starting(Instant now) {
        return DB.database()
                .interactive()
                .withHandle(handle -> store.takeStarting(handle, now, now.plusSeconds(30)));
    }
}
