package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Keys are made, shown once, used, seen in a list, and revoked with effect in every process.
class ApiKeysJourneyTest {

    private static RunningService here;
    private static RunningService elsewhere;
    private static ApiClient api;

    @BeforeAll
    static void start() throws SQLException {
        var database = Postgres.newDatabase();
        here = RunningService.on(database, true);
        elsewhere = RunningService.on(database, true);
        api = here.api();
    }

    @AfterAll
    static void stop() {
        elsewhere.close();
        here.close();
    }

    @Test
    void aKeyIsShownOnce() {
        var made = api.post("/v1/api_keys", "{\"role\":\"viewer\",\"name\":\"Ann\"}").expect(201);
        var key = text(made.json(), "key");
        var id = text(made.json(), "id");

        assertThat(key).matches("wb_live_[0-9a-f]{72}");
        assertThat(id).startsWith("key_");
        var read = api.get("/v1/api_keys/" + id).expect(200);
        assertThat(text(read.json(), "name")).isEqualTo("Ann");
        assertThat(text(read.json(), "role")).isEqualTo("viewer");
        assertThat(text(read.json(), "state")).isEqualTo("active");
        assertThat(read.text()).doesNotContain(key.substring(8, 20)).doesNotContain("\"key\"");
        assertThat(api.get("/v1/api_keys").expect(200).text()).doesNotContain(key.substring(8, 20));
        assertThat(texts(api.list("/v1/api_keys"), "id")).contains(id);
        api.with(key).get("/v1/events").expect(200);
    }

    @Test
    void aRevokedKeyIsRefusedHereAtOnceAndElsewhereSoon() {
        var made = api.createKey("viewer");
        var remote = elsewhere.api().with(text(made, "key"));
        Eventually.get(() -> remote.get("/v1/events"), answer -> answer.status() == 200);

        api.delete("/v1/api_keys/" + text(made, "id")).expect(204);

        api.with(text(made, "key")).get("/v1/events").expect(401);
        Eventually.get(() -> remote.get("/v1/events"), answer -> answer.status() == 401);
        var read = api.get("/v1/api_keys/" + text(made, "id")).expect(200).json();
        assertThat(text(read, "state")).isEqualTo("revoked");
        api.delete("/v1/api_keys/" + text(made, "id")).expect(204);
    }

    @Test
    void aKeyExpires() {
        var soon = Instant.now().plusSeconds(3);
        var body = "{\"role\":\"viewer\",\"expires_at\":\"%s\"}".formatted(soon);
        var made = api.post("/v1/api_keys", body).expect(201).json();
        var viewer = api.with(text(made, "key"));

        var refused =
                Eventually.get(() -> viewer.get("/v1/events"), answer -> answer.status() == 401);

        assertThat(Instant.now()).isAfter(soon.minusMillis(500));
        assertThat(text(refused.json(), "detail")).contains("expired");
        assertThat(text(api.get("/v1/api_keys/" + text(made, "id")).json(), "state"))
                .isEqualTo("expired");
    }

    @Test
    void aMistypedKeyIsToldFromOneThatIsNotKnown() {
        var key = text(api.createKey("viewer"), "key");
        var mistyped = key.substring(0, key.length() - 1) + (key.endsWith("0") ? "1" : "0");

        var answer = api.with(mistyped).get("/v1/events").expect(401);

        assertThat(text(answer.json(), "detail")).contains("mistyped");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @Test
    void aKeyActsInItsOwnModeOnly() {
        var body = "{\"role\":\"admin\",\"mode\":\"test\"}";
        var key = text(api.post("/v1/api_keys", body).expect(201).json(), "key");
        assertThat(key).startsWith("wb_test_");
        var live = api.with(key);
        var test = live.inTestMode();

        live.get("/v1/events").expect(403);
        test.post("/v1/events", "{\"type\":\"mode.test\",\"data\":{}}").expect(202);
        assertThat(texts(test.feed("event_types=mode.*", 1), "mode")).containsExactly("test");
        var endpoint = "{\"url\":\"http://127.0.0.1:9999/\",\"mode\":\"live\"}";
        test.post("/v1/webhook_endpoints", endpoint).expect(403);
        // Otherwise a key that is shared freely would be as powerful as a protected one.
        test.post("/v1/api_keys", "{\"role\":\"viewer\",\"mode\":\"live\"}").expect(403);
        assertThat(texts(test.list("/v1/api_keys"), "mode")).containsOnly("test");
        test.delete("/v1/api_keys/" + text(api.createKey("viewer"), "id")).expect(404);
    }

    @Test
    void repeatingACreationMakesOneKeyAndShowsItOnce() {
        var body = "{\"role\":\"viewer\",\"name\":\"repeated\"}";
        var first = api.post("/v1/api_keys", body, "keys-repeated").expect(201).json();
        var second = api.post("/v1/api_keys", body, "keys-repeated").expect(201).json();

        assertThat(text(second, "id")).isEqualTo(text(first, "id"));
        assertThat(second.get("key").isNull()).isTrue();
    }

    @Test
    void whatCannotBeIsRefused() {
        api.post("/v1/api_keys", "{}").expect(422);
        api.post("/v1/api_keys", "{\"role\":\"root\"}").expect(422);
        api.post("/v1/api_keys", "{\"role\":\"app\"}").expect(422);
        api.post("/v1/api_keys", "{\"role\":\"app\",\"app\":\"nobody\"}").expect(422);
        api.post("/v1/api_keys", "{\"role\":\"admin\",\"app\":\"default\"}").expect(422);
        api.post("/v1/api_keys", "{\"role\":\"viewer\",\"expires_at\":\"2020-01-01T00:00:00Z\"}")
                .expect(422);
        api.post("/v1/api_keys", "{\"role\":\"viewer\",\"key\":\"mine\"}").expect(422);
        api.get("/v1/api_keys/key_00000000000000000000000000").expect(404);
        api.delete("/v1/api_keys/nonsense").expect(404);
    }

    @Test
    void historiesNameTheKey() {
        var made = api.createKey("operator");
        var operator = api.with(text(made, "key"));
        var id = text(operator.createEndpoint("http://127.0.0.1:9999/", "never.*"), "id");

        operator.post("/v1/webhook_endpoints/" + id + "/pause", "").expect(200);

        assertThat(texts(api.list("/v1/webhook_endpoints/" + id + "/state_changes"), "actor"))
                .containsExactly(text(made, "id"));
    }

    @Test
    void aNewAppIsKnownElsewhereAtOnce() {
        api.createApp("brand-new");

        var body = "{\"type\":\"new.app\",\"data\":{},\"app\":\"brand-new\"}";
        elsewhere.api().post("/v1/events", body).expect(202);
    }
}
