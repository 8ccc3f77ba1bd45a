package dev.waybill.infra.trace;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A recorded span that has begun. Used by one thread at a time, and recorded when it ends.
public final class OpenSpan {

    /// What the span describes.
    public enum Kind {
        /// A request of a client.
        SERVER(SpanKind.SERVER),
        /// A request to an endpoint.
        CLIENT(SpanKind.CLIENT),
        /// A step inside Waybill.
        INTERNAL(SpanKind.INTERNAL);

        private final SpanKind standard;

        Kind(SpanKind standard) {
            this.standard = standard;
        }
    }

    /// Its position in its trace, in hexadecimal digits.
    ///
    /// @param parentId the span that caused it; null if the trace begins with it
    public record Position(String traceId, String spanId, @Nullable String parentId) {

        /// The position of a span that this one causes.
        public Position child(String childId) {
            return new Position(traceId, childId, spanId);
        }
    }

    private final SpanSink sink;
    private final Kind kind;
    private final String name;
    private final Position position;
    private final Instant start;
    private final AttributesBuilder attributes = Attributes.builder();
    private boolean linked;
    private boolean failed;
    private boolean ended;

    public OpenSpan(SpanSink sink, Kind kind, String name, Position position, Instant start) {
        this.sink = sink;
        this.kind = kind;
        this.name = name;
        this.position = position;
        this.start = start;
    }

    public Position position() {
        return position;
    }

    public OpenSpan set(SpanAttribute attribute, String value) {
        attributes.put(attribute.key(), value);
        return this;
    }

    public OpenSpan set(SpanAttribute attribute, long value) {
        attributes.put(attribute.key(), value);
        return this;
    }

    /// Marks the span as failed.
    ///
    /// @param type a word for the kind of failure, or a status
    public OpenSpan failed(String type) {
        failed = true;
        return set(SpanAttribute.ERROR_TYPE, type);
    }

    /// Adds a link to the parent: the parent has ended long before this span begins, and some
    /// collectors no longer have it in memory then.
    public OpenSpan linked() {
        linked = true;
        return this;
    }

    /// A span that begins because of this one.
    public OpenSpan child(String childName, String childId, Instant at) {
        return new OpenSpan(sink, Kind.INTERNAL, childName, position.child(childId), at);
    }

    /// Records the span. Only the first call counts.
    public void end(Instant at) {
        if (ended) {
            return;
        }
        ended = true;
        sink.take(
                new FinishedSpan(
                        kind.standard,
                        name,
                        local(position.spanId()),
                        parent(),
                        linked,
                        failed,
                        attributes.build(),
                        start,
                        at.isBefore(start) ? start : at));
    }

    private SpanContext local(String spanId) {
        return SpanContext.create(
                position.traceId(), spanId, TraceFlags.getSampled(), TraceState.getDefault());
    }

    private SpanContext parent() {
        var id = position.parentId();
        if (id == null) {
            return SpanContext.getInvalid();
        }
        return kind == Kind.INTERNAL
                ? local(id)
                : SpanContext.createFromRemoteParent(
                        position.traceId(), id, TraceFlags.getSampled(), TraceState.getDefault());
    }
}
