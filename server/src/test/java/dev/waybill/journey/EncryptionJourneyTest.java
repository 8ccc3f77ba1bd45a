package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import dev.waybill.infra.secret.EncryptionKeys;
import dev.waybill.journey.Receiver.Received;
import dev.waybill.testing.Vaults;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A database dump is useless without the key, and a start without the key fails with a message.
class EncryptionJourneyTest {

    private static final String PATH = "/v1/webhook_endpoints";
    private static final String HEADER_VALUE = "Bearer WaybillMarker-of-nobody-else";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static Receiver receiver;

    @BeforeAll
    static void start() throws IOException {
        receiver = Receiver.start();
    }

    @AfterAll
    static void stop() {
        receiver.close();
    }

    @Test
    void aDumpOfTheDatabaseHoldsNoSecretInClear() throws SQLException {
        var database = Postgres.newDatabase();
        try (var service = RunningService.withKeys(database, Vaults.KEY)) {
            var api = service.api();
            var created = create(api, "/dumped", "dump.made");
            var rotated =
                    api.post(PATH + "/" + text(created, "id") + "/rotate_secret", "")
                            .expect(200)
                            .json();
            var key = text(api.createKey("viewer"), "key");
            var eventId = api.publish("dump.made");
            api.awaitDelivery(eventId, "delivered");

            var dump = dump(database);

            assertThat(dump).contains("dump.made");
            for (var secret :
                    List.of(
                            text(created, "secret"),
                            text(rotated, "secret"),
                            HEADER_VALUE,
                            key,
                            RunningService.ADMIN_KEY,
                            Vaults.KEY)) {
                assertThat(dump)
                        .doesNotContain(secret)
                        .doesNotContain(HexFormat.of().formatHex(secret.getBytes(UTF_8)));
            }
            for (var secret : List.of(text(created, "secret"), text(rotated, "secret"))) {
                var bytes = Base64.getDecoder().decode(secret.substring("whsec_".length()));
                assertThat(dump).doesNotContain(HexFormat.of().formatHex(bytes));
            }
        }
    }

    @Test
    void aWrongKeyIsToldAtTheStart() throws SQLException {
        var database = Postgres.newDatabase();
        RunningService.withKeys(database, Vaults.KEY).close();

        assertThatThrownBy(() -> RunningService.withKeys(database, Vaults.OTHER_KEY))
                .isInstanceOf(EncryptionKeys.Unusable.class)
                .hasMessageContaining("encryption key " + Vaults.VAULT.current().id());
        RunningService.withKeys(database, Vaults.KEY).close();
    }

    @Test
    void aMissingKeyIsToldAtTheStartAndNoneIsMadeInItsPlace() throws Exception {
        var folder = Postgres.newFolder();
        ServiceProcess.onFolder(folder).close();
        var key = folder.resolve("encryption.key");
        var kept = Files.readString(key);
        Files.delete(key);

        var service = ServiceProcess.launch(Map.of(), "serve", "--port=0", "--data=" + folder);
        assertThat(service.exitCode(PATIENCE)).isNotZero();
        assertThat(service.errors()).contains("WAYBILL_ENCRYPTION_KEY").contains("encryption.key");
        assertThat(key).doesNotExist();

        Files.writeString(key, kept);
        ServiceProcess.onFolder(folder).close();
    }

    @Test
    void aRestartInTheMiddleOfARotationChangesNothing() throws Exception {
        var database = Postgres.newDatabase();
        String old;
        String current;
        try (var service = RunningService.withKeys(database, Vaults.KEY)) {
            var created = create(service.api(), "/restarted", "restart.made");
            old = text(created, "secret");
            var path = PATH + "/" + text(created, "id");
            current = text(service.api().post(path + "/rotate_secret", "").json(), "secret");
        }

        try (var service = RunningService.withKeys(database, Vaults.KEY)) {
            service.api().publish("restart.made");
            var request = receiver.at("/restarted").next();

            verify(old, request);
            verify(current, request);
            assertThat(request.header("authorization")).isEqualTo(HEADER_VALUE);
        }
    }

    /// The documented steps: old,new everywhere; new,old everywhere; the command; new alone.
    @Test
    void theKeyIsChangedWhileTheServiceRunsAndTheOldOneThrownAway() throws Exception {
        var database = Postgres.newDatabase();
        var oldAndNew = Vaults.KEY + "," + Vaults.OTHER_KEY;
        var newAndOld = Vaults.OTHER_KEY + "," + Vaults.KEY;
        String before;
        String rotated;
        String after;
        try (var service = RunningService.withKeys(database, oldAndNew)) {
            var created = create(service.api(), "/before", "key.before");
            var path = PATH + "/" + text(created, "id") + "/rotate_secret";
            before = text(created, "secret");
            rotated = text(service.api().post(path, "").expect(200).json(), "secret");
        }
        try (var late = RunningService.withKeys(database, oldAndNew);
                var service = RunningService.withKeys(database, newAndOld)) {
            after = text(create(service.api(), "/after", "key.after"), "secret");
            try (var command = rotateEncryption(database, newAndOld)) {
                assertThat(command.exitCode(PATIENCE)).as(command.errors()).isZero();
                assertThat(command.output())
                        .anyMatch(line -> line.endsWith(Vaults.VAULT.current().id()));
            }
            // Its memory has the old form, and it has the key.
            late.api().publish("key.before");
            verify(before, receiver.at("/before").next());
            assertThat(
                            late.api()
                                    .post(PATH, "{\"url\":\"https://example.com/\"}")
                                    .expect(503)
                                    .text())
                    .contains("retired");
        }

        try (var service = RunningService.withKeys(database, Vaults.OTHER_KEY)) {
            service.api().publish("key.before");
            service.api().publish("key.after");

            var request = receiver.at("/before").next();
            verify(before, request);
            verify(rotated, request);
            assertThat(request.header("authorization")).isEqualTo(HEADER_VALUE);
            verify(after, receiver.at("/after").next());
            var retired = service.api().list("/v1/audit_log?action=encryption_key.*").getFirst();
            assertThat(text(retired, "action")).isEqualTo("encryption_key.retired");
            assertThat(text(retired, "object_id")).isEqualTo(Vaults.VAULT.current().id());
            assertThat(text(retired, "actor")).isEqualTo("command_line");
        }
    }

    /// The URL of a Slack channel is a secret too.
    @Test
    void channelsWorkWithTheNewKeyAlone() throws Exception {
        var database = Postgres.newDatabase();
        var slack = receiver.at("/slack-WaybillMarker");
        String path;
        try (var service = RunningService.withKeys(database, Vaults.KEY)) {
            var channel = "{\"kind\":\"slack\",\"url\":\"%s\"}".formatted(slack.url());
            var created = service.api().post("/v1/notification_channels", channel).expect(201);
            path = "/v1/notification_channels/" + text(created.json(), "id");
        }
        try (var command = rotateEncryption(database, Vaults.OTHER_KEY + "," + Vaults.KEY)) {
            assertThat(command.exitCode(PATIENCE)).as(command.errors()).isZero();
        }

        try (var service = RunningService.withKeys(database, Vaults.OTHER_KEY)) {
            service.api().post(path + "/test", "");

            assertThat(slack.next().text()).contains("Test notification");
        }
    }

    @Test
    void rotatingWithoutTheOldKeyIsTold() throws Exception {
        var database = Postgres.newDatabase();
        RunningService.withKeys(database, Vaults.KEY).close();

        try (var command = rotateEncryption(database, Vaults.OTHER_KEY)) {
            assertThat(command.exitCode(PATIENCE)).isEqualTo(1);
            assertThat(command.errors())
                    .contains("waybill: ")
                    .contains(Vaults.VAULT.current().id())
                    .doesNotContain("Exception");
        }
    }

    private static ServiceProcess rotateEncryption(String database, String keys)
            throws IOException {
        return ServiceProcess.launch(
                Map.of("WAYBILL_ENCRYPTION_KEY", keys),
                "keys",
                "rotate-encryption",
                "--database=" + database);
    }

    private static JsonNode create(ApiClient api, String path, String type) {
        var json = ApiClient.JSON.createObjectNode().put("url", receiver.at(path).url());
        json.putArray("event_types").add(type);
        json.putObject("headers").put("Authorization", HEADER_VALUE);
        return api.createEndpoint(json);
    }

    private static void verify(String secret, Received request) throws Exception {
        new Webhook(secret)
                .verify(
                        request.text(),
                        Map.of(
                                "webhook-id", List.of(request.header("webhook-id")),
                                "webhook-timestamp", List.of(request.header("webhook-timestamp")),
                                "webhook-signature", List.of(request.header("webhook-signature"))));
    }

    /// Every row of every table as text, bytes in hexadecimal.
    private static String dump(String database) throws SQLException {
        var dump = new StringBuilder();
        try (var connection = Postgres.connect(database);
                var statement = connection.createStatement()) {
            var tables = new ArrayList<String>();
            try (var rows =
                    statement.executeQuery(
                            """
                            SELECT format('%I.%I', schemaname, tablename)
                              FROM pg_tables
                             WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
                            """)) {
                while (rows.next()) {
                    tables.add(rows.getString(1));
                }
            }
            for (var table : tables) {
                try (var rows = statement.executeQuery("SELECT t::text FROM " + table + " t")) {
                    while (rows.next()) {
                        dump.append(table).append(' ').append(rows.getString(1)).append('\n');
                    }
                }
            }
        }
        return dump.toString();
    }
}
