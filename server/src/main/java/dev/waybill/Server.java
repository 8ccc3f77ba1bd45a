package dev.waybill;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.Engine;
import dev.waybill.engine.Environment;
import dev.waybill.engine.Outbound;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.access.KeyHash;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.deliver.client.PinnedSender;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.Resolver;
import dev.waybill.engine.deliver.egress.SystemResolver;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.feature.keys.KeyRegister;
import dev.waybill.feature.redelivery.Redeliver;
import dev.waybill.feature.retention.archive.ArchiveTargets;
import dev.waybill.feature.retention.archive.Archiver;
import dev.waybill.feature.retention.forget.Forgetter;
import dev.waybill.feature.users.Sessions;
import dev.waybill.infra.Version;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseClock;
import dev.waybill.infra.db.DatabaseStart;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.db.Migrations;
import dev.waybill.infra.health.Condition;
import dev.waybill.infra.postgres.DatabaseAddress;
import dev.waybill.infra.postgres.EmbeddedPostgres;
import dev.waybill.infra.schedule.Countdown;
import dev.waybill.infra.schedule.JobGroup;
import dev.waybill.infra.schedule.JobResult;
import dev.waybill.infra.schedule.Periodic;
import dev.waybill.infra.schedule.Sleeper;
import dev.waybill.infra.secret.EncryptionKeys;
import dev.waybill.infra.secret.Vault;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.AuditTrails;
import dev.waybill.web.api.HealthApi;
import dev.waybill.web.health.DatabaseWatch;
import dev.waybill.web.health.Health;
import dev.waybill.web.health.ShutdownNotice;
import dev.waybill.web.http.HttpServer;
import dev.waybill.web.http.Route;
import dev.waybill.web.http.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All wiring, in reading order: database, engine, API. The table of contents of the program.
public final class Server implements AutoCloseable {

    /// From the word to stop until the last attempt must have ended; an attempt takes at most 32 s.
    /// The rest of the 35 s that are promised is for recording them and for closing.
    private static final Duration STOP_MAX = Duration.ofSeconds(33);

    /// For background jobs that deliveries do not depend on.
    private static final Duration DUTIES_MAX = Duration.ofSeconds(1);

    /// Deadlines are looked at fifty times a second.
    private static final Duration STUCK_AFTER = Duration.ofMinutes(1);

    private static final Duration EMBEDDED_ANSWER_MAX = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    private final Settings settings;
    private final @Nullable EmbeddedPostgres postgres;
    private final Database database;
    private final Resolver resolver;
    private final Resolver checks;
    private final PinnedSender sender;
    private final Engine engine;
    private final AccessCache directory;
    private final Sessions sessions;
    private final Router router;
    private final HttpServer http;
    private final JobGroup duties = new JobGroup();
    private final JobGroup watching = new JobGroup();
    private final Periodic forgetting;
    private final ShutdownNotice notice = new ShutdownNotice();
    private final @Nullable String firstAdminKey;

    private Server(
            Settings settings,
            @Nullable EmbeddedPostgres postgres,
            Resolver resolver,
            Resolver checks)
            throws SQLException {
        this.settings = settings;
        this.postgres = postgres;

        // database
        var url = databaseUrl(settings, postgres);
        var use = settings.databaseUse();
        // The embedded one has said that it is ready; on a busy machine its answer may take longer.
        DatabaseStart.await(url, postgres == null ? use.startWait() : EMBEDDED_ANSWER_MAX);
        DatabaseStart.requireSessions(url);
        DatabaseStart.requireTimeline(url);
        Migrations.run(url);
        this.database = new Database(url, use.connections());
        var clock = new DatabaseClock(InstantSource.system().instant(), System::nanoTime);
        var random = new SecureRandom();
        var vault = vault(random, clock.instant());
        var ids = new Ids(clock, RandomGenerator.of("L64X128MixRandom"));

        // who may ask, and who did what
        this.directory = new AccessCache(database);
        directory.refresh();
        var apps = new AppNames(directory);
        var audit = new Audit(database, clock, ids);
        var trails = new AuditTrails(audit, apps, clock);
        var keys = new KeyRegister(database, directory, trails.keys(), clock, ids, random);
        this.firstAdminKey = settings.adminKey() == null ? keys.makeFirst().orElse(null) : null;

        // engine
        this.resolver = resolver;
        this.checks = checks;
        var guard =
                new EgressGuard(
                        settings.dev(),
                        settings.egress().ports(),
                        settings.egress().allow(),
                        resolver);
        this.sender = new PinnedSender(guard, clock, settings.egress().proxy());
        var composer = new Composer(Version.current());
        var secrets = new EndpointSecrets(vault);
        this.engine =
                new Engine(
                        database,
                        clock,
                        ids,
                        trails.endpoints(),
                        new Outbound(composer, secrets, sender),
                        Environment.real());
        var redeliver = new Redeliver(engine.routes(), engine.tally(), clock, ids);
        FeatureJobs.register(engine, database, redeliver, clock);

        // what people and programs ask
        this.sessions = new Sessions(database, settings.adminKey(), audit, clock, random);
        var features =
                new Features(
                        settings,
                        database,
                        clock,
                        ids,
                        random,
                        vault,
                        directory,
                        trails,
                        audit,
                        keys,
                        sessions,
                        engine,
                        redeliver,
                        guard.with(checks),
                        composer);
        var databaseWatch = new DatabaseWatch(database, clock, System::nanoTime);
        var health = health(databaseWatch);
        this.router = new Router(routes(features, health));
        // Before the port: what is published before the engine has started gets its answer in time.
        engine.watch();
        this.http = HttpServer.start(settings.host(), settings.port(), router, clock, ids);

        // The port comes first: a process that cannot have it must not have claimed anything.
        engine.start(postgres != null);
        // The first look, so that a service that says it is ready is.
        databaseWatch.runOnce();
        watching.start();
        FeatureJobs.prune(duties, database, clock, settings.retention(), audit);
        FeatureJobs.access(duties, features.passwords, directory);
        duties.start();
        var forgetter =
                new Forgetter(
                        database, settings.retention(), archiver(composer, ids), Sleeper.REAL);
        this.forgetting =
                Periodic.start(
                        "forgetter",
                        Forgetter.PERIOD,
                        () -> forgetter.runOnce().result());
    }

    /// The jobs and conditions by which others judge whether to send traffic here.
    private HealthApi health(DatabaseWatch databaseWatch) {
        watching.add(
                "database-watch",
                DatabaseWatch.PERIOD,
                () -> {
                    databaseWatch.runOnce();
                    return JobResult.complete(1);
                });
        watching.essential(
                "directory",
                AccessCache.PERIOD,
                () -> {
                    directory.refresh();
                    return JobResult.complete(1);
                });
        var ready = new ArrayList<Condition>();
        ready.add(Condition.unless("stopping", notice::given, "The process is stopping."));
        ready.addAll(databaseWatch.conditions());
        ready.addAll(engine.readiness());
        ready.add(new Condition("access", this::troubledAccess));
        var live =
                List.of(
                        engine.liveness(),
                        Condition.unless(
                                "deadlines",
                                () -> sender.sinceTick().compareTo(STUCK_AFTER) > 0,
                                "No thread watches over the time limits of attempts."));
        return new HealthApi(new Health(live), new Health(ready), notice);
    }

    private Optional<String> troubledAccess() {
        return watching.trouble().map(trouble -> "API keys may be out of date: " + trouble + ".");
    }

    public static Server start(Settings settings) throws SQLException {
        return start(settings, new SystemResolver(), SystemResolver.forChecks());
    }

    /// With somebody else's idea of who has which address.
    public static Server start(Settings settings, Resolver resolver) throws SQLException {
        return start(settings, resolver, resolver);
    }

    private static Server start(Settings settings, Resolver resolver, Resolver checks)
            throws SQLException {
        var postgres = settings.database() == null ? EmbeddedPostgres.start(settings.data()) : null;
        try {
            return new Server(settings, postgres, resolver, checks);
        } catch (SQLException | RuntimeException e) {
            if (postgres != null) {
                postgres.close();
            }
            throw e;
        }
    }

    /// Where it listens, as people type it.
    public String address() {
        var host =
                List.of("0.0.0.0", "::").contains(settings.host()) ? "localhost" : settings.host();
        return "http://" + host + ":" + http.port();
    }

    /// The admin key made on this start, if one was made: it can be shown only now.
    public Optional<String> firstAdminKey() {
        return Optional.ofNullable(firstAdminKey);
    }

    /// A link that signs in to the dashboard once: on the first start, whose admin has nothing else
    /// yet, and for who develops here. A log of production must not let in who reads it.
    public Optional<String> signInLink() {
        if (firstAdminKey != null) {
            var first = directory.key(KeyHash.of(firstAdminKey));
            return Optional.ofNullable(first).map(known -> link(known.key().id()));
        }
        return settings.dev() && settings.adminKey() != null
                ? Optional.of(link(null))
                : Optional.empty();
    }

    private String link(@Nullable UUID keyId) {
        return address() + "/ui/setup#" + sessions.link(keyId);
    }

    /// Everything that can be asked, for whoever checks that nothing was forgotten.
    public List<Route> routes() {
        return router.routes();
    }

    private static List<Route> routes(Features features, HealthApi health) {
        var routes = new ArrayList<>(health.routes());
        routes.addAll(new ApiRoutes(features).all());
        routes.addAll(new DashboardRoutes(features).all());
        routes.addAll(new PortalRoutes(features).all());
        return routes;
    }

    /// Stops in an order in which nobody waits for somebody who has gone: no new work, then no new
    /// requests, then no more attempts. See docs/decisions/0017.
    @Override
    public void close() {
        var time = Countdown.of(STOP_MAX);
        notice.give();
        // Not waited for: it may take minutes, and can be broken off anywhere.
        forgetting.stop();
        duties.stop();
        engine.quiesce(time);
        notice.await(time.left());
        http.close();
        watching.stop();
        engine.stop(time);
        writeUses();
        duties.join(Countdown.of(time.left(DUTIES_MAX)));
        watching.join(Countdown.of(time.left(DUTIES_MAX)));
        try {
            sender.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            resolver.close();
            checks.close();
            database.close();
            if (postgres != null) {
                postgres.close();
            }
        }
    }

    /// The last minute's, or a key that was used just now would look as if nobody needed it.
    private void writeUses() {
        try {
            directory.writeUses();
        } catch (SQLException e) {
            LOG.warn("could not write down when keys were last used", e);
        }
    }

    private Archiver archiver(Composer composer, Ids ids) {
        var archiving = settings.archiving();
        return new Archiver(
                () -> ArchiveTargets.open(archiving.address()),
                archiving.all(),
                composer,
                Version.current(),
                ids,
                Archiver.Bounds.DEFAULT);
    }

    /// Ready to seal and open everything there is, or the start ends here.
    private Vault vault(RandomGenerator random, Instant now) {
        try {
            var vault =
                    EncryptionKeys.vault(
                            settings.encryptionKeys(), settings.data(), database, random);
            new EncryptionKeys(vault).check(database, now);
            return vault;
        } catch (EncryptionKeys.Unusable e) {
            database.close();
            throw e;
        }
    }

    private static DatabaseUrl databaseUrl(Settings settings, @Nullable EmbeddedPostgres postgres) {
        if (postgres == null) {
            return DatabaseUrl.parse(String.valueOf(settings.database()));
        }
        return url(postgres.address());
    }

    public static DatabaseUrl url(DatabaseAddress address) {
        return new DatabaseUrl(address.jdbcUrl(), address.user(), address.password());
    }
}
