package dev.waybill.bench.lab;

import dev.waybill.bench.wire.Payload;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The service under test, seen from outside: its process and its API.
///
/// @param url as in its ready line
public record Service(Child child, String url, String key) {

    private static final String ENDPOINTS = "/v1/webhook_endpoints";
    private static final int BATCH_BYTES = 4_000_000;
    private static final int BATCH_MAX = 500;
    private static final Duration CALL_MAX = Duration.ofSeconds(30);

    public int port() {
        return URI.create(url).getPort();
    }

    /// One endpoint for each event type, all on one receiver, with every setting at its default.
    public void createEndpoints(int receiverPort) {
        try (var http = HttpClient.newHttpClient()) {
            for (int endpoint = 0; endpoint < Payload.ENDPOINTS; endpoint++) {
                var url = "http://127.0.0.1:%d%s".formatted(receiverPort, Payload.path(endpoint));
                var _ = post(http, ENDPOINTS, endpoint(url, Payload.eventType(endpoint)));
            }
        }
    }

    /// One endpoint more, with every setting at its default.
    public void createEndpoint(String endpointUrl, String... eventTypes) {
        try (var http = HttpClient.newHttpClient()) {
            var _ = post(http, ENDPOINTS, endpoint(endpointUrl, eventTypes));
        }
    }

    /// So many endpoints at one address for one event type. Returns their ids.
    public List<String> createEndpoints(int count, String endpointUrl, String eventType) {
        var ids = new ArrayList<String>();
        try (var http = HttpClient.newHttpClient()) {
            for (int i = 0; i < count; i++) {
                var made = post(http, ENDPOINTS, endpoint(endpointUrl + "/" + i, eventType));
                ids.add(made.replaceFirst("(?s).*?\"id\"\\s*:\\s*\"([^\"]+)\".*", "$1"));
            }
        }
        return ids;
    }

    public void deleteEndpoints(List<String> ids) {
        try (var http = HttpClient.newHttpClient()) {
            for (var id : ids) {
                var path = ENDPOINTS + "/" + id;
                var _ = send(http, path, request(path).DELETE().build());
            }
        }
    }

    /// So many events with so many bytes of data, in as few requests as they fit in.
    public void publish(String eventType, int bytes, int count) {
        var event =
                "{\"type\":\"%s\",\"data\":{\"pad\":\"%s\"}}"
                        .formatted(eventType, "x".repeat(bytes));
        int eventsPerRequest = Math.clamp(BATCH_BYTES / bytes, 1, BATCH_MAX);
        try (var http = HttpClient.newHttpClient()) {
            for (int left = count; left > 0; left -= eventsPerRequest) {
                var events = Collections.nCopies(Math.min(left, eventsPerRequest), event);
                var _ = post(http, "/v1/events/batch", "[" + String.join(",", events) + "]");
            }
        }
    }

    public void publish(String eventType) {
        try (var http = HttpClient.newHttpClient()) {
            var _ = post(http, "/v1/events", "{\"type\":\"%s\",\"data\":{}}".formatted(eventType));
        }
    }

    /// Asks, and throws away what it was told.
    public void get(String path) {
        try (var http = HttpClient.newHttpClient()) {
            var _ = send(http, path, request(path).GET().build());
        }
    }

    /// Somebody who runs the platform.
    public Visitor operator() {
        var visitor = new Visitor(url);
        visitor.enter("/ui/login", "key", key);
        return visitor;
    }

    /// A customer of the default app's, in the portal.
    public Visitor customer() {
        try (var http = HttpClient.newHttpClient()) {
            var link = post(http, "/v1/portal_links", "{}");
            var visitor = new Visitor(url);
            visitor.enter("/portal/enter", "code", link.replaceFirst("(?s).*#([\\w-]+)\".*", "$1"));
            return visitor;
        }
    }

    private static String endpoint(String endpointUrl, String... eventTypes) {
        return "{\"url\":\"%s\",\"event_types\":[\"%s\"]}"
                .formatted(endpointUrl, String.join("\",\"", eventTypes));
    }

    /// Resident memory in MB (2^20 bytes), or NaN where there is no /proc.
    public double residentMegabytes() {
        try (var lines = Files.lines(Path.of("/proc/" + child.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum()
                    / 1024.0;
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /// Returns the answer's body.
    private String post(HttpClient http, String path, String body) {
        return send(
                http, path, request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .timeout(CALL_MAX)
                .header("authorization", "Bearer " + key)
                .header("content-type", "application/json");
    }

    private static String send(HttpClient http, String path, HttpRequest request) {
        try {
            var response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() / 100 != 2) {
                throw new BenchFailed(
                        "%s was refused: %d %s"
                                .formatted(path, response.statusCode(), response.body()));
            }
            return response.body();
        } catch (IOException e) {
            throw new BenchFailed("no answer came from " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted", e);
        }
    }
}
