package dev.waybill.infra.schedule;

/// The result of one pass of a job.
///
/// @param done how much it did, in the unit of the job, such as deliveries or rows
/// @param mayHaveMore whether another pass should follow at once
public record JobResult(long done, boolean mayHaveMore) {

    /// The result of two parts of one pass.
    public JobResult and(JobResult other) {
        return new JobResult(done + other.done, mayHaveMore || other.mayHaveMore);
    }

    /// The pass did everything that there was to do.
    public static JobResult complete(long done) {
        return new JobResult(done, false);
    }

    /// Passes follow each other until one has nothing to do.
    public static JobResult untilNone(long done) {
        return new JobResult(done, done > 0);
    }

    /// Passes follow each other while they reach the limit of a pass.
    public static JobResult limited(long done, long most) {
        return new JobResult(done, done >= most);
    }
}
