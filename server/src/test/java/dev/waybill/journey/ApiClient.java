package dev.waybill.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Calls the API as a user's program would. An [UncheckedIOException] means that no answer was
/// received.
public final class ApiClient implements AutoCloseable {

    public static final JsonMapper JSON = new JsonMapper();

    /// Long enough for a slow machine; a service that hangs must fail its test.
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

    public record Answer(int status, HttpHeaders headers, byte[] body) {

        public JsonNode json() {
            return JSON.readTree(body);
        }

        public String text() {
            return new String(body, UTF_8);
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        public Answer expect(int wanted) {
            assertThat(status).as(text()).isEqualTo(wanted);
            return this;
        }
    }

    private final HttpClient http;
    private final String address;
    private final String key;
    private final String mode;

    public ApiClient(String address, String key) {
        this(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), address, key);
    }

    /// Calls through a client of the test.
    ApiClient(HttpClient http, String address, String key) {
        this(http, address, key, "live");
    }

    private ApiClient(HttpClient http, String address, String key, String mode) {
        this.http = http;
        this.address = address;
        this.key = key;
        this.mode = mode;
    }

    /// The same client, seeing the other mode.
    public ApiClient inTestMode() {
        return new ApiClient(http, address, key, "test");
    }

    /// The same client with another key.
    public ApiClient with(String otherKey) {
        return new ApiClient(http, address, otherKey, mode);
    }

    /// A request with the key, for tests that shape the rest themselves.
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path))
                .timeout(ANSWER_MAX)
                .header("Authorization", "Bearer " + key)
                .header("Waybill-Mode", mode);
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            var response = http.send(request.build(), BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    public Answer get(String path) {
        return send(request(path).GET());
    }

    public Answer delete(String path) {
        return send(request(path).DELETE());
    }

    public Answer post(String path, String json) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json)));
    }

    /// A POST with an Idempotency-Key.
    public Answer post(String path, String json, String idempotencyKey) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", idempotencyKey)
                        .POST(BodyPublishers.ofString(json)));
    }

    public Answer postLines(String path, String lines) {
        return send(
                request(path)
                        .header("Content-Type", "application/x-ndjson")
                        .POST(BodyPublishers.ofString(lines)));
    }

    public Answer patch(String path, String json) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .method("PATCH", BodyPublishers.ofString(json)));
    }

    public Answer put(String path, String json) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(json)));
    }

    /// A new endpoint, as its creation answered.
    public JsonNode createEndpoint(String url, String... eventTypes) {
        var json = JSON.createObjectNode().put("url", url);
        if (eventTypes.length > 0) {
            var types = json.putArray("event_types");
            List.of(eventTypes).forEach(types::add);
        }
        return createEndpoint(json);
    }

    public JsonNode createEndpoint(JsonNode json) {
        return post("/v1/webhook_endpoints", json.toString()).expect(201).json();
    }

    /// Publishes a new event with only a type; returns its id.
    public String publish(String type) {
        var body = "{\"type\":\"%s\",\"data\":{}}".formatted(type);
        return post("/v1/events", body).expect(202).json().get("id").stringValue();
    }

    /// A new app of this uid.
    public void createApp(String uid) {
        post("/v1/apps", JSON.createObjectNode().put("uid", uid).toString()).expect(201);
    }

    /// A new key of a role that is bound to no app, as its creation answered.
    public JsonNode createKey(String role) {
        var json = JSON.createObjectNode().put("role", role);
        return post("/v1/api_keys", json.toString()).expect(201).json();
    }

    /// The same client as one of the app's.
    public ApiClient asApp(String uid) {
        var json = JSON.createObjectNode().put("role", "app").put("app", uid);
        return with(text(post("/v1/api_keys", json.toString()).expect(201).json(), "key"));
    }

    public JsonNode event(String id) {
        return get("/v1/events/" + id).expect(200).json();
    }

    /// The event's only delivery, in detail.
    public JsonNode delivery(String eventId) {
        var deliveries = event(eventId).get("deliveries");
        assertThat(deliveries).hasSize(1);
        return get("/v1/deliveries/" + text(deliveries.get(0), "id")).expect(200).json();
    }

    /// The event's only delivery once an attempt has been recorded and it rests in this state.
    public JsonNode awaitDelivery(String eventId, String state) {
        return Eventually.get(
                () -> delivery(eventId),
                delivery ->
                        delivery.get("attempts").intValue() > 0
                                && text(delivery, "state").equals(state));
    }

    /// The feed once it holds this many events: an event appears in it when every earlier
    /// transaction has ended, of any app.
    public List<JsonNode> feed(String query, int count) {
        return Eventually.get(() -> list("/v1/events?" + query), rows -> rows.size() >= count);
    }

    /// The rows of a list's first page.
    public List<JsonNode> list(String path) {
        return rows(get(path).expect(200).json());
    }

    public static List<JsonNode> rows(JsonNode page) {
        var rows = new ArrayList<JsonNode>();
        page.get("data").forEach(rows::add);
        return rows;
    }

    public static List<String> texts(List<JsonNode> rows, String field) {
        return rows.stream().map(row -> text(row, field)).toList();
    }

    public static String text(JsonNode json, String field) {
        return json.get(field).stringValue();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
