package dev.waybill.infra.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.infra.trace.OpenSpan.Kind;
import dev.waybill.infra.trace.OpenSpan.Position;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.OtlpReceiver;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The way to a collector that decodes what it receives, or is slow, away or hanging.
class SpanExportTest {

    private static final Instant START = Instant.parse("2026-05-01T12:00:00.000123456Z");
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";

    /// The limit of a stop, and the time that a slow machine needs to notice it.
    private static final Duration STOP_MAX = Duration.ofMillis(500);

    private static final Duration STOPPED_MAX = Duration.ofSeconds(10);

    private static final ExportLimits QUICK = new ExportLimits(2_048, 512, Duration.ofMillis(20));

    private final OtlpReceiver receiver;

    SpanExportTest() throws IOException {
        this.receiver = OtlpReceiver.start();
    }

    @AfterEach
    void closeReceiver() {
        receiver.close();
    }

    private SpanExport export(String url, ExportLimits limits, Duration timeout, boolean gzip) {
        return SpanExport.start(
                new Collector(
                        URI.create(url),
                        Map.of("api-key", "WaybillMarker-collector-key"),
                        timeout,
                        gzip),
                limits,
                new SpanResource(Map.of("service.name", "hooks"), "1.2.3"));
    }

    private SpanExport export(boolean gzip) {
        return export(receiver.url() + "/v1/traces", QUICK, Duration.ofSeconds(10), gzip);
    }

    private static OpenSpan span(SpanExport export, long number) {
        var position = new Position(TRACE, HexFormat.of().toHexDigits(number), PARENT);
        return new OpenSpan(export, Kind.CLIENT, "attempt", position, START);
    }

    private static void end(OpenSpan span) {
        span.end(START.plusMillis(5));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theCollectorReceivesTheSpanWithEverythingOfIt(boolean gzip) {
        var export = export(gzip);
        end(
                span(export, 1)
                        .set(SpanAttribute.SERVER_ADDRESS, "hooks.example")
                        .set(SpanAttribute.SERVER_PORT, 443)
                        .failed("503")
                        .linked());

        var received = receiver.await(span -> span.name().equals("attempt"));

        assertThat(received.traceId()).isEqualTo(TRACE);
        assertThat(received.spanId()).isEqualTo("0000000000000001");
        assertThat(received.parentId()).isEqualTo(PARENT);
        assertThat(received.links()).containsExactly(TRACE + "-" + PARENT);
        assertThat(received.attributes())
                .isEqualTo(
                        Map.of(
                                "server.address", "hooks.example",
                                "server.port", "443",
                                "error.type", "503"));
        var span = received.span();
        assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(span.getStartTimeUnixNano())
                .isEqualTo(TimeUnit.SECONDS.toNanos(START.getEpochSecond()) + 123_456);
        assertThat(span.getEndTimeUnixNano() - span.getStartTimeUnixNano()).isEqualTo(5_000_000);
        assertThat(
                        received.resource().getAttributesList().stream()
                                .collect(
                                        Collectors.toMap(
                                                attribute -> attribute.getKey(),
                                                OtlpReceiver::text)))
                .containsEntry("service.name", "hooks");
        var request = receiver.requests().getFirst();
        assertThat(request)
                .containsEntry("Content-Type", "application/x-protobuf")
                .containsEntry("api-key", "WaybillMarker-collector-key");
        assertThat(request.containsKey("Content-Encoding")).isEqualTo(gzip);
        export.close(STOPPED_MAX);
    }

    @Test
    void aSpanOfItsOwnStepHasNoParentOutside() {
        var export = export(false);
        var root =
                new OpenSpan(
                        export, Kind.SERVER, "publish", new Position(TRACE, PARENT, null), START);
        var step = root.child("settle", "00000000000000aa", START);
        root.end(START.minusSeconds(1));
        step.end(START);
        export.close(STOPPED_MAX);

        var publish = receiver.await(span -> span.name().equals("publish"));
        assertThat(publish.parentId()).isEmpty();
        assertThat(publish.links()).isEmpty();
        assertThat(publish.span().getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
        // A clock that was set back does not give it a negative duration.
        assertThat(publish.span().getEndTimeUnixNano())
                .isEqualTo(publish.span().getStartTimeUnixNano());
        assertThat(receiver.await(span -> span.name().equals("settle")).parentId())
                .isEqualTo(PARENT);
    }

    @Test
    void theLastSpansAreSentBeforeItStops() {
        var rare = new ExportLimits(2_048, 512, Duration.ofHours(1));
        var export = export(receiver.url() + "/v1/traces", rare, Duration.ofSeconds(10), false);
        for (int i = 1; i <= 100; i++) {
            end(span(export, i));
        }

        export.close(STOPPED_MAX);

        assertThat(receiver.spans()).hasSize(100);
        assertThat(export.exported()).isEqualTo(100);
        assertThat(export.dropped()).isZero();
    }

    @Test
    void aFullBatchDoesNotWaitForItsPeriod() {
        var rare = new ExportLimits(2_048, 10, Duration.ofHours(1));
        var export = export(receiver.url() + "/v1/traces", rare, Duration.ofSeconds(10), false);
        for (int i = 1; i <= 10; i++) {
            end(span(export, i));
        }

        Eventually.holds(() -> export.exported() == 10);

        export.close(STOPPED_MAX);
    }

    @Test
    void aHangingCollectorStopsNeitherTheCallersNorTheProcess() {
        var few = new ExportLimits(10, 5, Duration.ofMillis(20));
        var export = export(receiver.url() + "/hanging", few, Duration.ofSeconds(60), false);
        long begun = System.nanoTime();
        for (int i = 1; i <= 1_000; i++) {
            end(span(export, i));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(STOPPED_MAX);
        // At most a batch is under way, and as many wait as may.
        assertThat(export.dropped()).isGreaterThanOrEqualTo(1_000 - 10 - 5);

        begun = System.nanoTime();
        export.close(STOP_MAX);

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(STOPPED_MAX);
        Eventually.holds(() -> export.dropped() == 1_000);
        assertThat(export.exported()).isZero();
    }

    @Test
    void anAbsentCollectorStopsNeitherTheCallersNorTheProcess() throws IOException {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        var export =
                export(
                        "http://127.0.0.1:" + port + "/v1/traces",
                        QUICK,
                        Duration.ofSeconds(60),
                        false);
        end(span(export, 1));

        long begun = System.nanoTime();
        export.close(STOP_MAX);

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(STOPPED_MAX);
        Eventually.holds(() -> export.dropped() == 1);
    }

    @Test
    void spansThatTheCollectorRefusesAreCountedAsDropped() {
        receiver.answers(400);
        var export = export(false);
        end(span(export, 1));

        Eventually.holds(() -> export.dropped() == 1);

        receiver.answers(200);
        end(span(export, 2));
        Eventually.holds(() -> export.exported() == 1);
        export.close(STOPPED_MAX);
        end(span(export, 3));
        assertThat(export.dropped()).isEqualTo(2);
    }
}
