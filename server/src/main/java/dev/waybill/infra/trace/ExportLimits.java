package dev.waybill.infra.trace;

import java.time.Duration;

/// The limits of an export. The names and defaults are those of the batch span processor of
/// OpenTelemetry.
///
/// @param waitingMax spans that wait; further ones are dropped
/// @param batchMax spans in one request
/// @param period the longest time that a span waits, unless the collector is slow
public record ExportLimits(int waitingMax, int batchMax, Duration period) {

    public static final ExportLimits DEFAULT = new ExportLimits(2_048, 512, Duration.ofSeconds(5));

    public ExportLimits {
        if (batchMax < 1 || batchMax > waitingMax) {
            throw new IllegalArgumentException(
                    "batchMax must be in [1, " + waitingMax + "]: " + batchMax);
        }
    }
}
