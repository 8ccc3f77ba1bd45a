package dev.waybill;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.access.KeyHash;
import dev.waybill.engine.audit.Audit;
import dev.waybill.feature.keys.KeyRegister;
import dev.waybill.feature.users.Sessions;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseClock;
import dev.waybill.infra.db.DatabaseStart;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.db.Migrations;
import dev.waybill.infra.postgres.EmbeddedPostgres;
import dev.waybill.infra.secret.EncryptionKeys;
import dev.waybill.infra.secret.Vault;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.audit.AuditTrails;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The parts that everything else uses: the database, its clock, encryption, the audit log, and who
/// may call.
final class Foundation implements AutoCloseable {

    private static final Duration EMBEDDED_ANSWER_MAX = Duration.ofMinutes(1);

    final Settings settings;
    private final @Nullable EmbeddedPostgres postgres;
    final Database database;
    final DatabaseClock clock;
    final Ids ids;
    final SecureRandom random = new SecureRandom();
    final Vault vault;
    final AccessCache accessCache;
    final Audit audit;
    final AuditTrails trails;
    final KeyRegister keys;
    final Sessions sessions;
    final Tracing tracing;

    /// The admin key created by this start; null if one existed.
    final @Nullable String firstAdminKey;

    /// Starts the embedded PostgreSQL, unless the settings name another.
    static Foundation start(Settings settings) throws SQLException {
        var postgres = settings.database() == null ? EmbeddedPostgres.start(settings.data()) : null;
        try {
            return new Foundation(settings, postgres);
        } catch (SQLException | RuntimeException e) {
            if (postgres != null) {
                postgres.close();
            }
            throw e;
        }
    }

    private Foundation(Settings settings, @Nullable EmbeddedPostgres postgres) throws SQLException {
        this.settings = settings;
        this.postgres = postgres;
        var url = url(settings, postgres);
        var use = settings.databaseUse();
        // The embedded one has reported that it is ready. On a busy machine its first answer may
        // take longer than the setting for other servers.
        DatabaseStart.await(url, postgres == null ? use.startWait() : EMBEDDED_ANSWER_MAX);
        DatabaseStart.requireSessions(url);
        DatabaseStart.requireTimeline(url);
        Migrations.run(url);
        this.database = new Database(url, use.connections());
        this.clock = new DatabaseClock(InstantSource.system().instant(), System::nanoTime);
        this.ids = new Ids(clock, RandomGenerator.of("L64X128MixRandom"));
        this.vault = vault();

        this.accessCache = new AccessCache(database);
        accessCache.refresh();
        this.audit = new Audit(database, clock, ids);
        this.trails = new AuditTrails(audit, new AppNames(accessCache), clock);
        this.keys = new KeyRegister(database, accessCache, trails.keys(), clock, ids, random);
        this.firstAdminKey = settings.adminKey() == null ? keys.makeFirst().orElse(null) : null;
        this.sessions = new Sessions(database, settings.adminKey(), audit, clock, random);
        this.tracing = new Tracing(settings.traces(), clock, ids.next());
    }

    /// Whether no other process can use the database.
    boolean isExclusive() {
        return postgres != null;
    }

    /// A link that signs in to the dashboard once: on the first start, when the admin has nothing
    /// else yet, and in development. A log of production must not contain one.
    Optional<String> signInLink(String address) {
        if (firstAdminKey != null) {
            var first = accessCache.key(KeyHash.of(firstAdminKey));
            return Optional.ofNullable(first).map(known -> link(address, known.key().id()));
        }
        return settings.dev() && settings.adminKey() != null
                ? Optional.of(link(address, null))
                : Optional.empty();
    }

    private String link(String address, @Nullable UUID keyId) {
        return address + "/ui/setup#" + sessions.link(keyId);
    }

    @Override
    public void close() {
        tracing.close(Duration.ZERO);
        database.close();
        if (postgres != null) {
            postgres.close();
        }
    }

    private static DatabaseUrl url(Settings settings, @Nullable EmbeddedPostgres postgres) {
        return postgres == null
                ? DatabaseUrl.parse(String.valueOf(settings.database()))
                : Server.url(postgres.address());
    }

    /// Able to seal and open every stored secret, or the start ends here.
    private Vault vault() {
        try {
            var vault =
                    EncryptionKeys.vault(
                            settings.encryptionKeys(), settings.data(), database, random);
            new EncryptionKeys(vault).check(database, clock.instant());
            return vault;
        } catch (EncryptionKeys.Unusable e) {
            database.close();
            throw e;
        }
    }
}
