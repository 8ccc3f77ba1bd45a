package dev.waybill.engine.dispatch;

import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The deliveries that all lanes hold in memory: places, and the bytes of their bodies. [Shares]
/// decides how much a lane may use. Counted without a lock, so the limits may be exceeded by a few.
final class Stock implements Measured {

    private final Bounds bounds;
    private final AtomicInteger places = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    Stock(Bounds bounds) {
        this.bounds = bounds;
    }

    /// How many deliveries of this size the lane may take now, up to `most`.
    int room(Lane lane, int most, long size) {
        long room = room(Standing.SERVED, lane.app(), most, size);
        if (room >= most) {
            return most;
        }
        var load = lane.load();
        long portion = Shares.portion(bounds.places(), places.get());
        long bytesLeft = Shares.portion(bounds.bytes(), bytes.get()) - load.bytes();
        // A lane with few places counts as such, regardless of their size.
        long few = (long) Shares.FEW - load.places();
        var standing =
                Standing.of(load.speed(), load.places(), few > 0 || bytesLeft > 0 ? portion : 0);
        long own =
                switch (standing) {
                    case SERVED -> 0;
                    case UNSERVED, NEW -> few;
                    case QUICK -> {
                        long fitting = size == 0 ? most : Math.max(few, bytesLeft / size);
                        yield Math.min(portion - load.places(), fitting);
                    }
                };
        return (int) Math.max(room, room(standing, lane.app(), Math.min(most, own), size));
    }

    private long room(Standing standing, AppShare app, long most, long size) {
        long placesLeft =
                bounds.shares().limit(bounds.places(), standing, app.places().get()) - places.get();
        long bytesLeft =
                bounds.shares().limit(bounds.bytes(), standing, app.bytes().get()) - bytes.get();
        if (placesLeft <= 0 || bytesLeft <= 0) {
            return 0;
        }
        long fitting = size == 0 ? placesLeft : Math.min(placesLeft, bytesLeft / size);
        return Math.min(most, fitting);
    }

    /// Counts places and bytes that are taken or, if negative, returned.
    void change(AppShare app, int morePlaces, long moreBytes) {
        places.addAndGet(morePlaces);
        bytes.addAndGet(moreBytes);
        app.places().addAndGet(morePlaces);
        app.bytes().addAndGet(moreBytes);
    }

    /// Half full. From here on no slow lane may grow beyond a few places: otherwise a handful of
    /// hung endpoints would take the memory that all need.
    boolean isCrowded() {
        return places.get() > bounds.places() / 2 || bytes.get() > bounds.bytes() / 2;
    }

    /// The bytes that a lane without restrictions could still take.
    long bytesLeft() {
        return bounds.bytes() - bytes.get();
    }

    int places() {
        return places.get();
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(StationMetrics.PLACES, places::get);
        metrics.add(StationMetrics.PLACES_MAX, bounds::places);
        metrics.add(StationMetrics.BODIES, bytes::get);
        metrics.add(StationMetrics.BODIES_MAX, bounds::bytes);
    }
}
