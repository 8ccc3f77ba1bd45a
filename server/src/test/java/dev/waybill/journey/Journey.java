package dev.waybill.journey;

import dev.waybill.Settings;
import dev.waybill.web.http.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// The extension of most journeys, for one test class: the whole service with its own database, an
/// API client, and a receiver. Ends with the class.
///
/// ```java
/// @RegisterExtension static final Journey journey = Journey.dev();
/// ```
final class Journey implements AfterAllCallback {

    private final String database;
    private final RunningService service;
    private final Receiver receiver;

    private Journey(String database, RunningService service, Receiver receiver) {
        this.database = database;
        this.service = service;
        this.receiver = receiver;
    }

    /// As `serve --dev`: the customer's server may be on this machine.
    static Journey dev() {
        return start(true, Map.of());
    }

    /// As `serve --dev` behind proxies at 127.0.0.1, and at no other address of this machine.
    static Journey behindProxies() {
        return start(true, Map.of(Settings.Name.TRUSTED_PROXIES, "127.0.0.1"));
    }

    /// As `serve --dev` with these settings.
    static Journey with(Map<Settings.Name, String> settings) {
        return start(true, settings);
    }

    /// As `serve`, secure by default: nothing on this machine is called.
    static Journey strict() {
        return start(false, Map.of());
    }

    private static Journey start(boolean dev, Map<Settings.Name, String> settings) {
        try {
            var database = Postgres.newDatabase();
            var service = RunningService.on(database, dev, settings);
            return new Journey(database, service, Receiver.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /// A connection to the service's database, for tests that stand in its way.
    Connection connection() throws SQLException {
        return Postgres.connect(database);
    }

    ApiClient api() {
        return service.api();
    }

    Receiver receiver() {
        return receiver;
    }

    List<Route> routes() {
        return service.routes();
    }

    /// Without the pages, which have tests of their own.
    List<Route> apiRoutes() {
        return routes().stream()
                .filter(route -> route.pattern().matches("/(v1|health)/.*|/metrics"))
                .toList();
    }

    String signInLink() {
        return service.signInLink();
    }

    String address() {
        return service.address();
    }

    String metricsAddress() {
        return service.metricsAddress();
    }

    int port() {
        return URI.create(address()).getPort();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        // First, so that waiting callers learn that no answer will come.
        receiver.close();
        service.close();
        Postgres.drop(database);
    }
}
