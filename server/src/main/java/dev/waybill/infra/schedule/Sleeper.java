package dev.waybill.infra.schedule;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// How to wait a moment before something is tried again.
@FunctionalInterface
public interface Sleeper {

    /// By the clock on the wall.
    Sleeper REAL = length -> TimeUnit.NANOSECONDS.sleep(length.toNanos());

    void pause(Duration length) throws InterruptedException;
}
