package dev.waybill.bench.reference;

import java.time.Duration;

/// Something whose rate of deliveries is measured a slice at a time. Between slices it is idle, so
/// that others can be measured on the same machine.
public interface Contender {

    String name();

    /// Works for so long, finishes what it began, and returns how far it came.
    Slice run(Duration length);
}
