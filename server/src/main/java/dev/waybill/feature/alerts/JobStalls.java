package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.Stall;
import dev.waybill.feature.status.JobReport;
import dev.waybill.feature.status.ProcessStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The parts of the service that do no work, by what all processes report about their background
/// jobs.
final class JobStalls {

    /// An idle job whose last success is its period and this time ago does not run.
    static final Duration OVERDUE_AFTER = Duration.ofMinutes(1);

    /// A pass may be long, for example one that archives a day of deliveries. A pass of an
    /// essential job takes seconds.
    static final Duration PASS_MAX = Duration.ofHours(1);

    /// A restart is part of the readings of this time, so that one that is missing hides none.
    static final Duration RESTART_SHOWN = Duration.ofMinutes(3);

    private JobStalls() {}

    static Set<Stall> of(List<ProcessStatus> processes) {
        var stalls = EnumSet.noneOf(Stall.class);
        for (var process : processes) {
            switch (process.state()) {
                case ALIVE -> process.jobs().forEach(job -> add(stalls, job, process.reportedAt()));
                // Its heartbeat goes on, and its report does not.
                case SILENT -> stalls.add(Stall.JOBS);
                case STOPPED, LOST -> {}
            }
        }
        return stalls;
    }

    private static void add(Set<Stall> stalls, JobReport job, Instant reportedAt) {
        if (isStalled(job, reportedAt)) {
            stalls.add(stall(job.name()));
        }
        var restartedAt = job.restartedAt();
        if (restartedAt != null && restartedAt.isAfter(reportedAt.minus(RESTART_SHOWN))) {
            stalls.add(Stall.RESTARTED);
        }
    }

    private static boolean isStalled(JobReport job, Instant reportedAt) {
        var since = Duration.between(job.lastSuccessAt(), reportedAt);
        if (since.compareTo(job.period().plus(OVERDUE_AFTER)) <= 0) {
            return false;
        }
        boolean works = job.failures() == 0 && job.inPass().isPositive();
        return !works || job.essential() || job.inPass().compareTo(PASS_MAX) > 0;
    }

    /// The writers of events and the settlers are background jobs too.
    private static Stall stall(String job) {
        if (job.startsWith("capture-")) {
            return Stall.CAPTURE;
        }
        return job.startsWith("settler-") ? Stall.DELIVERY : Stall.JOBS;
    }
}
