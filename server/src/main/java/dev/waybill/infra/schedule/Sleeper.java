package dev.waybill.infra.schedule;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Waits before a retry. A simulation waits by its own clock.
@FunctionalInterface
public interface Sleeper {

    /// Waits by the real clock.
    Sleeper REAL = length -> TimeUnit.NANOSECONDS.sleep(length.toNanos());

    void pause(Duration length) throws InterruptedException;
}
