package dev.waybill.infra.schedule;

import java.time.Duration;

/// Something to be done again and again: what a [Periodic] runs.
///
/// @param period between two passes, if the first has left nothing to do
/// @param essential whether a process that cannot do it should get no traffic
public record Job(String name, Duration period, boolean essential, Periodic.Step step) {

    /// A pass that waits by itself for something to do.
    @FunctionalInterface
    public interface WaitingStep {

        /// Returns how much it did.
        int run() throws Exception;
    }

    public static Job always(String name, WaitingStep step) {
        return new Job(name, Duration.ZERO, true, () -> step.run() >= 0);
    }
}
