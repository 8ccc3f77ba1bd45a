package dev.waybill.engine.dispatch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.ManualClock;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// The distribution of places when they are scarce, or their bodies are too large.
class StockTest {

    private static final int LARGE = 250_000;

    private final Stock stock = new Stock(new Bounds(0, 1_000, 100L * LARGE));
    private final AppShare big = new AppShare(new UUID(0, 1));
    private final AppShare small = new AppShare(new UUID(0, 2));
    private final AtomicLong nanos = new AtomicLong();
    private int lanes;

    @Test
    void oneAloneMayTakeMostOfIt() {
        var lane = slow(big);
        hold(lane, 2, 0);

        assertThat(stock.room(lane, 10_000, 0)).isEqualTo(798);
    }

    /// Twenty slow endpoints with large bodies filled it, and then no endpoint got a place.
    @Test
    void aNeighbourFindsPlacesWhateverOneAppHolds() {
        fill(slow(big));

        assertThat(stock.room(lane(small), 1, LARGE)).as("another app's").isOne();
        assertThat(stock.room(lane(big), 1, LARGE)).as("a new one of its own").isOne();
        assertThat(stock.room(slow(big), 1, LARGE)).as("a slow one that has none").isOne();
        assertThat(stock.room(quick(big), 1, LARGE)).as("a quick one").isOne();
    }

    @Test
    void aLaneThatHasSomeDoesNotGetTheReserve() {
        var lane = slow(big);
        fill(lane);

        assertThat(stock.room(lane, 1, 0)).isZero();
        assertThat(stock.room(lane, 1, LARGE)).isZero();
    }

    @Test
    void aQuickLaneGetsItsPortionOfWhatIsLeft() {
        fill(slow(big));
        var lane = quick(big);

        assertThat(stock.room(lane, 100, LARGE)).as("hardly any, whatever it weighs").isEqualTo(2);
        assertThat(stock.room(lane, 100, 10)).isEqualTo(14);
        hold(lane, 2, LARGE);
        assertThat(stock.room(lane, 1, LARGE)).isZero();
    }

    @Test
    void whatIsGivenBackIsFree() {
        var lane = slow(big);
        fill(lane);

        stock.change(big, 0, -10L * LARGE);

        assertThat(stock.room(lane, 100, LARGE)).isEqualTo(10);
    }

    private void fill(Lane lane) {
        hold(lane, 75, LARGE);
    }

    private void hold(Lane lane, int places, int size) {
        for (int i = 0; i < places; i++) {
            assertThat(lane.reserve(Integer.MAX_VALUE, false, size)).isTrue();
            stock.change(lane.app(), 1, size);
        }
    }

    private Lane slow(AppShare app) {
        return answering(app, Tempo.QUICK_MAX.toNanos());
    }

    private Lane quick(AppShare app) {
        return answering(app, 1);
    }

    private Lane answering(AppShare app, long afterNanos) {
        var lane = lane(app);
        lane.reserve(1, false, 2);
        lane.accept(LaneTest.claim(lanes));
        var flight = requireNonNull(lane.start(1));
        nanos.addAndGet(afterNanos);
        lane.finish(flight, LaneTest.OK);
        return lane;
    }

    private Lane lane(AppShare app) {
        return new Lane(new UUID(1, lanes++), app, new ManualClock(), nanos::get);
    }
}
