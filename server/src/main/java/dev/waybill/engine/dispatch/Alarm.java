package dev.waybill.engine.dispatch;

import java.time.Duration;

/// Calls back after a while.
public interface Alarm {

    /// Runs the task once, after this time; it must not block.
    void in(Duration delay, Runnable task);

    /// Nothing rings any more.
    void stop();
}
