package dev.waybill.infra.trace;

/// Takes the spans of one process.
public interface SpanSink {

    /// Returns at once. A span for which there is no room is dropped.
    void take(FinishedSpan span);
}
