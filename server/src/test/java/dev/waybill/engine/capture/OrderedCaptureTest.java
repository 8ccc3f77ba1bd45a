package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.engine.capture.CaptureResult.Captured;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The events of an ordering key are numbered without gaps, in the order of their capture.
class OrderedCaptureTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Station station = new Station(DB, clock, 1);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void numbersGoOnFromBatchToBatch() throws Exception {
        var first = station.publish(event().orderingKey("k"), event().orderingKey("k"));
        var second = station.publish(event().orderingKey("k"));

        assertThat(sequences(first)).containsExactly(1L, 2L);
        assertThat(sequences(second)).containsExactly(3L);
    }

    @Test
    void eachKeyAndEachModeCountsForItself() throws Exception {
        var results =
                station.publish(
                        event().orderingKey("a"),
                        event().orderingKey("b"),
                        event(),
                        event().orderingKey("a"),
                        event().orderingKey("a").mode(Mode.TEST));

        assertThat(results)
                .extracting(result -> ((Captured) result).event().sequence())
                .containsExactly(1L, 1L, null, 2L, 1L);
    }

    @Test
    void whatIsStoredIsWhatWasTold() throws Exception {
        var results = station.publish(event().orderingKey("a"), event().orderingKey("a"));

        for (var result : results) {
            var told = ((Captured) result).event();
            assertThat(DB.rows("SELECT ordering_key, sequence FROM event WHERE id = ?", told.id()))
                    .containsExactly("a " + told.sequence());
        }
    }

    @Test
    void aRepetitionUsesNoNumber() throws Exception {
        station.publish(event().orderingKey("k").id("own-1"));
        station.publish(event().orderingKey("k").id("own-1"));

        assertThat(sequences(station.publish(event().orderingKey("k").id("own-2"))))
                .containsExactly(2L);
    }

    @Test
    void aRefusedEventLeavesNoGap() throws Exception {
        var results =
                station.publish(
                        event().orderingKey("k"),
                        event().orderingKey("k").id("not an id!"),
                        event().orderingKey("k"));

        assertThat(sequences(List.of(results.get(0), results.get(2)))).containsExactly(1L, 2L);
    }

    @Test
    void processesAtOnceGiveNoNumberTwiceAndLeaveNoneOut() throws Exception {
        var races = new ArrayList<Callable<List<CaptureResult>>>();
        for (int i = 0; i < 8; i++) {
            var other = new Station(DB, clock, 100 + i);
            // In opposite orders, so that locks taken out of order would deadlock.
            var keys = i % 2 == 0 ? List.of("a", "b", "c") : List.of("c", "b", "a");
            var drafts = keys.stream().map(key -> event().orderingKey(key)).toArray(Draft[]::new);
            races.add(() -> other.publish(drafts));
        }

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var race : threads.invokeAll(races)) {
                assertThat(race.get()).allMatch(Captured.class::isInstance);
            }
        }

        var oneToEight = IntStream.rangeClosed(1, 8).mapToObj(Integer::toString).toList();
        for (var key : List.of("a", "b", "c")) {
            assertThat(DB.rows("SELECT sequence FROM event WHERE ordering_key = ? ORDER BY 1", key))
                    .isEqualTo(oneToEight);
        }
    }

    private static List<Long> sequences(List<CaptureResult> results) {
        return results.stream()
                .map(result -> ((Captured) result).event().sequence())
                .map(sequence -> sequence == null ? -1L : sequence)
                .toList();
    }
}
