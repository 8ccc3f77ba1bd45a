package dev.waybill.infra.schedule;

import java.time.Duration;

/// A background job, which a [Periodic] runs repeatedly.
///
/// @param period the pause after a pass that left nothing to do
/// @param essential whether a process in which the job fails should get no traffic
public record Job(String name, Duration period, boolean essential, Step step) {

    /// One pass of the job.
    @FunctionalInterface
    public interface Step {
        JobResult run() throws Exception;
    }

    /// A pass that waits for something to do by itself.
    @FunctionalInterface
    public interface WaitingStep {

        /// Returns how much it did.
        int run() throws Exception;
    }

    /// A job whose passes follow each other without a pause.
    public static Job always(String name, WaitingStep step) {
        return new Job(name, Duration.ZERO, true, () -> JobResult.complete(step.run()));
    }
}
