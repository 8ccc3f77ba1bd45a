package dev.waybill;

import dev.waybill.feature.status.Figures;
import dev.waybill.feature.status.StatusReporter;
import dev.waybill.feature.status.StatusReporter.Identity;
import dev.waybill.infra.Version;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.RuntimeReadings;
import dev.waybill.infra.metrics.StationMetrics;
import dev.waybill.infra.schedule.Countdown;
import dev.waybill.infra.schedule.JobGroup;
import dev.waybill.infra.schedule.JobMetrics;
import dev.waybill.infra.schedule.JobRecord;
import dev.waybill.infra.schedule.JobResult;
import dev.waybill.web.http.HttpServer;
import dev.waybill.web.http.Router;
import dev.waybill.web.http.TrustedProxies;
import dev.waybill.web.metrics.MetricsApi;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Measures the parts of the service, serves the metrics, and sees to it that every background job
/// has a thread.
final class Monitoring {

    private static final Logger LOG = LoggerFactory.getLogger(Monitoring.class);

    private static final Duration SUPERVISION_PERIOD = Duration.ofSeconds(5);

    private final Foundation base;
    private final MetricRegistry metrics = new MetricRegistry();
    private final JobGroup jobs = new JobGroup();
    private final Figures figures;
    private final StatusReporter reporter;
    private final MetricsApi api = new MetricsApi(metrics, System::nanoTime);
    private volatile List<JobGroup> groups = List.of();
    private @Nullable HttpServer listener;

    Monitoring(Foundation base, Sending sending) {
        this.base = base;
        this.figures = new Figures(base.database, base.clock, System::nanoTime);
        this.reporter =
                new StatusReporter(
                        base.database,
                        base.clock,
                        () -> sending.engine.life().processId(),
                        this::records,
                        new Identity(hostName(), Version.current()));
        jobs.add(
                "figures",
                Figures.PERIOD,
                () -> {
                    figures.runOnce();
                    return JobResult.complete(1);
                });
        jobs.add(
                "status-report",
                StatusReporter.PERIOD,
                () -> {
                    reporter.runOnce();
                    return JobResult.complete(1);
                });
        jobs.add("supervisor", SUPERVISION_PERIOD, () -> JobResult.complete(revive()));
        sending.engine.measureIn(metrics);
        base.database.measureIn(metrics);
        base.tracing.measureIn(metrics);
        figures.measureIn(metrics);
        new JobMetrics(this::records).measureIn(metrics);
        new RuntimeReadings(Version.current()).measureIn(metrics);
        metrics.add(
                StationMetrics.CLOCK_OFFSET,
                () -> base.clock.offsetFrom(InstantSource.system()).toNanos() / 1e9);
        metrics.add(StationMetrics.DISK_FREE, () -> diskFree(base.settings.data()));
    }

    MetricsApi api() {
        return api;
    }

    Figures figures() {
        return figures;
    }

    /// The name of this machine, or of its container.
    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    /// Measures the server, and serves metrics without a key if that is set.
    void listen(HttpServer http) {
        http.measureIn(metrics);
        var listen = base.settings.metrics().listen();
        if (listen != null) {
            var address =
                    new HttpServer.Address(
                            listen.host(), listen.port(), new TrustedProxies(List.of()));
            listener =
                    HttpServer.startSmall(
                            address, new Router(api.openRoutes()), base.clock, base.ids);
            LOG.info("metrics without a key, host={} port={}", listen.host(), listener.port());
        }
    }

    /// To be called when everything else has started.
    ///
    /// @param others all other groups of background jobs
    void start(List<JobGroup> others) {
        groups = others;
        jobs.start();
    }

    /// Where metrics are served without a key, if they are.
    Optional<Integer> port() {
        return Optional.ofNullable(listener).map(HttpServer::port);
    }

    private int revive() {
        return groups.stream().mapToInt(JobGroup::revive).sum() + jobs.revive();
    }

    private List<JobRecord> records() {
        var all = new ArrayList<>(jobs.records());
        groups.forEach(group -> all.addAll(group.records()));
        return all;
    }

    private static double diskFree(Path data) {
        return Files.exists(data) ? data.toFile().getUsableSpace() : Double.NaN;
    }

    void stop() {
        if (listener != null) {
            listener.close();
        }
        jobs.stop();
    }

    void join(Countdown time) {
        jobs.join(time);
        try {
            reporter.stopped();
        } catch (RuntimeException e) {
            LOG.warn("could not report that this process stops", e);
        }
    }
}
