package dev.waybill.client;

import java.time.Duration;

/// Waits between two attempts. Tests replace it.
@FunctionalInterface
interface Pause {

    Pause SYSTEM = wait -> Thread.sleep(wait.toMillis());

    void await(Duration wait) throws InterruptedException;
}
