package dev.waybill.infra.metrics;

import java.util.List;

/// The stations of this process, its background jobs, its requests and its database.
public final class StationMetrics {

    static final MetricTable TABLE = new MetricTable();

    // Prometheus itself adds the labels job, instance and, on Kubernetes, endpoint.
    private static final String JOB = "job_name";
    private static final String POOL = "pool";
    private static final String ROUTE = "route";

    private static final List<Double> STATEMENT_SECONDS =
            List.of(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1., 2.5, 10.);

    private static final List<Double> REQUEST_SECONDS = List.of(.005, .025, .1, .25, 1., 2.5, 10.);

    private static final List<Double> BATCH = List.of(1., 2., 5., 10., 25., 50., 100., 250., 500.);

    public static final Metric CAPTURE_BATCH_EVENTS =
            TABLE.histogram(
                    "waybill_capture_batch_events",
                    BATCH,
                    "Events committed together",
                    "Most are at 500: capture is at its limit");

    public static final Metric CAPTURE_BATCH_DURATION =
            TABLE.histogram(
                    "waybill_capture_batch_duration_seconds",
                    STATEMENT_SECONDS,
                    "Time to commit one batch of events",
                    "p99 above 0.25 s: the database is slow");

    public static final Metric CAPTURE_WAITING =
            TABLE.gauge(
                    "waybill_capture_waiting_requests",
                    "Publishes that wait to be committed; at most 20,000",
                    "Thousands: publishes will be answered 503");

    public static final Metric CAPTURE_WAITING_BYTES =
            TABLE.gauge(
                    "waybill_capture_waiting_bytes",
                    "Data of the publishes that wait to be committed; at most 64 MiB",
                    "Near its limit");

    public static final Metric CLAIM_DURATION =
            TABLE.histogram(
                    "waybill_claim_duration_seconds",
                    STATEMENT_SECONDS,
                    "Time of one statement that claims deliveries: those that are `due`, or the"
                            + " heads of `ordered` lanes",
                    "p99 above 0.25 s: the database is slow",
                    "kind");

    public static final Metric CLAIMED =
            TABLE.counter(
                    "waybill_deliveries_claimed_total",
                    "Deliveries claimed from the database, both modes. A delivery that goes from"
                            + " its commit straight into a lane is not claimed",
                    "0 while deliveries are due",
                    "kind");

    public static final Metric SETTLE_BATCH_RESULTS =
            TABLE.histogram(
                    "waybill_settle_batch_results",
                    BATCH,
                    "Results of attempts recorded together",
                    "Most are at 500: settling is at its limit");

    public static final Metric SETTLE_BATCH_DURATION =
            TABLE.histogram(
                    "waybill_settle_batch_duration_seconds",
                    STATEMENT_SECONDS,
                    "Time to record one batch of results",
                    "p99 above 0.25 s: the database is slow");

    public static final Metric SETTLE_BUFFER =
            TABLE.gauge(
                    "waybill_settle_buffer_results",
                    "Results that wait to be recorded; at most 20,000",
                    "Above 10,000: the process starts no attempts");

    public static final Metric PERMITS =
            TABLE.gauge(
                    "waybill_permits_used",
                    "Attempts under way",
                    "At `waybill_permits_max`: attempts wait for each other");

    public static final Metric PERMITS_MAX =
            TABLE.gauge("waybill_permits_max", "Attempts that may be under way", "");

    public static final Metric PLACES =
            TABLE.gauge(
                    "waybill_places_used",
                    "Deliveries held in memory",
                    "Above half of `waybill_places_max`: slow endpoints are restricted");

    public static final Metric PLACES_MAX =
            TABLE.gauge("waybill_places_max", "Deliveries that may be held in memory", "");

    public static final Metric BODIES =
            TABLE.gauge(
                    "waybill_held_body_bytes",
                    "Bodies of the deliveries held in memory",
                    "Above half of `waybill_held_body_max_bytes`");

    public static final Metric BODIES_MAX =
            TABLE.gauge("waybill_held_body_max_bytes", "Bodies that may be held in memory", "");

    public static final Metric LEASES =
            TABLE.gauge(
                    "waybill_leases",
                    "Leases that this process holds, each on a batch of deliveries",
                    "It grows while traffic is constant");

    public static final Metric HEARTBEAT_AGE =
            TABLE.gauge(
                    "waybill_heartbeat_age_seconds",
                    "Time since the database confirmed that this process is alive",
                    "Above 15 s. At 28 s no attempt starts, at 60 s others take over");

    public static final Metric RESCUED =
            TABLE.counter(
                    "waybill_deliveries_rescued_total",
                    "Deliveries handed back because their process died or had lost track of them",
                    "Any outside of crashes");

    public static final Metric CLOCK_OFFSET =
            TABLE.gauge(
                    "waybill_database_clock_offset_seconds",
                    "Time of the database minus time of this machine",
                    "More than a few seconds in either direction");

    public static final Metric POOL_ACTIVE =
            TABLE.gauge(
                    "waybill_database_connections_active",
                    "Connections in use, of the `engine` and of the `interactive` pool",
                    "At the maximum for minutes",
                    POOL);

    public static final Metric POOL_IDLE =
            TABLE.gauge(
                    "waybill_database_connections_idle", "Open connections not in use", "", POOL);

    public static final Metric POOL_PENDING =
            TABLE.gauge(
                    "waybill_database_connections_pending",
                    "Threads that wait for a connection",
                    "Above 0 for minutes: raise `database-connections`",
                    POOL);

    public static final Metric POOL_MAX =
            TABLE.gauge(
                    "waybill_database_connections_max", "Connections that may be open", "", POOL);

    public static final Metric FIGURES_AGE =
            TABLE.gauge(
                    "waybill_database_figures_age_seconds",
                    "Age of the figures that are read from the database every 15 s. After 60 s"
                            + " they are left out",
                    "Above 60 s: the database does not answer");

    public static final Metric PROCESSES =
            TABLE.gauge(
                    "waybill_processes",
                    "Processes that are alive, by the database",
                    "Fewer than you started");

    public static final Metric FEED_LAG =
            TABLE.gauge(
                    "waybill_feed_lag_seconds",
                    "Age of the oldest event that the event feed does not show yet because an"
                            + " earlier transaction is still open; 0 if there is none",
                    "Above 60 s: a transaction in the database stays open");

    public static final Metric DATABASE_SIZE =
            TABLE.gauge("waybill_database_size_bytes", "Size of the database", "");

    public static final Metric DISK_FREE =
            TABLE.gauge(
                    "waybill_data_disk_free_bytes",
                    "Free space on the disk of the data folder",
                    "Less than a day's growth");

    public static final Metric JOB_RUNS =
            TABLE.counter("waybill_job_runs_total", "Passes of background jobs", "", JOB);

    public static final Metric JOB_FAILURES =
            TABLE.counter(
                    "waybill_job_failures_total",
                    "Passes of background jobs that failed",
                    "It grows for minutes: see the log and `/ui/status`",
                    JOB);

    public static final Metric JOB_RESTARTS =
            TABLE.counter(
                    "waybill_job_restarts_total",
                    "Threads of background jobs that died and were replaced",
                    "Any",
                    JOB);

    public static final Metric JOB_LAST_SUCCESS_AGE =
            TABLE.gauge(
                    "waybill_job_last_success_age_seconds",
                    "Time since the job last completed a pass, or since its start",
                    "Above its period and 60 s",
                    JOB);

    public static final Metric JOB_LAST_DURATION =
            TABLE.gauge(
                    "waybill_job_last_duration_seconds",
                    "Duration of the last complete pass",
                    "",
                    JOB);

    public static final Metric HTTP_REQUESTS =
            TABLE.counter(
                    "waybill_http_requests_total",
                    "Requests by route and status. The route of a request that fits none is"
                            + " `none`",
                    "Statuses 500 and above",
                    "method",
                    ROUTE,
                    "status");

    public static final Metric HTTP_DURATION =
            TABLE.histogram(
                    "waybill_http_request_duration_seconds",
                    REQUEST_SECONDS,
                    "Time from the head of a request to its response",
                    "p99 of `/v1/events` above 0.5 s",
                    "method",
                    ROUTE);

    public static final Metric HTTP_CONNECTIONS =
            TABLE.gauge(
                    "waybill_http_connections",
                    "Open connections of clients",
                    "Near `waybill_http_connections_max`");

    public static final Metric HTTP_CONNECTIONS_MAX =
            TABLE.gauge("waybill_http_connections_max", "Connections that may be open", "");

    public static final Metric HTTP_MEMORY =
            TABLE.gauge(
                    "waybill_http_held_bytes",
                    "Memory held by requests and responses",
                    "Near `waybill_http_held_max_bytes`: requests are answered 503");

    public static final Metric HTTP_MEMORY_MAX =
            TABLE.gauge(
                    "waybill_http_held_max_bytes",
                    "Memory that requests and responses may hold",
                    "");

    public static final Metric HTTP_LOOP_RESTARTS =
            TABLE.counter(
                    "waybill_http_loop_restarts_total",
                    "Times that a thread which reads connections failed and was started again",
                    "Any");

    public static final Metric SPANS_EXPORTED =
            TABLE.counter(
                    "waybill_trace_spans_exported_total",
                    "Spans that the collector of traces accepted",
                    "");

    public static final Metric SPANS_DROPPED =
            TABLE.counter(
                    "waybill_trace_spans_dropped_total",
                    "Spans that were dropped: the collector did not accept them, or too many"
                            + " waited",
                    "It grows: the collector is slow or away, or the sampler records too much");

    public static final Metric SPANS_WAITING =
            TABLE.gauge(
                    "waybill_trace_spans_waiting",
                    "Spans that wait to be exported; at most `OTEL_BSP_MAX_QUEUE_SIZE`",
                    "Near its limit");

    private StationMetrics() {}
}
