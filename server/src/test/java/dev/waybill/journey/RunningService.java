package dev.waybill.journey;

import com.typesafe.config.ConfigFactory;
import dev.waybill.Server;
import dev.waybill.Settings;
import dev.waybill.engine.deliver.egress.Resolver;
import dev.waybill.engine.deliver.egress.SystemResolver;
import dev.waybill.testing.Vaults;
import dev.waybill.web.http.Route;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The whole service in this process, with its own database.
public final class RunningService implements AutoCloseable {

    public static final String ADMIN_KEY = "WaybillMarker-admin-key-0123456789";

    private final Server server;
    private final ApiClient api;
    private final Runnable end;
    private final String database;

    private RunningService(Server server, String database, Runnable end) {
        this.server = server;
        this.database = database;
        this.end = end;
        this.api = new ApiClient(server.address(), ADMIN_KEY);
    }

    /// As `serve --catalogued-types-only`.
    public static RunningService catalogTypesOnly() throws SQLException {
        var flags = new HashMap<Settings.Name, String>();
        flags.put(Settings.Name.CATALOGUED_TYPES_ONLY, "true");
        return onItsOwn(flags);
    }

    /// As `serve --dev` with these settings.
    public static RunningService with(Map<Settings.Name, String> others) throws SQLException {
        return onItsOwn(others);
    }

    private static RunningService onItsOwn(Map<Settings.Name, String> flags) throws SQLException {
        var database = Postgres.newDatabase();
        return on(database, true, flags, new SystemResolver(), () -> Postgres.drop(database));
    }

    public static RunningService on(String database, boolean dev) throws SQLException {
        return on(database, dev, Map.of());
    }

    /// With its own encryption keys, of which the first seals.
    public static RunningService withKeys(String database, String keys) throws SQLException {
        return on(database, true, Map.of(Settings.Name.ENCRYPTION_KEY, keys));
    }

    /// With another key of an admin in its settings; [#api] does not have it.
    public static RunningService withAdminKey(String database, String key) throws SQLException {
        return on(database, true, Map.of(Settings.Name.ADMIN_KEY, key));
    }

    /// As `serve`, with a name server in the hands of the test.
    public static RunningService strict(String database, Resolver resolver) throws SQLException {
        return on(database, false, Map.of(), resolver, () -> {});
    }

    static RunningService on(String database, boolean dev, Map<Settings.Name, String> others)
            throws SQLException {
        return on(database, dev, others, new SystemResolver(), () -> {});
    }

    /// With these `OTEL_*` variables.
    static RunningService traced(String database, Map<String, String> environment)
            throws SQLException {
        return on(database, true, Map.of(), environment, new SystemResolver(), () -> {});
    }

    private static RunningService on(
            String database,
            boolean dev,
            Map<Settings.Name, String> others,
            Resolver resolver,
            Runnable end)
            throws SQLException {
        return on(database, dev, others, Map.of(), resolver, end);
    }

    /// Starts it. `end` runs after the service has stopped.
    private static RunningService on(
            String database,
            boolean dev,
            Map<Settings.Name, String> others,
            Map<String, String> environment,
            Resolver resolver,
            Runnable end)
            throws SQLException {
        var flags = new HashMap<>(others);
        flags.put(Settings.Name.HOST, "127.0.0.1");
        flags.put(Settings.Name.PORT, "0");
        flags.put(Settings.Name.DEV, Boolean.toString(dev));
        flags.put(Settings.Name.DATABASE, database);
        flags.putIfAbsent(Settings.Name.ADMIN_KEY, ADMIN_KEY);
        flags.putIfAbsent(Settings.Name.ENCRYPTION_KEY, Vaults.KEY);
        return new RunningService(
                Server.start(Settings.resolve(flags, environment, ConfigFactory.empty()), resolver),
                database,
                end);
    }

    /// A connection to the service's database.
    public Connection connection() throws SQLException {
        return Postgres.connect(database);
    }

    public ApiClient api() {
        return api;
    }

    public List<Route> routes() {
        return server.routes();
    }

    public String signInLink() {
        return server.signInLink().orElseThrow();
    }

    public String metricsAddress() {
        return server.metricsAddress().orElseThrow();
    }

    public String address() {
        return server.address();
    }

    @Override
    public void close() {
        api.close();
        server.close();
        end.run();
    }
}
