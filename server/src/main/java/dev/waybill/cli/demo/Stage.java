package dev.waybill.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Creates everything that the demo needs. Objects from an earlier start stay as users have changed
/// them since.
final class Stage {

    private static final JsonMapper JSON = new JsonMapper();

    /// Objects with a name, by which the service recognizes a repetition.
    private static final List<String> NAMED = List.of("retry_policies", "apps", "event_types");

    private static final String ENDPOINTS = "webhook_endpoints";

    private final JsonNode plan;
    private final Api api;
    private final String receiver;

    /// @param receiver the beginning of the URLs of its endpoints
    Stage(Api api, String receiver) {
        this.plan = plan();
        this.api = api;
        this.receiver = receiver;
    }

    /// The bodies to be posted, by path; URLs without their beginning.
    static JsonNode plan() {
        try (var file = Stage.class.getResourceAsStream("/demo/stage.json")) {
            return JSON.readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns how many endpoints are new.
    int set() throws IOException, InterruptedException {
        for (var kind : NAMED) {
            for (var thing : plan.get(kind)) {
                api.create("/v1/" + kind, thing);
            }
        }
        int made = 0;
        for (var endpoint : plan.get(ENDPOINTS)) {
            made += set((ObjectNode) endpoint) ? 1 : 0;
        }
        return made;
    }

    private boolean set(ObjectNode endpoint) throws IOException, InterruptedException {
        var path = text(endpoint, "url");
        var url = receiver + path;
        var there = find(text(endpoint, "app"), path);
        if (there.isEmpty()) {
            api.post("/v1/" + ENDPOINTS, endpoint.deepCopy().put("url", url));
        } else if (!text(there.get(), "url").equals(url)) {
            // The receiver has another port than the last time.
            var moved = JSON.createObjectNode().put("url", url);
            api.patch("/v1/" + ENDPOINTS + "/" + text(there.get(), "id"), moved);
        }
        return there.isEmpty();
    }

    private Optional<JsonNode> find(String app, String path)
            throws IOException, InterruptedException {
        return api.list("/v1/" + ENDPOINTS + "?limit=500&app=" + app).stream()
                .filter(endpoint -> URI.create(text(endpoint, "url")).getPath().equals(path))
                .findFirst();
    }

    private static String text(JsonNode json, String field) {
        return json.get(field).stringValue();
    }
}
