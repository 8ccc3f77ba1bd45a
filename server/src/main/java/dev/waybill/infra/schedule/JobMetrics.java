package dev.waybill.infra.schedule;

import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.Metric;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/// Shows the records of background jobs as metrics.
public final class JobMetrics implements Measured {

    private final Supplier<List<JobRecord>> jobs;

    /// @param jobs those that run now
    public JobMetrics(Supplier<List<JobRecord>> jobs) {
        this.jobs = jobs;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        add(metrics, StationMetrics.JOB_RUNS, JobRecord::runs);
        add(metrics, StationMetrics.JOB_FAILURES, JobRecord::failuresEver);
        add(metrics, StationMetrics.JOB_RESTARTS, JobRecord::restarts);
        add(
                metrics,
                StationMetrics.JOB_LAST_SUCCESS_AGE,
                job -> job.sinceSuccess().toNanos() / 1e9);
        add(metrics, StationMetrics.JOB_LAST_DURATION, job -> job.took().toNanos() / 1e9);
    }

    private void add(MetricRegistry metrics, Metric metric, ToDoubleFunction<JobRecord> value) {
        metrics.read(
                metric,
                series ->
                        jobs.get()
                                .forEach(job -> series.add(value.applyAsDouble(job), job.name())));
    }
}
