package dev.waybill.testing;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/// A collector of traces: takes OTLP over HTTP and decodes its protobuf, with the classes that are
/// generated from the specification.
public final class OtlpReceiver implements AutoCloseable {

    /// A span as it was received, and the process that it came from.
    ///
    /// @param attributes values as text, by name
    public record Received(Span span, Map<String, String> attributes, Resource resource) {

        public String name() {
            return span.getName();
        }

        public String traceId() {
            return hex(span.getTraceId());
        }

        public String spanId() {
            return hex(span.getSpanId());
        }

        public String parentId() {
            return hex(span.getParentSpanId());
        }

        public List<String> links() {
            return span.getLinksList().stream()
                    .map(link -> hex(link.getTraceId()) + "-" + hex(link.getSpanId()))
                    .toList();
        }

        /// The value of an attribute; empty if it has none.
        public String attribute(String name) {
            return attributes.getOrDefault(name, "");
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Received> spans = new CopyOnWriteArrayList<>();
    private final List<Map<String, String>> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile int status = 200;

    private OtlpReceiver(HttpServer server) {
        this.server = server;
    }

    public static OtlpReceiver start() throws IOException {
        var loopback = InetAddress.ofLiteral("127.0.0.1");
        var server = HttpServer.create(new InetSocketAddress(loopback, 0), 100);
        var receiver = new OtlpReceiver(server);
        server.setExecutor(receiver.threads);
        server.createContext("/v1/traces", receiver::take);
        server.createContext("/hanging", receiver::hang);
        server.start();
        return receiver;
    }

    /// For `OTEL_EXPORTER_OTLP_ENDPOINT`.
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// From now on requests are answered with this status; what they contain is kept if it is 200.
    public void answers(int next) {
        status = next;
    }

    /// The headers of each request, by name in lower case.
    public List<Map<String, String>> requests() {
        return requests;
    }

    public List<Received> spans() {
        return spans;
    }

    /// The spans of that trace.
    public List<Received> trace(String traceId) {
        return spans.stream().filter(span -> span.traceId().equals(traceId)).toList();
    }

    /// Waits for as many spans of the trace.
    public List<Received> awaitTrace(String traceId, int count) {
        return Eventually.get(() -> trace(traceId), found -> found.size() >= count);
    }

    /// Waits for a span.
    public Received await(Predicate<Received> wanted) {
        return Eventually.get(
                        () -> spans.stream().filter(wanted).toList(), found -> !found.isEmpty())
                .getFirst();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name, String.join("|", values)));
            var request = ExportTraceServiceRequest.parseFrom(body(exchange));
            requests.add(headers);
            if (status == 200) {
                for (var process : request.getResourceSpansList()) {
                    for (var scope : process.getScopeSpansList()) {
                        scope.getSpansList()
                                .forEach(span -> spans.add(received(span, process.getResource())));
                    }
                }
            }
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private static InputStream body(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody();
        return "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))
                ? new GZIPInputStream(body)
                : body;
    }

    private void hang(HttpExchange exchange) {
        try (exchange) {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Received received(Span span, Resource resource) {
        var attributes = new TreeMap<String, String>();
        for (var attribute : span.getAttributesList()) {
            attributes.put(attribute.getKey(), text(attribute));
        }
        return new Received(span, attributes, resource);
    }

    /// The value of an attribute as text.
    public static String text(KeyValue attribute) {
        var value = attribute.getValue();
        return value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue();
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
