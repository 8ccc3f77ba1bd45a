package dev.waybill.engine.dispatch;

import java.time.Duration;

/// Runs tasks after a delay.
public interface Alarm {

    /// Runs the task once after the delay. The task must not block.
    void in(Duration delay, Runnable task);

    /// No task runs after this.
    void stop();
}
