package dev.waybill.bench.reference;

import java.time.Duration;

/// A program whose rate of deliveries is measured a slice at a time. Between slices it is idle, so
/// that others can be measured on the same machine.
public interface Contender {

    String name();

    /// Works for this long, finishes the work under way, and returns its result.
    Slice run(Duration length);
}
