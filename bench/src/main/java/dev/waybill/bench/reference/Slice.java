package dev.waybill.bench.reference;

import java.time.Duration;

/// So many deliveries settled in so long.
public record Slice(long deliveries, Duration took) {

    private static final double NANOS = 1e9;

    public double perSecond() {
        return deliveries * NANOS / took.toNanos();
    }
}
