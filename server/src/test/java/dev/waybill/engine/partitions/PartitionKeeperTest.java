package dev.waybill.engine.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.event.Ids;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.db.Migrations;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionKeeperTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final int TABLES = 4;

    private final ManualClock clock = new ManualClock();
    private final PartitionKeeper keeper = new PartitionKeeper(DB.database(), clock);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void aSecondPassFindsNothingToDo() {
        keeper.runOnce();

        assertThat(keeper.runOnce()).isZero();
    }

    @Test
    void twoInstallationsInOneDatabaseEachHaveTheirOwn() {
        try (var db = TestDatabase.createEmpty()) {
            for (var schema : List.of("one", "two")) {
                db.execute("CREATE SCHEMA " + schema);
                var url =
                        new DatabaseUrl(
                                db.url().jdbcUrl() + "?currentSchema=" + schema,
                                db.url().user(),
                                db.url().password());
                Migrations.run(url);
                try (var database = new Database(url)) {
                    assertThat(new PartitionKeeper(database, clock).runOnce())
                            .as(schema)
                            .isEqualTo(TABLES * (1 + 1 + PartitionKeeper.DAYS_AHEAD));
                }
            }
        }
    }

    @Test
    void everyDayBringsANewOneOfEachTable() {
        clock.set(Instant.parse("2027-01-01T00:00:00Z"));
        keeper.runOnce();

        clock.advance(Duration.ofDays(1));

        assertThat(keeper.runOnce()).isEqualTo(TABLES);
    }

    @Test
    void fromYesterdayToAWeekAhead() {
        clock.set(Instant.parse("2028-02-25T23:59:59Z"));

        assertThat(keeper.runOnce()).isEqualTo(TABLES * (1 + 1 + PartitionKeeper.DAYS_AHEAD));

        assertThat(
                        DB.rows(
                                """
                                SELECT relname
                                  FROM pg_class
                                 WHERE relname ~ '^event_2028....$' AND relkind = 'r'
                                 ORDER BY 1
                                """))
                .startsWith("event_20280224", "event_20280225")
                .contains("event_20280229")
                .endsWith("event_20280303")
                .hasSize(9);
    }

    /// As after days were dropped by a clock that was ahead, and is set back. With a database of
    /// its own, because the others need the days before.
    @Test
    void aDayThatWasDroppedIsNotCreatedAgain() {
        clock.set(Instant.parse("2031-05-10T12:00:00Z"));
        try (var db = TestDatabase.create()) {
            db.execute("CREATE TABLE event_kept_20310510 (LIKE event INCLUDING ALL)");
            db.execute(
                    """
                    ALTER TABLE event
                    ATTACH PARTITION event_kept_20310510 FOR VALUES FROM ('%s') TO ('%s')
                    """
                            .formatted(
                                    Ids.lowestAt(Instant.parse("2031-05-01T00:00:00Z")),
                                    Ids.lowestAt(Instant.parse("2031-05-10T00:00:00Z"))));
            var own = new PartitionKeeper(db.database(), clock);

            assertThat(own.runOnce()).isEqualTo(TABLES * (1 + 1 + PartitionKeeper.DAYS_AHEAD) - 1);

            assertThat(own.runOnce()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2029-06-14T00:00:00.000Z",
                "2029-06-14T23:59:59.999Z",
                "2029-06-15T00:00:00.000Z",
                "2029-06-22T23:59:59.999Z",
            })
    void aRowOfAnyInstantHasItsDay(String instant) {
        clock.set(Instant.parse("2029-06-15T12:00:00Z"));
        keeper.runOnce();

        clock.set(Instant.parse(instant));
        var event = new Fixtures(DB, clock).event();

        assertThat(DB.rows("SELECT tableoid::regclass FROM event WHERE id = ?", event.id()))
                .containsExactly("event_" + instant.substring(0, 10).replace("-", ""));
    }

    @Test
    void halfOfADeliverysPageIsLeftFreeForItsEnd() {
        keeper.runOnce();

        assertThat(
                        DB.rows(
                                "SELECT reloptions FROM pg_class WHERE relname = ?",
                                "delivery_20260501"))
                .containsExactly("{fillfactor=50}");
    }

    @Test
    void processesAtOnceMakeEachPartitionOnce() throws Exception {
        clock.set(Instant.parse("2030-01-01T12:00:00Z"));
        var passes = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 4; i++) {
            passes.add(new PartitionKeeper(DB.database(), clock)::runOnce);
        }

        int made = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var pass : threads.invokeAll(passes)) {
                made += pass.get();
            }
        }

        assertThat(made).isEqualTo(TABLES * 9);
    }
}
