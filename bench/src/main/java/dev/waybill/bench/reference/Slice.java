package dev.waybill.bench.reference;

import java.time.Duration;

/// The number of deliveries settled in a time.
public record Slice(long deliveries, Duration took) {

    private static final double NANOS = 1e9;

    public double perSecond() {
        return deliveries * NANOS / took.toNanos();
    }
}
