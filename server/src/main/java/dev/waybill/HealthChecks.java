package dev.waybill;

import dev.waybill.engine.Engine;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.deliver.client.PinnedSender;
import dev.waybill.infra.health.Condition;
import dev.waybill.infra.schedule.Countdown;
import dev.waybill.infra.schedule.JobGroup;
import dev.waybill.infra.schedule.JobResult;
import dev.waybill.web.health.DatabaseWatch;
import dev.waybill.web.health.Health;
import dev.waybill.web.health.HealthApi;
import dev.waybill.web.health.ShutdownNotice;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The jobs and conditions by which a load balancer and an orchestrator judge this process.
final class HealthChecks {

    /// Deadlines are examined fifty times a second.
    private static final Duration STUCK_AFTER = Duration.ofMinutes(1);

    private final Engine engine;
    private final PinnedSender sender;
    private final DatabaseWatch database;
    private final JobGroup jobs = new JobGroup();
    final ShutdownNotice notice = new ShutdownNotice();

    HealthChecks(Foundation base, Sending sending) {
        this.engine = sending.engine;
        this.sender = sending.sender;
        this.database = new DatabaseWatch(base.database, base.clock, System::nanoTime);
        jobs.add(
                "database-watch",
                DatabaseWatch.PERIOD,
                () -> {
                    database.runOnce();
                    return JobResult.complete(1);
                });
        jobs.essential(
                "directory",
                AccessCache.PERIOD,
                () -> {
                    base.accessCache.refresh();
                    return JobResult.complete(1);
                });
    }

    HealthApi api() {
        var ready = new ArrayList<Condition>();
        ready.add(Condition.unless("stopping", notice::given, "The process is stopping."));
        ready.addAll(database.conditions());
        ready.addAll(engine.readiness());
        ready.add(new Condition("access", this::accessProblem));
        var live =
                List.of(
                        engine.liveness(),
                        Condition.unless(
                                "deadlines",
                                () -> sender.sinceTick().compareTo(STUCK_AFTER) > 0,
                                "No thread checks the time limits of attempts."));
        return new HealthApi(new Health(live), new Health(ready), notice);
    }

    private Optional<String> accessProblem() {
        return jobs.trouble().map(trouble -> "API keys may be out of date: " + trouble + ".");
    }

    /// Checks the database once before it returns, so that a service that reports ready is ready.
    void start() throws SQLException {
        database.runOnce();
        jobs.start();
    }

    List<JobGroup> groups() {
        return List.of(jobs);
    }

    void stop() {
        jobs.stop();
    }

    void join(Countdown time) {
        jobs.join(time);
    }
}
