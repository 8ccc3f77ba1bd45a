package dev.waybill.bench.lab;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/// All waiting for time to pass is here.
public final class Pace {

    private Pace() {}

    public static void pause(Duration length) {
        long end = System.nanoTime() + length.toNanos();
        for (long left = length.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted");
            }
        }
    }

    /// Calls the step with 0, 1, 2 and so on by the clock, however long a call takes, until it
    /// returns false.
    public static void every(Duration period, IntPredicate step) {
        long start = System.nanoTime();
        for (int turn = 0; step.test(turn); turn++) {
            long due = start + period.multipliedBy(turn + 1L).toNanos();
            pause(Duration.ofNanos(due - System.nanoTime()));
        }
    }

    /// Checks `done` after each `step`. Returns false if that takes longer than `max`.
    public static boolean until(BooleanSupplier done, Duration step, Duration max) {
        long giveUp = System.nanoTime() + max.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > giveUp) {
                return false;
            }
            pause(step);
        }
        return true;
    }
}
