package dev.waybill;

import dev.waybill.engine.deliver.egress.Resolver;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.postgres.DatabaseAddress;
import dev.waybill.infra.schedule.Countdown;
import dev.waybill.web.http.HttpServer;
import dev.waybill.web.http.Route;
import dev.waybill.web.http.Router;
import dev.waybill.web.http.TrustedProxies;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The service: its parts in the order in which they start. The table of contents of the program.
public final class Server implements AutoCloseable {

    /// From the order to stop until the last attempt must have ended. An attempt takes at most 32
    /// s. The rest of the documented 35 s is for recording results and for closing.
    private static final Duration STOP_MAX = Duration.ofSeconds(33);

    /// For background jobs that deliveries do not depend on.
    private static final Duration JOBS_STOP_MAX = Duration.ofSeconds(1);

    /// For the last spans, if the collector does not take them at once.
    private static final Duration TRACES_STOP_MAX = Duration.ofSeconds(2);

    private final Foundation base;
    private final Sending sending;
    private final HealthChecks health;
    private final Monitoring monitoring;
    private final Router router;
    private final HttpServer http;
    private final Maintenance maintenance;

    private Server(Foundation base, Sending.Names names) throws SQLException {
        this.base = base;
        this.sending = new Sending(base, names);
        this.health = new HealthChecks(base, sending);
        this.monitoring = new Monitoring(base, sending);
        var features = new Features(base, sending, monitoring.figures());
        var edges = new Edges(base, sending, features);
        this.router = new Router(edges.routes(health.api(), monitoring.api()));
        // Before the port: a publish that comes before the engine has started is answered in time.
        sending.engine.watch();
        var settings = base.settings;
        var address =
                new HttpServer.Address(
                        settings.host(),
                        settings.port(),
                        new TrustedProxies(settings.trustedProxies()));
        this.http = HttpServer.start(address, router, base.clock, base.ids);
        monitoring.listen(http);
        // After the port: a process that cannot have it must not have claimed anything.
        sending.engine.start(base.isExclusive());
        health.start();
        features.notifications.links().listeningAt(address());
        this.maintenance = new Maintenance(base, sending, features);
        monitoring.start(
                Stream.of(sending.engine.jobGroups(), health.groups(), maintenance.groups())
                        .flatMap(List::stream)
                        .toList());
    }

    public static Server start(Settings settings) throws SQLException {
        return start(settings, Sending.Names.system());
    }

    /// Starts with another way to resolve names.
    public static Server start(Settings settings, Resolver resolver) throws SQLException {
        return start(settings, new Sending.Names(resolver, resolver));
    }

    private static Server start(Settings settings, Sending.Names names) throws SQLException {
        var base = Foundation.start(settings);
        try {
            return new Server(base, names);
        } catch (SQLException | RuntimeException e) {
            base.close();
            throw e;
        }
    }

    /// The address at which it listens, as people type it.
    public String address() {
        var host = base.settings.host();
        return "http://"
                + (List.of("0.0.0.0", "::").contains(host) ? "localhost" : host)
                + ":"
                + http.port();
    }

    /// The address of the metrics without a key, if there is one.
    public Optional<String> metricsAddress() {
        var listen = base.settings.metrics().listen();
        return listen == null
                ? Optional.empty()
                : monitoring.port().map(port -> "http://" + listen.host() + ":" + port);
    }

    /// The admin key that this start created, if it did: it can be shown only now.
    public Optional<String> firstAdminKey() {
        return Optional.ofNullable(base.firstAdminKey);
    }

    /// A link that signs in to the dashboard once, where one is offered.
    public Optional<String> signInLink() {
        return base.signInLink(address());
    }

    /// All routes, for tests that check each of them.
    public List<Route> routes() {
        return router.routes();
    }

    /// Stops new work, then requests, then attempts, so that nothing waits for a part that has
    /// already stopped. See docs/decisions/0017.
    @Override
    public void close() {
        var time = Countdown.of(STOP_MAX);
        health.notice.give();
        monitoring.stop();
        maintenance.stop();
        sending.engine.quiesce(time);
        health.notice.await(time.left());
        http.close();
        health.stop();
        sending.engine.stop(time);
        monitoring.join(Countdown.of(time.left(JOBS_STOP_MAX)));
        maintenance.join(Countdown.of(time.left(JOBS_STOP_MAX)));
        health.join(Countdown.of(time.left(JOBS_STOP_MAX)));
        base.tracing.close(time.left(TRACES_STOP_MAX));
        try {
            sending.close();
        } finally {
            base.close();
        }
    }

    public static DatabaseUrl url(DatabaseAddress address) {
        return new DatabaseUrl(address.jdbcUrl(), address.user(), address.password());
    }
}
