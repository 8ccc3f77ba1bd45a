package dev.waybill.browser;

import static dev.waybill.journey.ApiClient.JSON;
import static dev.waybill.journey.ApiClient.text;

import dev.waybill.journey.AlertRows;
import dev.waybill.journey.ApiClient;
import dev.waybill.journey.Receiver;
import dev.waybill.journey.Receiver.Answer;
import dev.waybill.journey.RunningService;
import dev.waybill.journey.UiClient;
import dev.waybill.testing.Eventually;
import dev.waybill.web.http.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A service with examples of everything, made through its API, and customers who answer well,
/// badly, late and not at all. Tests do not change it; a test that changes something creates its
/// own objects.
final class World implements AutoCloseable {

    /// Hostile text for fields in which the API accepts only visible characters.
    static final String MARKUP =
            "</pre></textarea></title><script>window.harmed=1</script>"
                    + "<img src=x onerror='window.harmed=1'>";

    /// And where it takes everything.
    static final String HOSTILE = MARKUP + "\u202Eesrever\u001B[31mred";

    private static final String LONG_PATH = "/" + "averylongsegmentwithoutanybreak".repeat(6);

    private static final int LARGE = 250_000;
    private static final int MANY = 130;

    private final RunningService service;
    private final Receiver receiver;
    private final ApiClient api;
    private final CountDownLatch closing = new CountDownLatch(1);

    private World(RunningService service, Receiver receiver) {
        this.service = service;
        this.receiver = receiver;
        this.api = service.api();
    }

    static World start() {
        try {
            var world = new World(RunningService.with(Map.of()), Receiver.start());
            world.fill();
            return world;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    ApiClient api() {
        return api;
    }

    Receiver receiver() {
        return receiver;
    }

    String address() {
        return service.address();
    }

    List<Route> routes() {
        return service.routes();
    }

    /// A new key that signs in with this role.
    String key(String role) {
        return text(api.createKey(role), "key");
    }

    /// A key of the mode in which nothing has ever happened.
    String keyOfNothing(String role) {
        var body = JSON.createObjectNode().put("role", role).put("mode", "test");
        return text(api.post("/v1/api_keys", body.toString()).expect(201).json(), "key");
    }

    /// A link that lets a customer into the portal, once.
    String portalLink(String app) {
        var body = JSON.createObjectNode().put("app", app);
        return text(api.post("/v1/portal_links", body.toString()).expect(201).json(), "url");
    }

    private void fill() {
        makeApps();
        makePolicies();
        makeTypes();
        makeEndpoints();
        publish();
        awaitOutcomes();
        operate();
    }

    private void makeApps() {
        app("acme", "Acme Stores");
        app("globex", "Globex Freight");
        app("newcomer", "Newcomer Ltd");
        app("evil", MARKUP);
    }

    private void app(String uid, String name) {
        var app = JSON.createObjectNode().put("uid", uid).put("name", name);
        api.post("/v1/apps", app.toString()).expect(201);
    }

    private void makePolicies() {
        var patient =
                """
                {"name": "patient", "kind": "list", "waits_seconds": [60, 600, 3600, 43200],
                 "jitter": "proportional", "jitter_ratio": 0.2}
                """;
        api.post("/v1/retry_policies", patient).expect(201);
    }

    private void makeTypes() {
        type(
                "invoice.paid",
                """
                {"description": "An invoice was paid in full.",
                 "guidance": "Ship only after this one.",
                 "schema": {"type": "object", "required": ["invoice"],
                            "properties": {"invoice": {"type": "string"}}},
                 "example": {"invoice": "inv_42"}}
                """);
        type("order.shipped", "{\"description\": \"A parcel has left the house.\"}");
        type("rate.quoted", "{\"description\": \"What a euro costs.\", \"ttl_seconds\": 60}");
        type("order.imported", "{\"description\": \"Nothing sends it.\", \"deprecated\": true}");
        var hostile = JSON.createObjectNode().put("description", MARKUP).put("guidance", MARKUP);
        type("evil.event", hostile.toString());
    }

    private void type(String name, String fields) {
        var type = ((ObjectNode) JSON.readTree(fields)).put("name", name);
        api.post("/v1/event_types", type.toString()).expect(201);
    }

    private void makeEndpoints() {
        endpoint("acme", "/acme/healthy", "order.*", _ -> say(200, "ok"));
        endpoint("acme", "/acme/failing", "invoice.*", _ -> say(500, "the database is locked"));
        endpoint("acme", "/acme/paused", "order.paused", _ -> Answer.of(200));
        endpoint("globex", "/globex/invoices", "invoice.*", _ -> Answer.of(200));
        endpoint("globex", "/globex/strict", "parcel.*", _ -> say(422, "stop is unknown"));
        endpoint("globex", "/globex/gone", "trial.*", _ -> say(410, "this endpoint is gone"));
        endpoint("globex", "/globex/rates", "rate.*", _ -> Answer.of(200));
        endpoint("globex", "/globex/quiet", "never.*", _ -> Answer.of(200));
        var hangs = request("globex", "/globex/hangs", "slow.*", _ -> hang());
        api.createEndpoint(hangs.put("timeout_ms", 30_000));
        var busy = request("globex", "/globex/busy", "busy.*", _ -> say(503, "come back later"));
        busy.putObject("retry_policy").put("kind", "list").putArray("waits_seconds").add(3_600);
        api.createEndpoint(busy);
        var ordered =
                request("globex", "/globex/ordered", "stop.*", _ -> say(422, "stop is unknown"));
        api.createEndpoint(ordered.put("ordering", "key").put("on_exhausted", "hold"));
        var evil =
                request(
                        "evil",
                        LONG_PATH,
                        "evil.*",
                        _ -> new Answer(400, Map.of("X-Evil", MARKUP + "\u001B[31m"), HOSTILE));
        api.createEndpoint(evil.put("description", MARKUP));
    }

    private void endpoint(String app, String path, String types, Receiver.Script script) {
        api.createEndpoint(request(app, path, types, script));
    }

    /// An endpoint that is tried three times at once, and never disabled for it.
    private ObjectNode request(String app, String path, String types, Receiver.Script script) {
        var url = receiver.at(path).answers(script).url();
        var json = JSON.createObjectNode().put("app", app).put("url", url);
        json.putArray("event_types").add(types);
        json.putObject("retry_policy")
                .put("kind", "list")
                .putArray("waits_seconds")
                .add(0.01)
                .add(0.01);
        return json.putNull("disable_after_failures");
    }

    private static Answer say(int status, String body) {
        return new Answer(status, Map.of(), body);
    }

    private Answer hang() throws InterruptedException {
        closing.await();
        return Answer.of(200);
    }

    private void publish() {
        api.post("/v1/webhook_endpoints/" + endpointId("/acme/paused") + "/pause", "{}")
                .expect(200);
        batch("acme", "order.shipped", MANY);
        batch("acme", "order.paused", 3);
        // Few enough that the breaker, after ten failures in a row, does not make them wait.
        batch("acme", "invoice.paid", 2);
        batch("globex", "invoice.paid", 3);
        batch("globex", "parcel.moved", 2);
        batch("globex", "trial.ended", 1);
        batch("globex", "slow.thing", 1);
        batch("globex", "busy.thing", 2);
        batch("globex", "nobody.listens", 1);
        for (int i = 0; i < 3; i++) {
            var stop = event("globex", "stop.reached", JSON.createObjectNode().put("stop", i));
            api.post("/v1/events", stop.put("ordering_key", "truck-7").toString()).expect(202);
        }
        var stale =
                event("globex", "rate.quoted", JSON.createObjectNode().put("rate", 1.083))
                        .put("created_at", "2026-01-01T00:00:00Z");
        api.post("/v1/events", stale.toString()).expect(202);
        var hostile = JSON.createObjectNode().put("text", HOSTILE).put("<b>", "\u202E");
        api.post("/v1/events", event("evil", "evil.event", hostile).toString()).expect(202);
        var large = JSON.createObjectNode().put("line", "x".repeat(LARGE));
        api.post("/v1/events", event("evil", "evil.large", large).toString()).expect(202);
    }

    private void batch(String app, String type, int count) {
        var lines =
                IntStream.range(0, count)
                        .mapToObj(n -> JSON.createObjectNode().put("invoice", "inv_" + n))
                        .map(data -> event(app, type, data).toString())
                        .collect(Collectors.joining("\n"));
        api.postLines("/v1/events/batch", lines).expect(200);
    }

    private static ObjectNode event(String app, String type, JsonNode data) {
        return JSON.createObjectNode().put("app", app).put("type", type).set("data", data);
    }

    private void awaitOutcomes() {
        await("state=delivered&limit=500", rows -> rows.size() >= MANY + 3);
        await("state=failed&event_type=invoice.paid", rows -> rows.size() == 2);
        await("state=failed&event_type=parcel.moved", rows -> rows.size() == 2);
        await("state=failed&event_type=trial.ended", rows -> rows.size() == 1);
        await("state=failed&event_type=stop.reached", rows -> rows.size() == 1);
        await("state=failed&event_type=evil.event", rows -> rows.size() == 1);
        await("state=failed&event_type=evil.large", rows -> rows.size() == 1);
        await("state=expired", rows -> rows.size() == 1);
        await("state=in_flight", rows -> rows.size() == 1);
        await(
                "state=pending&event_type=busy.thing",
                rows ->
                        rows.size() == 2
                                && rows.stream().allMatch(r -> r.get("attempts").intValue() > 0));
    }

    private void await(String query, Predicate<List<JsonNode>> fits) {
        Eventually.get(() -> api.list("/v1/deliveries?" + query), fits);
    }

    /// Earlier actions of users, so that the pages have a history.
    private void operate() {
        var paused = delivery("state=pending&event_type=order.paused");
        api.post("/v1/deliveries/" + paused + "/cancel", "").expect(200);
        var settled = JSON.createObjectNode().put("note", "Settled by hand, ticket 4711");
        settled.putArray("delivery_ids").add(delivery("state=failed&event_type=parcel.moved"));
        api.post("/v1/dead_letters/resolve", settled.toString()).expect(200);
        var again =
                """
                {"filter": {"app": "acme", "event_types": ["order.*"], "states": ["delivered"]},
                 "reason": "Acme restored a backup", "rate_per_second": 1}
                """;
        var replay = text(api.post("/v1/replays", again).expect(202).json(), "id");
        api.post("/v1/replays/" + replay + "/pause", "").expect(200);
        api.createKey("producer");
        // A colour on which nothing can be read, in either theme.
        api.patch("/v1/portal", "{\"product\": \"Parcels & Co\", \"accent\": \"#ffe100\"}")
                .expect(200);
        var admin = UiClient.of(service).signedIn(RunningService.ADMIN_KEY);
        for (var role : List.of("operator", "viewer")) {
            admin.post("/ui/settings/users", "name", "An " + role, "role", role).expect(200);
        }
    }

    /// The newest delivery of these.
    String delivery(String query) {
        return text(api.list("/v1/deliveries?limit=1&" + query).getFirst(), "id");
    }

    String endpointId(String path) {
        return api.list("/v1/webhook_endpoints?limit=500").stream()
                .filter(endpoint -> text(endpoint, "url").endsWith(path))
                .map(endpoint -> text(endpoint, "id"))
                .findFirst()
                .orElseThrow();
    }

    /// The newest event of this type.
    String event(String type) {
        return text(api.list("/v1/events?limit=1&event_types=" + type).getFirst(), "id");
    }

    /// An alert that fires; there are two, so that the history is not empty either.
    String alertId() {
        try (var connection = service.connection()) {
            AlertRows.insert(connection, endpointId("/acme/failing"), "endpoint.failing");
            return AlertRows.insert(connection, endpointId("/acme/failing"), "endpoint.failing");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    String replayId() {
        return text(api.list("/v1/replays?limit=1").getFirst(), "id");
    }

    String appId(String uid) {
        return text(api.get("/v1/apps/" + uid).expect(200).json(), "id");
    }

    /// The endpoint whose address, answer, description and events mean no good.
    String evilEndpoint() {
        return endpointId(LONG_PATH);
    }

    @Override
    public void close() {
        closing.countDown();
        receiver.close();
        service.close();
    }
}
