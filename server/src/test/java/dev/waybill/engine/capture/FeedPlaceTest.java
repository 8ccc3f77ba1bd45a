package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Where captured events stand in the feed.
class FeedPlaceTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final Station station = new Station(DB, new ManualClock(), 1);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aBatchHasOnePlaceAndTheNextAHigherOne() throws Exception {
        station.publish(event(), event());
        long first = place();
        station.publish(event());

        assertThat(DB.number("SELECT count(DISTINCT feed_place) FROM event")).isEqualTo(2);
        assertThat(place()).isGreaterThan(first);
    }

    @Test
    void aPromotionPutsPlacesAboveAllBefore() throws Exception {
        long timeline = DB.number("SELECT wal_timeline()");
        station.publish(event());
        long first = place();
        try {
            DB.setTimeline(timeline + 1);
            station.publish(event());
        } finally {
            DB.setTimeline(timeline);
        }

        assertThat(place() - first).isGreaterThanOrEqualTo(1L << 44);
    }

    /// It waited for the lock of FeedShift, and must not use the value from before.
    @Test
    void aCaptureThatWaitsForTheShiftIsPlacedByIt() throws Exception {
        station.publish(event());
        try (var connection = DB.database().engine();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE event IN SHARE ROW EXCLUSIVE MODE");
            var capture = new FutureTask<>(() -> station.publish(event()));
            Thread.ofVirtual().start(capture);
            Eventually.holds(() -> waiting() == 1);
            statement.execute("UPDATE feed SET shift = shift + (1::bigint << 50)");
            connection.commit();
            connection.setAutoCommit(true);

            assertThat(capture).succeedsWithin(Duration.ofSeconds(40));
        }
        assertThat(place()).isGreaterThan(DB.number("SELECT shift FROM feed"));
    }

    private static long waiting() {
        return DB.number(
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'event'::regclass");
    }

    private static long place() {
        return DB.number("SELECT max(feed_place) FROM event");
    }
}
