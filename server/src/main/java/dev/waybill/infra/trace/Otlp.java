package dev.waybill.infra.trace;

import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.export.MemoryMode;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Creates the exporter of OpenTelemetry: OTLP, encoded in protobuf, over HTTP.
final class Otlp {

    /// The library logs to the JDK's logging, which writes to standard error, with the text of the
    /// collector's response. [SpanExport] reports failures. Kept, because the JDK forgets levels of
    /// loggers that nobody refers to.
    private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

    private Otlp() {}

    static SpanExporter exporter(Collector collector) {
        LIBRARY.setLevel(Level.OFF);
        var builder =
                OtlpHttpSpanExporter.builder()
                        .setEndpoint(collector.url().toString())
                        .setTimeout(collector.timeout())
                        .setConnectTimeout(collector.timeout())
                        .setCompression(collector.compressed() ? "gzip" : "none")
                        .setMeterProvider(MeterProvider.noop())
                        .setMemoryMode(MemoryMode.IMMUTABLE_DATA);
        collector.headers().forEach(builder::addHeader);
        return builder.build();
    }
}
