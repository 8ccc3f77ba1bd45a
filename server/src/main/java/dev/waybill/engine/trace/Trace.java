package dev.waybill.engine.trace;

import dev.waybill.infra.trace.OpenSpan;
import org.jspecify.annotations.Nullable;

/// The trace of a publish or of an attempt.
///
/// @param traceparent what is passed on: kept with the event, or sent with the request
/// @param span null if it is not recorded
public record Trace(String traceparent, @Nullable OpenSpan span) {}
