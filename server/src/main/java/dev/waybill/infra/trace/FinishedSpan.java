package dev.waybill.infra.trace;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import java.time.Instant;

/// A span that has ended.
///
/// @param parent invalid if the trace begins with this span
/// @param linked whether it has a link to its parent
public record FinishedSpan(
        SpanKind kind,
        String name,
        SpanContext context,
        SpanContext parent,
        boolean linked,
        boolean failed,
        Attributes attributes,
        Instant start,
        Instant end) {}
