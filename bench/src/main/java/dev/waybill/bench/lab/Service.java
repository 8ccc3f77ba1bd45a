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
import java.util.Comparator;
import java.util.regex.Pattern;

/// The service under test, seen from outside: its process and its API.
///
/// @param url as in its ready line
public record Service(Child child, String url, String key) {

    static final String ENDPOINTS = "/v1/webhook_endpoints";
    private static final Duration CALL_MAX = Duration.ofSeconds(30);
    private static final Duration NEW_CLIENT_MAX = Duration.ofSeconds(1);
    private static final String DEFAULT_APP = "default";
    private static final Pattern ASSET = Pattern.compile("/ui/assets/[\\w.-]+");

    /// One for all calls: creating a client takes longer than most calls.
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    public int port() {
        return URI.create(url).getPort();
    }

    /// One endpoint for each event type, all on one receiver, with every setting at its default.
    public void createEndpoints(int receiverPort) {
        for (int endpoint = 0; endpoint < Payload.ENDPOINTS; endpoint++) {
            var url = "http://127.0.0.1:%d%s".formatted(receiverPort, Payload.path(endpoint));
            var _ = post(ENDPOINTS, endpoint(url, Payload.eventType(endpoint)));
        }
    }

    /// One more endpoint, with every setting at its default.
    public void createEndpoint(String endpointUrl, String... eventTypes) {
        var _ = post(ENDPOINTS, endpoint(endpointUrl, eventTypes));
    }

    /// A new app in addition to the default one.
    public Tenant newTenant(String uid) {
        var _ = post("/v1/apps", "{\"uid\":\"%s\",\"name\":\"%s\"}".formatted(uid, uid));
        return new Tenant(this, uid);
    }

    /// The app of events and endpoints that name none.
    public Tenant defaultTenant() {
        return new Tenant(this, DEFAULT_APP);
    }

    public void publish(String eventType) {
        var _ = post("/v1/events", "{\"type\":\"%s\",\"data\":{}}".formatted(eventType));
    }

    /// Sends a request and discards the answer.
    public void get(String path) {
        var _ = send(path, request(path).GET().build());
    }

    /// Sends a request over a new connection; false without an answer.
    public boolean servesNewClient() {
        try (var client = HttpClient.newHttpClient()) {
            var request =
                    HttpRequest.newBuilder(URI.create(url + "/health/live"))
                            .timeout(NEW_CLIENT_MAX)
                            .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted", e);
        }
    }

    /// The path of the largest file that the sign-in page refers to, which is public.
    public String anAsset() {
        var page = send("/ui/login", request("/ui/login").GET().build());
        return ASSET.matcher(page)
                .results()
                .map(found -> found.group())
                .max(
                        Comparator.comparingInt(
                                path -> send(path, request(path).GET().build()).length()))
                .orElseThrow(() -> new BenchFailed("the sign-in page has no assets"));
    }

    /// An operator of the platform, in the dashboard.
    public Visitor operator() {
        var visitor = new Visitor(url);
        visitor.enter("/ui/login", "key", key);
        return visitor;
    }

    /// A customer of the default app, in the portal.
    public Visitor customer() {
        var link = post("/v1/portal_links", "{}");
        var visitor = new Visitor(url);
        visitor.enter("/portal/enter", "code", link.replaceFirst("(?s).*#([\\w-]+)\".*", "$1"));
        return visitor;
    }

    private static String endpoint(String endpointUrl, String... eventTypes) {
        return "{\"url\":\"%s\",\"event_types\":[\"%s\"]}"
                .formatted(endpointUrl, String.join("\",\"", eventTypes));
    }

    void delete(String path) {
        var _ = send(path, request(path).DELETE().build());
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

    /// Returns the body of the answer.
    String post(String path, String body) {
        return send(path, request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .timeout(CALL_MAX)
                .header("authorization", "Bearer " + key)
                .header("content-type", "application/json");
    }

    private static String send(String path, HttpRequest request) {
        try {
            var response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() / 100 != 2) {
                throw new BenchFailed(
                        "%s was refused: %d %s"
                                .formatted(path, response.statusCode(), response.body()));
            }
            return response.body();
        } catch (IOException e) {
            throw new BenchFailed("no response came from " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted", e);
        }
    }
}
