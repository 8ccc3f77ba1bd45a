package dev.waybill.feature.status;

import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobRecord;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/// Reports this process and its background jobs to the database, so that any process can show the
/// state of all.
public final class StatusReporter {

    public static final Duration PERIOD = Duration.ofSeconds(5);

    /// A process that was lost is shown for a day.
    static final Duration KEPT = Duration.ofDays(1);

    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> processId;
    private final Supplier<List<JobRecord>> jobs;
    private final Identity identity;
    private final ReportStore store = new ReportStore();

    /// What a process is called.
    public record Identity(String host, String version) {}

    /// @param processId the current id of this process in the database
    public StatusReporter(
            Database database,
            InstantSource clock,
            Supplier<UUID> processId,
            Supplier<List<JobRecord>> jobs,
            Identity identity) {
        this.database = database;
        this.clock = clock;
        this.processId = processId;
        this.jobs = jobs;
        this.identity = identity;
    }

    public void runOnce() {
        var now = clock.instant();
        var reports = jobs.get().stream().map(job -> JobReport.of(job, now)).toList();
        database.interactive()
                .useHandle(handle -> {
                    store.write(
                            handle,
                            processId.get(),
                            identity.host(),
                            identity.version(),
                            JobReportJson.write(reports));
                    store.forget(handle, KEPT);
                });
    }

    /// The process ends as it should.
    public void stopped() {
        database.interactive().useHandle(handle -> store.stop(handle, processId.get()));
    }
}
