package dev.waybill.engine.settle;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// How to wait a moment before something is tried again.
@FunctionalInterface
public interface Pause {

    /// By the clock on the wall.
    Pause REAL = length -> TimeUnit.NANOSECONDS.sleep(length.toNanos());

    void pause(Duration length) throws InterruptedException;
}
