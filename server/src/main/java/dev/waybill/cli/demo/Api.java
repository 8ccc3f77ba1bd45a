package dev.waybill.cli.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client of the service's API.
final class Api implements AutoCloseable {

    /// A publish is answered within 4.5 s in any case.
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    private static final int CREATED = 201;
    private static final int CONFLICT = 409;
    private static final Set<Integer> SUCCESSES = Set.of(200, 201, 202);

    private static final JsonMapper JSON = new JsonMapper();

    private record Answer(int status, String body) {}

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String address;
    private final String key;

    Api(String address, String key) {
        this.address = address;
        this.key = key;
    }

    /// The first page of a list.
    List<JsonNode> list(String path) throws IOException, InterruptedException {
        var answer = send("GET", path, "");
        return JSON.readTree(required(path, answer).body()).get("data").valueStream().toList();
    }

    void post(String path, JsonNode body) throws IOException, InterruptedException {
        required(path, send("POST", path, body.toString()));
    }

    /// The same, and returns the created object.
    JsonNode made(String path, JsonNode body) throws IOException, InterruptedException {
        return JSON.readTree(required(path, send("POST", path, body.toString())).body());
    }

    void patch(String path, JsonNode body) throws IOException, InterruptedException {
        required(path, send("PATCH", path, body.toString()));
    }

    /// Creates an object with a unique name. Returns false if it exists already.
    boolean create(String path, JsonNode body) throws IOException, InterruptedException {
        var answer = send("POST", path, body.toString());
        return answer.status() != CONFLICT && required(path, answer).status() == CREATED;
    }

    private Answer send(String method, String path, String body)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create(address + path))
                        .timeout(ANSWER_MAX)
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build();
        var response = http.send(request, BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    private static Answer required(String path, Answer answer) {
        if (!SUCCESSES.contains(answer.status())) {
            throw new IllegalStateException(
                    "%s answered %d: %s".formatted(path, answer.status(), answer.body()));
        }
        return answer;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
