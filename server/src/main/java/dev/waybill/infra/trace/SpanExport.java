package dev.waybill.infra.trace;

import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends spans to the collector, on a thread of its own. Nobody waits for it: while the collector
/// is slow or away, spans that find no room are dropped and counted.
public final class SpanExport implements SpanSink, Measured {

    /// An unreachable collector is logged this often.
    private static final Duration WARNING_PERIOD = Duration.ofMinutes(1);

    /// More than the time limit of a request: the exporter itself reports that it is exceeded.
    private static final Duration ANSWER_MARGIN = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(SpanExport.class);

    private final Collector collector;
    private final ExportLimits limits;
    private final SpanResource resource;
    private final BlockingQueue<FinishedSpan> waiting;
    private final LongAdder exported = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final Semaphore wake = new Semaphore(0);
    private final Thread thread;
    private volatile boolean stopping;

    /// Used by the thread only.
    private @Nullable Connected connected;

    private @Nullable Long warnedNanos;

    /// The exporter, and the origin of the spans that it sends.
    private record Connected(SpanExporter exporter, SpanOrigin origin) {}

    /// Begins to wait for spans. The exporter is created for the first one, because that takes
    /// about a second of processor time.
    public static SpanExport start(
            Collector collector, ExportLimits limits, SpanResource resource) {
        var export = new SpanExport(collector, limits, resource);
        export.thread.start();
        return export;
    }

    private SpanExport(Collector collector, ExportLimits limits, SpanResource resource) {
        this.collector = collector;
        this.limits = limits;
        this.resource = resource;
        this.waiting = new ArrayBlockingQueue<>(limits.waitingMax());
        this.thread = Thread.ofPlatform().name("traces").daemon().unstarted(this::run);
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(StationMetrics.SPANS_EXPORTED, exported::sum);
        metrics.add(StationMetrics.SPANS_DROPPED, dropped::sum);
        metrics.add(StationMetrics.SPANS_WAITING, waiting::size);
    }

    @Override
    public void take(FinishedSpan span) {
        if (stopping || !waiting.offer(span)) {
            dropped.increment();
        } else if (waiting.size() >= limits.batchMax() && wake.availablePermits() == 0) {
            wake.release();
        }
    }

    /// Spans that were sent, and that the collector accepted.
    long exported() {
        return exported.sum();
    }

    /// Spans that were not sent, or that the collector refused.
    long dropped() {
        return dropped.sum();
    }

    private void run() {
        try {
            while (!stopping) {
                if (wake.tryAcquire(limits.period().toNanos(), TimeUnit.NANOSECONDS)) {
                    wake.drainPermits();
                }
                exportAll();
            }
            exportAll();
        } catch (InterruptedException e) {
            // The time for stopping is up.
            Thread.currentThread().interrupt();
        }
        if (connected != null) {
            connected.exporter.shutdown();
        }
    }

    private void exportAll() throws InterruptedException {
        var batch = new ArrayList<FinishedSpan>(limits.batchMax());
        while (waiting.drainTo(batch, limits.batchMax()) > 0) {
            export(batch);
            batch.clear();
        }
    }

    private void export(List<FinishedSpan> batch) throws InterruptedException {
        boolean accepted = false;
        try {
            accepted = send(batch);
        } catch (RuntimeException | Error e) {
            // A bug in a library must not end the export.
            warn(e);
        }
        (accepted ? exported : dropped).add(batch.size());
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private boolean send(List<FinishedSpan> batch) {
        var target = connected;
        if (target == null) {
            target = new Connected(Otlp.exporter(collector), resource.origin());
            connected = target;
        }
        var spans = new ArrayList<SpanData>(batch.size());
        for (var span : batch) {
            spans.add(new ExportedSpan(span, target.origin));
        }
        var result = target.exporter.export(spans);
        var answerMax = collector.timeout().plus(ANSWER_MARGIN);
        result.join(answerMax.toNanos(), TimeUnit.NANOSECONDS);
        if (!result.isSuccess()) {
            warn(result.getFailureThrowable());
        }
        return result.isSuccess();
    }

    /// Names the kind of the failure only: messages may repeat an address or a header.
    private void warn(@Nullable Throwable failure) {
        long now = System.nanoTime();
        if (warnedNanos == null || now - warnedNanos > WARNING_PERIOD.toNanos()) {
            warnedNanos = now;
            LOG.warn(
                    "the collector of traces did not accept spans, dropped={} failure={}",
                    dropped.sum(),
                    kind(failure));
        }
    }

    private static String kind(@Nullable Throwable failure) {
        if (failure == null) {
            return "no answer in time";
        }
        var cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getClass().getSimpleName();
    }

    /// Sends what waits, and stops. Takes no longer than `limit`, whatever the collector does. Only
    /// the first call counts.
    public void close(Duration limit) {
        if (stopping) {
            return;
        }
        stopping = true;
        wake.release();
        try {
            if (!thread.join(limit)) {
                thread.interrupt();
                int left = waiting.size();
                dropped.add(left);
                LOG.info("stopped before all spans were exported, spans={}", left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
