package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The log of a whole service: its formats, the ids of its lines, and what it never shows.
class LogsJourneyTest {

    private static final String MARKER = "WaybillMarker";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Pattern TEXT_LINE =
            Pattern.compile(
                    "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"
                            + " (ERROR|WARN |INFO |DEBUG|TRACE) \\S+ .+");

    /// Everything that can go wrong with a request or a delivery goes wrong, at the level that logs
    /// most.
    @Test
    void linesCarryTheirIdsAndNoPayloadOrSecret() throws Exception {
        var database = Postgres.newDatabase();
        try (var receiver = Receiver.start();
                var service =
                        ServiceProcess.onDatabase(
                                database, "--log-format=json", "--log-level=trace");
                var api = service.api()) {
            var refuses = receiver.at("/refuses").answers(_ -> answer(500));
            var rejects = receiver.at("/rejects").answers(_ -> answer(410));
            var endpoint = endpoint(api, refuses.url(), "logs.refused");
            endpoint(api, rejects.url(), "logs.rejected");
            endpoint(api, "http://127.0.0.1:1/" + MARKER, "logs.unreachable");
            endpoint(api, receiver.at("/accepts").url() + "?token=" + MARKER, "logs.accepted");

            var delivery = publish(api, "logs.refused", "pending");
            publish(api, "logs.rejected", "failed");
            publish(api, "logs.unreachable", "pending");
            publish(api, "logs.accepted", "delivered");
            var path = "/v1/webhook_endpoints/" + text(endpoint, "id");
            var paused = api.post(path + "/pause", "{\"reason\":\"a test\"}").expect(200);
            beRefused(api);
            service.terminate();
            service.exitCode(PATIENCE);

            assertThat(service.errors()).doesNotContain(MARKER, text(endpoint, "secret"));
            var lines = jsonLines(service);
            assertThat(lines).hasSizeGreaterThan(20);

            var attempt = one(lines, "delivery_id", text(delivery, "id"), "attempted, ");
            assertThat(attempt.get("event_id")).isEqualTo(delivery.get("event_id"));
            assertThat(text(attempt, "endpoint_id")).isEqualTo(text(endpoint, "id"));
            assertThat(text(attempt, "app_id")).startsWith("app_");
            assertThat(attempt.has("request_id")).isFalse();

            var requestId = paused.header("Request-Id");
            var change = one(lines, "request_id", requestId, "an endpoint's state changed, ");
            assertThat(text(change, "endpoint_id")).isEqualTo(text(endpoint, "id"));
            var answered = one(lines, "request_id", requestId, "answered, ");
            assertThat(text(answered, "message"))
                    .contains("POST /v1/webhook_endpoints/{id}/pause", "status=200");

            // Threads that run requests and attempts log other lines too.
            assertThat(lines)
                    .filteredOn(line -> text(line, "message").startsWith("attempted, "))
                    .allMatch(line -> line.has("delivery_id") && !line.has("request_id"));
            assertThat(lines)
                    .filteredOn(line -> !text(line, "thread").equals("request"))
                    .filteredOn(line -> !text(line, "message").startsWith("answered, "))
                    .noneMatch(line -> line.has("request_id"));
        } finally {
            Postgres.drop(database);
        }
    }

    private static Receiver.Answer answer(int status) {
        return new Receiver.Answer(status, Map.of("X-Secret", MARKER), "body " + MARKER);
    }

    private static JsonNode endpoint(ApiClient api, String url, String type) {
        var json = ApiClient.JSON.createObjectNode().put("url", url);
        json.putArray("event_types").add(type);
        json.putObject("headers").put("Authorization", "Bearer " + MARKER);
        return api.createEndpoint(json);
    }

    private static JsonNode publish(ApiClient api, String type, String state) {
        var body =
                "{\"type\":\"%s\",\"data\":{\"card\":\"%s\"},\"ordering_key\":\"%s\"}"
                        .formatted(type, MARKER, MARKER + type);
        var published = api.post("/v1/events", body).expect(202).json();
        return api.awaitDelivery(text(published, "id"), state);
    }

    private static void beRefused(ApiClient api) {
        api.post("/v1/events", "{\"type\":\"a b " + MARKER + "\",\"data\":1}");
        api.post("/v1/events", "{\"" + MARKER + "\":");
        api.with(MARKER + "-no-key").get("/v1/events");
        api.get("/v1/events/" + MARKER);
        api.get("/v1/events?cursor=" + MARKER);
        api.get("/portal/enter/" + MARKER);
    }

    private static List<JsonNode> jsonLines(ServiceProcess service) {
        return service.errors().lines().map(line -> ApiClient.JSON.readTree(line)).toList();
    }

    private static JsonNode one(List<JsonNode> lines, String id, String value, String message) {
        var found =
                lines.stream()
                        .filter(line -> line.path(id).asString("").equals(value))
                        .filter(line -> text(line, "message").startsWith(message))
                        .toList();
        assertThat(found).as("%s %s", value, message).isNotEmpty();
        return found.getFirst();
    }

    @Test
    void textIsTheDefaultAndTheLevelIsInfo() throws Exception {
        var database = Postgres.newDatabase();
        try (var service = ServiceProcess.onDatabase(database);
                var api = service.api()) {
            var created = endpoint(api, "http://127.0.0.1:1/", "logs.none");
            api.post("/v1/webhook_endpoints/" + text(created, "id") + "/pause", "{}").expect(200);
            Eventually.holds(() -> service.errors().contains("an endpoint's state changed"));

            assertThat(service.errors().lines()).allMatch(TEXT_LINE.asMatchPredicate());
            assertThat(service.errors())
                    .contains("endpoint_id=" + text(created, "id"))
                    .contains(" request_id=req_")
                    .doesNotContain("DEBUG");
            assertThat(service.output()).noneMatch(TEXT_LINE.asMatchPredicate());
        } finally {
            Postgres.drop(database);
        }
    }

    @Test
    void aLevelHidesWhatIsLessUrgent() throws IOException, SQLException {
        var database = Postgres.newDatabase();
        try (var service = ServiceProcess.onDatabase(database, "--log-level=error");
                var api = service.api()) {
            var created = endpoint(api, "http://127.0.0.1:1/", "logs.none");
            api.post("/v1/webhook_endpoints/" + text(created, "id") + "/pause", "{}").expect(200);

            assertThat(service.errors()).isEmpty();
        } finally {
            Postgres.drop(database);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--log-format=xml, 'waybill: log-format must be text or json: xml'",
        "--log-level=LOUD, 'waybill: log-level must be trace, debug, info, warn or error: LOUD'"
    })
    void aBadValueIsRefused(String option, String error) throws Exception {
        try (var service = ServiceProcess.launch(Map.of(), "serve", option)) {
            assertThat(service.exitCode(PATIENCE)).isOne();
            assertThat(service.errors().strip()).isEqualTo(error);
        }
    }

    @Test
    void aStartThatFailsSaysSoInTheFormatToo() throws Exception {
        var variables = Map.of("WAYBILL_LOG_FORMAT", "json", "WAYBILL_LOG_LEVEL", "warn");
        try (var service = ServiceProcess.launch(variables, "serve", "--port=hello")) {
            assertThat(service.exitCode(PATIENCE)).isOne();

            var lines = jsonLines(service);
            assertThat(lines).hasSize(1);
            assertThat(text(lines.getFirst(), "level")).isEqualTo("ERROR");
            assertThat(text(lines.getFirst(), "message")).contains("port must be", "hello");
        }
    }
}
