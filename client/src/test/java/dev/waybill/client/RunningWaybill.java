package dev.waybill.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.typesafe.config.ConfigFactory;
import dev.waybill.Server;
import dev.waybill.Settings;
import dev.waybill.infra.postgres.EmbeddedPostgres;
import dev.waybill.infra.postgres.Privilege;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/// The service and a PostgreSQL, both in this process, for all tests of the module. The receiver's
/// tables are in a database of their own.
public final class RunningWaybill {

    public static final String ADMIN_KEY = "WaybillMarker-admin-key-0123456789";

    private static final Path SCRATCH = Path.of("target", "scratch-1").toAbsolutePath();

    private RunningWaybill() {}

    /// Started by the first test that needs it; ends with this process.
    private static final class Database {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            var server =
                    EmbeddedPostgres.start(
                            SCRATCH.resolve("postgres"),
                            Path.of("target", "embedded-postgres").toAbsolutePath(),
                            Privilege.SUPERUSER);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "test-postgres"));
            try (var connection = connect(server, server.address().database());
                    var statement = connection.createStatement()) {
                for (var name : new String[] {"receiver", "service"}) {
                    statement.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
                    statement.execute("CREATE DATABASE " + name);
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return server;
        }
    }

    private static Connection connect(EmbeddedPostgres server, String database)
            throws SQLException {
        var address = server.address();
        return DriverManager.getConnection(
                "jdbc:postgresql://%s:%d/%s".formatted(address.host(), address.port(), database),
                address.user(),
                address.password());
    }

    /// A connection to the receiver's own database.
    public static Connection receiver() throws SQLException {
        return connect(Database.SERVER, "receiver");
    }

    /// The service, as `serve --dev`.
    public static Server start() throws SQLException {
        var address = Database.SERVER.address();
        var database =
                "postgresql://%s:%s@%s:%d/service"
                        .formatted(
                                address.user(), address.password(), address.host(), address.port());
        return Server.start(
                Settings.resolve(
                        Map.of(
                                Settings.Name.HOST, "127.0.0.1",
                                Settings.Name.PORT, "0",
                                Settings.Name.DEV, "true",
                                Settings.Name.DATABASE, database,
                                Settings.Name.ADMIN_KEY, ADMIN_KEY,
                                Settings.Name.ENCRYPTION_KEY,
                                        "WaybillMarkerWaybillMarkerWaybillMarkerAAAA="),
                        Map.of(),
                        ConfigFactory.empty()));
    }

    /// Creates an endpoint that gets one type of events, and returns it as the service shows it
    /// once.
    static Json.Obj createEndpoint(Server server, String url, String scheme, String type)
            throws IOException, InterruptedException {
        var answer =
                post(
                        server,
                        """
                        {"url":"%s","signature":"%s","event_types":["%s"]}
                        """
                                .formatted(url, scheme, type));
        try {
            return JsonReader.read(answer).object().orElseThrow();
        } catch (MalformedJson e) {
            throw new AssertionError(e);
        }
    }

    /// Creates an endpoint that gets every event, with a secret of the test.
    public static void createEndpoint(Server server, String url, String secret)
            throws IOException, InterruptedException {
        var _ = post(server, "{\"url\":\"%s\",\"secret\":\"%s\"}".formatted(url, secret));
    }

    private static byte[] post(Server server, String json)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create(server.address() + "/v1/webhook_endpoints"))
                        .header("Authorization", "Bearer " + ADMIN_KEY)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json, UTF_8))
                        .build();
        try (var http = HttpClient.newHttpClient()) {
            var answer = http.send(request, BodyHandlers.ofByteArray());
            if (answer.statusCode() != 201) {
                throw new AssertionError(new String(answer.body(), UTF_8));
            }
            return answer.body();
        }
    }
}
