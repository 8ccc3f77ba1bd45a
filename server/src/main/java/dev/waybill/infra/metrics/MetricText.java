package dev.waybill.infra.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/// The metrics as text, in one of two formats. The library's own choice by the header Accept offers
/// a third one, protobuf, that its jars here cannot write.
public enum MetricText {
    PROMETHEUS,
    OPEN_METRICS;

    private static final String OPEN_METRICS_TYPE = "application/openmetrics-text";

    private static final ExpositionFormatWriter PROMETHEUS_WRITER =
            PrometheusTextFormatWriter.create();

    private static final ExpositionFormatWriter OPEN_METRICS_WRITER =
            OpenMetricsTextFormatWriter.create();

    private ExpositionFormatWriter writer() {
        return switch (this) {
            case PROMETHEUS -> PROMETHEUS_WRITER;
            case OPEN_METRICS -> OPEN_METRICS_WRITER;
        };
    }

    /// The format for a client with this header Accept. Prometheus lists OpenMetrics if it can read
    /// it; everybody can read the other one.
    public static MetricText accepted(String header) {
        for (var range : header.toLowerCase(Locale.ROOT).split(",", -1)) {
            var parts = range.replace(" ", "");
            if (parts.startsWith(OPEN_METRICS_TYPE) && !parts.matches(".*;q=0(\\.0*)?")) {
                return OPEN_METRICS;
            }
        }
        return PROMETHEUS;
    }

    public String contentType() {
        return writer().getContentType();
    }

    public byte[] of(MetricRegistry metrics) {
        var out = new ByteArrayOutputStream();
        try {
            writer().write(out, metrics.collect());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
