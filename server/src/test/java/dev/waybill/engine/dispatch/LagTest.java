package dev.waybill.engine.dispatch;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.stats.StatKeeper;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How late an event was when it was accepted.
class LagTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void isCountedFromTheEventsCreation() throws Exception {
        fixtures.delivery().to(fixtures.endpoint()).insert();
        DB.execute("UPDATE event SET created_at = created_at - interval '1 hour'");

        assertThat(lagMillis()).isEqualTo(3_600_000, within(720_000.0));
    }

    @Test
    void ofAResendIsCountedFromItsMaking() throws Exception {
        fixtures.delivery().to(fixtures.endpoint()).insert();
        DB.execute("UPDATE event SET created_at = created_at - interval '1 hour'");
        DB.execute("UPDATE delivery SET replayed = true");

        // The time on this machine, without the hour.
        assertThat(lagMillis()).isLessThan(1_800_000);
    }

    private double lagMillis() throws Exception {
        var worker = new Worker(DB, clock, 1);
        worker.claimer.runOnce();
        worker.settle(1);
        new StatKeeper(DB.database(), worker.tally, clock, _ -> {}).finish();
        var hour = Duration.ofHours(1);
        var range =
                new StatQuery.Range(
                        new Scope(null, Mode.LIVE), null, null, NOON.minus(hour), NOON.plus(hour));
        return new StatQuery(DB.database()).total(range, Depth.ALL).latency().quantile(1);
    }
}
