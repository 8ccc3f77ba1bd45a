package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.ApiClient.Answer;
import dev.waybill.testing.Eventually;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Makes every change of the API and the pages once and expects one line of the audit log for each.
/// A new route needs a row here.
class AuditedRoutesJourneyTest {

    /// Published events are stored and visible themselves; a line for each would be a second copy.
    private static final Set<String> NOT_AUDITED =
            Set.of("POST /v1/events", "POST /v1/events/batch");

    /// A change: the action in the log, the caller, and the request.
    ///
    /// @param object whose id takes the place of the braces in the path, and of OBJECT in the body;
    ///   "" if it is not there yet
    private record Row(String action, Supplier<String> object, String body) {}

    private static final String POLICY = "\"kind\":\"list\",\"waits_seconds\":[0.05]";
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    private static final Map<String, Row> ROWS =
            Map.ofEntries(
                    row(
                            "POST /v1/webhook_endpoints",
                            "webhook_endpoint.created",
                            "{\"url\":\"https://example.com/\"}"),
                    row(
                            "PATCH /v1/webhook_endpoints/{id}",
                            "webhook_endpoint.updated",
                            AuditedRoutesJourneyTest::endpoint,
                            "{\"description\":\"new\"}"),
                    ofEndpoint("DELETE /v1/webhook_endpoints/{id}", "deleted"),
                    ofEndpoint("POST /v1/webhook_endpoints/{id}/rotate_secret", "secret_rotated"),
                    ofEndpoint("POST /v1/webhook_endpoints/{id}/reveal_secret", "secret_revealed"),
                    ofEndpoint("POST /v1/webhook_endpoints/{id}/test", "tested"),
                    ofEndpoint("POST /v1/webhook_endpoints/{id}/disable", "disabled"),
                    ofEndpoint("POST /v1/webhook_endpoints/{id}/pause", "paused"),
                    row(
                            "POST /v1/webhook_endpoints/{id}/enable",
                            "webhook_endpoint.enabled",
                            () -> endpointAfter("disable"),
                            "{}"),
                    row(
                            "POST /v1/webhook_endpoints/{id}/resume",
                            "webhook_endpoint.resumed",
                            () -> endpointAfter("pause"),
                            "{}"),
                    row(
                            "POST /v1/webhook_endpoints/{id}/lanes/{key}/release",
                            "webhook_endpoint.lane_released",
                            AuditedRoutesJourneyTest::endpointWithHeldLane,
                            "{}"),
                    row(
                            "POST /v1/deliveries/{id}/resend",
                            "delivery.resent",
                            AuditedRoutesJourneyTest::delivery,
                            "{}"),
                    row(
                            "POST /v1/deliveries/{id}/requeue",
                            "delivery.requeued",
                            AuditedRoutesJourneyTest::waitingDelivery,
                            "{}"),
                    row(
                            "POST /v1/deliveries/{id}/cancel",
                            "delivery.cancelled",
                            AuditedRoutesJourneyTest::waitingDelivery,
                            "{}"),
                    row(
                            "POST /v1/deliveries/cancel",
                            "delivery.cancelled",
                            () -> text(detail(waitingDelivery()), "endpoint_id"),
                            "{\"filter\":{\"endpoint_id\":\"OBJECT\"}}"),
                    row(
                            "POST /v1/events/{id}/cancel",
                            "event.cancelled",
                            () -> text(detail(waitingDelivery()), "event_id"),
                            "{}"),
                    row(
                            "POST /v1/dead_letters/resolve",
                            "dead_letter.resolved",
                            AuditedRoutesJourneyTest::letter,
                            "{\"delivery_ids\":[\"OBJECT\"],\"note\":\"why\"}"),
                    row(
                            "POST /v1/dead_letters/reopen",
                            "dead_letter.reopened",
                            AuditedRoutesJourneyTest::resolvedLetter,
                            "{\"delivery_ids\":[\"OBJECT\"]}"),
                    row(
                            "POST /v1/replays",
                            "replay.created",
                            "{\"filter\":{\"states\":[\"failed\"]},\"reason\":\"why\"}"),
                    row(
                            "POST /v1/webhook_endpoints/{id}/replay",
                            "replay.created",
                            AuditedRoutesJourneyTest::endpoint,
                            "{\"since\":\"2999-01-01T00:00:00Z\"}"),
                    row(
                            "PATCH /v1/replays/{id}",
                            "replay.updated",
                            () -> replayAfter(""),
                            "{\"rate_per_second\":3}"),
                    row(
                            "POST /v1/replays/{id}/pause",
                            "replay.paused",
                            () -> replayAfter(""),
                            "{}"),
                    row(
                            "POST /v1/replays/{id}/resume",
                            "replay.resumed",
                            () -> replayAfter("/pause"),
                            "{}"),
                    row(
                            "POST /v1/replays/{id}/cancel",
                            "replay.cancelled",
                            () -> replayAfter(""),
                            "{}"),
                    row(
                            "POST /v1/retry_policies",
                            "retry_policy.created",
                            "{\"name\":\"made\"," + POLICY + "}"),
                    row(
                            "PUT /v1/retry_policies/{name}",
                            "retry_policy.updated",
                            AuditedRoutesJourneyTest::policy,
                            "{\"kind\":\"list\",\"waits_seconds\":[7]}"),
                    row(
                            "PATCH /v1/retry_policies/{name}",
                            "retry_policy.updated",
                            AuditedRoutesJourneyTest::policy,
                            "{\"waits_seconds\":[8]}"),
                    row(
                            "DELETE /v1/retry_policies/{name}",
                            "retry_policy.deleted",
                            AuditedRoutesJourneyTest::policy,
                            "{}"),
                    row("POST /v1/event_types", "event_type.created", "{\"name\":\"made.type\"}"),
                    row(
                            "PATCH /v1/event_types/{name}",
                            "event_type.updated",
                            AuditedRoutesJourneyTest::type,
                            "{\"description\":\"new\"}"),
                    row(
                            "DELETE /v1/event_types/{name}",
                            "event_type.deleted",
                            AuditedRoutesJourneyTest::type,
                            "{}"),
                    row("POST /v1/apps", "app.created", "{\"uid\":\"made\"}"),
                    row(
                            "PATCH /v1/apps/{id}",
                            "app.updated",
                            AuditedRoutesJourneyTest::app,
                            "{\"name\":\"new\"}"),
                    row("DELETE /v1/apps/{id}", "app.deleted", AuditedRoutesJourneyTest::app, "{}"),
                    row("POST /v1/portal_links", "portal_link.created", "{}"),
                    row(
                            "POST /v1/portal_links/expire",
                            "app.portal_expired",
                            () -> text(api.get("/v1/apps/default").expect(200).json(), "id"),
                            "{}"),
                    row(
                            "DELETE /v1/portal_links/{id}",
                            "portal_link.revoked",
                            AuditedRoutesJourneyTest::portalLink,
                            "{}"),
                    row(
                            "PATCH /v1/portal",
                            "portal.updated",
                            () -> "portal",
                            "{\"product\":\"Acme\"}"),
                    row(
                            "PATCH /v1/apps/{id}/portal",
                            "app.portal_updated",
                            AuditedRoutesJourneyTest::app,
                            "{\"embed_origins\":[\"https://app.example.com\"]}"),
                    row(
                            "POST /v1/alerts/{id}/acknowledge",
                            "alert.acknowledged",
                            AuditedRoutesJourneyTest::alert,
                            "{\"note\":\"why\"}"),
                    row(
                            "POST /v1/alerts/{id}/snooze",
                            "alert.snoozed",
                            AuditedRoutesJourneyTest::alert,
                            "{\"seconds\":60}"),
                    row(
                            "PATCH /v1/alert_rules/{rule}",
                            "alert_rule.updated",
                            () -> "service.backlog",
                            "{\"thresholds\":{\"minutes\":20}}"),
                    row(
                            "POST /v1/notification_channels",
                            "notification_channel.created",
                            "{\"kind\":\"log\"}"),
                    row(
                            "PATCH /v1/notification_channels/{id}",
                            "notification_channel.updated",
                            AuditedRoutesJourneyTest::channel,
                            "{\"paused\":true}"),
                    row(
                            "DELETE /v1/notification_channels/{id}",
                            "notification_channel.deleted",
                            AuditedRoutesJourneyTest::channel,
                            "{}"),
                    row(
                            "POST /v1/notification_channels/{id}/test",
                            "notification_channel.tested",
                            AuditedRoutesJourneyTest::channel,
                            "{}"),
                    row("POST /v1/api_keys", "api_key.created", "{\"role\":\"viewer\"}"),
                    row(
                            "DELETE /v1/api_keys/{id}",
                            "api_key.revoked",
                            () -> text(api.createKey("viewer"), "id"),
                            "{}"));

    private static Map.Entry<String, Row> row(String route, String action, String body) {
        return row(route, action, () -> "", body);
    }

    private static Map.Entry<String, Row> row(
            String route, String action, Supplier<String> object, String body) {
        return entry(route, new Row(action, object, body));
    }

    private static Map.Entry<String, Row> ofEndpoint(String route, String what) {
        return row(route, "webhook_endpoint." + what, AuditedRoutesJourneyTest::endpoint, "{}");
    }

    static List<String> routes() {
        return journey.apiRoutes().stream()
                .filter(route -> !route.method().equals("GET"))
                .map(route -> route.method() + " " + route.pattern())
                .toList();
    }

    @Test
    void everyRowIsOfARoute() {
        assertThat(ROWS.keySet()).isSubsetOf(routes());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void whatIsDoneIsToldOnce(String route) {
        if (NOT_AUDITED.contains(route)) {
            return;
        }
        var row = ROWS.get(route);
        if (row == null) {
            throw new AssertionError("what does the audit log say of " + route + "? Give it a row");
        }
        var object = row.object().get();
        var before = newest();

        var answer = ask(route, object, row.body());

        assertThat(answer.status()).as(answer.text()).isBetween(200, 299);
        var entries = since(before);
        assertThat(entries).hasSize(1);
        var entry = entries.getFirst();
        assertThat(text(entry, "action")).isEqualTo(row.action());
        assertThat(text(entry, "actor")).isEqualTo("admin");
        assertThat(text(entry, "source")).isEqualTo("127.0.0.1");
        assertThat(text(entry, "request_id")).isEqualTo(answer.header("Request-Id"));
        if (object.isEmpty()) {
            var made = answer.json();
            var id = made.has("id") ? text(made, "id") : text(made, "name");
            assertThat(text(entry, "object_id")).isEqualTo(id);
        } else {
            // A change of one object may create another, which the log then names.
            boolean makes = row.action().endsWith(".created");
            assertThat(text(entry, "object_id"))
                    .isEqualTo(makes ? text(answer.json(), "id") : object);
        }
    }

    /// One that has a day before it starts.
    private static String replayAfter(String action) {
        letter();
        var body =
                "{\"filter\":{},\"reason\":\"why\",\"start_at\":\"%s\"}"
                        .formatted(Instant.now().plusSeconds(86_400));
        var id = text(api.post("/v1/replays", body).expect(202).json(), "id");
        if (!action.isEmpty()) {
            api.post("/v1/replays/" + id + action, "").expect(200);
        }
        return id;
    }

    private static Answer ask(String route, String object, String body) {
        var parts = route.split(" ", 2);
        var path = parts[1].replaceAll("\\{(id|name|rule)}", object).replace("{key}", "k");
        return api.send(
                api.request(path)
                        .header("Content-Type", "application/json")
                        .method(parts[0], BodyPublishers.ofString(body.replace("OBJECT", object))));
    }

    private static String newest() {
        var entries = api.list("/v1/audit_log?limit=1");
        return entries.isEmpty() ? "" : text(entries.getFirst(), "id");
    }

    private static List<JsonNode> since(String newest) {
        return api.list("/v1/audit_log?limit=100").stream()
                .takeWhile(entry -> !text(entry, "id").equals(newest))
                .toList();
    }

    private static String channel() {
        var made = api.post("/v1/notification_channels", "{\"kind\":\"log\"}").expect(201);
        return text(made.json(), "id");
    }

    private static String alert() {
        return AlertRows.insert(journey, null, "service.backlog");
    }

    private static String endpoint() {
        return text(api.createEndpoint(receiver.at("/audited").url(), "nothing.of.it"), "id");
    }

    private static String endpointAfter(String action) {
        var id = endpoint();
        api.post("/v1/webhook_endpoints/" + id + "/" + action, "").expect(200);
        return id;
    }

    private static String endpointWithHeldLane() {
        receiver.at("/held").answers(500);
        var json = ApiClient.JSON.createObjectNode().put("url", receiver.at("/held").url());
        json.putArray("event_types").add("held.type");
        json.put("ordering", "key").put("on_exhausted", "hold");
        json.set("retry_policy", ApiClient.JSON.readTree("{" + POLICY + "}"));
        var id = text(api.createEndpoint(json), "id");
        api.post("/v1/events", "{\"type\":\"held.type\",\"data\":{},\"ordering_key\":\"k\"}")
                .expect(202);
        Eventually.holds(() -> !api.list("/v1/webhook_endpoints/" + id + "/lanes").isEmpty());
        return id;
    }

    private static String delivery() {
        api.createEndpoint(receiver.at("/resent").url(), "resent.type");
        return text(api.awaitDelivery(api.publish("resent.type"), "delivered"), "id");
    }

    /// One that waits for its second attempt.
    private static String waitingDelivery() {
        return refused("/waiting", "{\"kind\":\"list\",\"waits_seconds\":[3600]}", "pending");
    }

    private static String letter() {
        return refused("/dead", "{\"max_attempts\":1," + POLICY + "}", "failed");
    }

    private static String resolvedLetter() {
        var id = letter();
        api.post(
                        "/v1/dead_letters/resolve",
                        "{\"delivery_ids\":[\"%s\"],\"note\":\"why\"}".formatted(id))
                .expect(200);
        return id;
    }

    private static String refused(String path, String policy, String state) {
        receiver.at(path).answers(500);
        var type = "refused.t" + NUMBERS.incrementAndGet();
        var json = ApiClient.JSON.createObjectNode().put("url", receiver.at(path).url());
        json.putArray("event_types").add(type);
        json.set("retry_policy", ApiClient.JSON.readTree(policy));
        api.createEndpoint(json);
        return text(api.awaitDelivery(api.publish(type), state), "id");
    }

    private static JsonNode detail(String delivery) {
        return api.get("/v1/deliveries/" + delivery).expect(200).json();
    }

    private static String policy() {
        var name = "policy-" + NUMBERS.incrementAndGet();
        api.post("/v1/retry_policies", "{\"name\":\"%s\",%s}".formatted(name, POLICY)).expect(201);
        return name;
    }

    private static String type() {
        var name = "type.t" + NUMBERS.incrementAndGet();
        api.post("/v1/event_types", "{\"name\":\"%s\"}".formatted(name)).expect(201);
        return name;
    }

    private static String app() {
        var json = "{\"uid\":\"app-%d\"}".formatted(NUMBERS.incrementAndGet());
        return text(api.post("/v1/apps", json).expect(201).json(), "id");
    }

    private static String portalLink() {
        return text(api.post("/v1/portal_links", "{}").expect(201).json(), "id");
    }
}
