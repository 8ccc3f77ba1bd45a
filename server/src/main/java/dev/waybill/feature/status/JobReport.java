package dev.waybill.feature.status;

import dev.waybill.infra.schedule.JobRecord;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A background job as its process reported it.
///
/// @param failed whether its last pass failed, or none has completed for too long
/// @param lastSuccessAt the end of its last complete pass, or the start of the job
/// @param took the duration of that pass
/// @param failures since the last success
/// @param failuresEver since the start of the process
/// @param restarts threads that died and were replaced
/// @param restartedAt when the last one was replaced; null for never
/// @param inPass how long the current pass has lasted; zero between passes
/// @param essential whether a process in which it fails should get no traffic
public record JobReport(
        String name,
        boolean failed,
        Duration period,
        Instant lastSuccessAt,
        Duration took,
        long runs,
        int failures,
        long failuresEver,
        int restarts,
        @Nullable Instant restartedAt,
        Duration inPass,
        boolean essential) {

    static JobReport of(JobRecord record, Instant now) {
        return new JobReport(
                record.name(),
                record.isInTrouble(),
                record.period(),
                now.minus(record.sinceSuccess()),
                record.took(),
                record.runs(),
                record.failures(),
                record.failuresEver(),
                record.restarts(),
                record.sinceRestart().map(now::minus).orElse(null),
                record.inPass(),
                record.isEssential());
    }
}
