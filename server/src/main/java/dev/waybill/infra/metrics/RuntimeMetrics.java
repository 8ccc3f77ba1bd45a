package dev.waybill.infra.metrics;

/// The JVM and the process, under the names that common dashboards expect.
public final class RuntimeMetrics {

    static final MetricTable TABLE = new MetricTable();

    public static final Metric BUILD =
            TABLE.gauge(
                    "waybill_build_info",
                    "1, with the version as a label",
                    "Processes of different versions run for longer than an upgrade takes",
                    "version");

    public static final Metric START_TIME =
            TABLE.gauge(
                    "process_start_time_seconds",
                    "Start of the process, in seconds since 1970",
                    "It changes without a deployment");

    public static final Metric CPU =
            TABLE.counter(
                    "process_cpu_seconds_total",
                    "Processor time used",
                    "The rate is near the number of cores");

    public static final Metric RESIDENT =
            TABLE.gauge(
                    "process_resident_memory_bytes",
                    "Memory of the process, without the embedded PostgreSQL; on Linux only",
                    "Near the limit of the container");

    public static final Metric OPEN_FDS =
            TABLE.gauge(
                    "process_open_fds", "Open file descriptors", "Above 80 % of `process_max_fds`");

    public static final Metric MAX_FDS =
            TABLE.gauge("process_max_fds", "File descriptors that may be open", "");

    public static final Metric JVM_MEMORY =
            TABLE.gauge(
                    "jvm_memory_used_bytes",
                    "Memory in use, `heap` and `nonheap`",
                    "`heap` stays near `jvm_memory_max_bytes` after collections",
                    "area");

    public static final Metric JVM_MEMORY_MAX =
            TABLE.gauge("jvm_memory_max_bytes", "Maximum of the heap", "", "area");

    public static final Metric JVM_GC =
            TABLE.counter(
                    "jvm_gc_collection_seconds_total",
                    "Time spent in garbage collections, by collector",
                    "The rate is above 0.1",
                    "gc");

    public static final Metric JVM_GC_COUNT =
            TABLE.counter(
                    "jvm_gc_collections_total", "Garbage collections, by collector", "", "gc");

    public static final Metric JVM_THREADS =
            TABLE.gauge(
                    "jvm_threads_current",
                    "Platform threads; virtual threads are not among them",
                    "It grows without a break");

    private RuntimeMetrics() {}
}
