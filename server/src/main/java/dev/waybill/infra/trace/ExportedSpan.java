package dev.waybill.infra.trace;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.InstrumentationLibraryInfo;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A span as the exporter of OpenTelemetry reads it.
record ExportedSpan(FinishedSpan span, SpanOrigin origin) implements SpanData {

    @Override
    public String getName() {
        return span.name();
    }

    @Override
    public SpanKind getKind() {
        return span.kind();
    }

    @Override
    public SpanContext getSpanContext() {
        return span.context();
    }

    @Override
    public SpanContext getParentSpanContext() {
        return span.parent();
    }

    @Override
    public StatusData getStatus() {
        return span.failed() ? StatusData.error() : StatusData.unset();
    }

    @Override
    public long getStartEpochNanos() {
        return nanos(span.start());
    }

    @Override
    public long getEndEpochNanos() {
        return nanos(span.end());
    }

    @Override
    public Attributes getAttributes() {
        return span.attributes();
    }

    @Override
    public List<EventData> getEvents() {
        return List.of();
    }

    @Override
    public List<LinkData> getLinks() {
        return span.linked() ? List.of(LinkData.create(span.parent())) : List.of();
    }

    @Override
    public boolean hasEnded() {
        return true;
    }

    @Override
    public int getTotalRecordedEvents() {
        return 0;
    }

    @Override
    public int getTotalRecordedLinks() {
        return getLinks().size();
    }

    @Override
    public int getTotalAttributeCount() {
        return span.attributes().size();
    }

    @Override
    public Resource getResource() {
        return origin.resource();
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return origin.scope();
    }

    /// Replaced by the scope, but still without a default in the interface.
    @Override
    @SuppressWarnings("deprecation")
    public InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return InstrumentationLibraryInfo.create(origin.scope().getName(), null);
    }

    private static long nanos(Instant time) {
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    }
}
