package dev.waybill;

import com.typesafe.config.Config;
import dev.waybill.domain.Retention;
import dev.waybill.domain.endpoint.RateLimit;
import dev.waybill.engine.deliver.egress.EgressProxy;
import dev.waybill.engine.deliver.egress.PortPolicy;
import dev.waybill.feature.notifications.MailSettings;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.log.LogSettings;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.infra.net.Cidr;
import dev.waybill.infra.secret.EncryptionKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All settings of the service. A flag overrides a `WAYBILL_*` variable, which overrides the
/// settings file, which overrides the default. Those of traces are the standard `OTEL_*` variables.
///
/// @param dev whether the service runs for development
/// @param traces null if tracing is off
/// @param origins the source of each value
public record Settings(
        boolean dev,
        Address address,
        DatabaseUse databaseUse,
        Secrets secrets,
        Egress egress,
        Restrictions restrictions,
        Retention retention,
        Archiving archiving,
        Metrics metrics,
        MailSettings mail,
        @Nullable TraceSettings traces,
        Map<Name, Origin> origins) {

    public Settings {
        origins = Map.copyOf(origins);
    }

    /// Reads and checks all settings. Throws [Invalid].
    public static Settings resolve(
            Map<Name, String> flags, Map<String, String> environment, Config file) {
        return new SettingsReader(new SettingSource(flags, environment, file)).read();
    }

    /// Reads the settings of the log, which are needed before all others. Throws [Invalid].
    public static LogSettings log(
            Map<Name, String> flags, Map<String, String> environment, Config file) {
        return new SettingsReader(new SettingSource(flags, environment, file)).log();
    }

    /// The source of a value.
    public enum Origin {
        FLAG,
        VARIABLE,
        FILE,
        DEFAULT;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The address that the service listens on, and the URL at which customers reach it.
    ///
    /// @param trustedProxies the proxies that may name the client's address
    public record Address(
            String host, int port, @Nullable String publicUrl, List<Cidr> trustedProxies) {}

    /// The database and its use.
    ///
    /// @param url null for the embedded PostgreSQL
    /// @param data the folder of the embedded PostgreSQL
    /// @param startWait how long a start waits for the database
    public record DatabaseUse(
            @Nullable String url, Path data, Database.Sizes connections, Duration startWait) {}

    /// The keys in the settings. They stay out of logs.
    ///
    /// @param adminKey the first admin key; null if none is set
    /// @param encryptionKeys empty if none is set
    public record Secrets(@Nullable String adminKey, List<EncryptionKey> encryptionKeys) {

        @Override
        public String toString() {
            return "Secrets[]";
        }
    }

    /// The targets that deliveries may go to, in addition to those that are always allowed.
    public record Egress(List<Cidr> allow, PortPolicy ports, @Nullable EgressProxy proxy) {}

    /// The archive that receives data before it is dropped.
    ///
    /// @param address a folder, or `s3://bucket/prefix`
    /// @param all whether all deliveries are archived, instead of unresolved dead letters only
    public record Archiving(String address, boolean all) {}

    /// The metrics of the process.
    ///
    /// @param listen where they are served without a key; null for nowhere
    public record Metrics(@Nullable Listen listen, MetricLimits limits) {}

    public record Listen(String host, int port) {}

    /// Limits for the users of the API.
    ///
    /// @param catalogTypesOnly whether events of unknown types are refused
    /// @param appEndpointsMax endpoints that a customer may create in each mode
    public record Restrictions(boolean catalogTypesOnly, Rates rates, int appEndpointsMax) {}

    /// The requests a second that one key may make, in each process; null for no limit.
    public record Rates(@Nullable RateLimit publishing, @Nullable RateLimit acting) {}

    /// A value that cannot be used. The message names the setting and the values that it can have.
    public static final class Invalid extends RuntimeException {
        public Invalid(String message) {
            super(message);
        }
    }

    public String host() {
        return address.host();
    }

    public int port() {
        return address.port();
    }

    public @Nullable String publicUrl() {
        return address.publicUrl();
    }

    public List<Cidr> trustedProxies() {
        return address.trustedProxies();
    }

    public @Nullable String database() {
        return databaseUse.url();
    }

    public Path data() {
        return databaseUse.data();
    }

    public @Nullable String adminKey() {
        return secrets.adminKey();
    }

    public List<EncryptionKey> encryptionKeys() {
        return secrets.encryptionKeys();
    }

    public boolean catalogTypesOnly() {
        return restrictions.catalogTypesOnly();
    }

    public Rates rates() {
        return restrictions.rates();
    }

    public int appEndpointsMax() {
        return restrictions.appEndpointsMax();
    }

    /// Keeps the database URL and the keys out of logs.
    @Override
    public String toString() {
        return "Settings[host=%s, port=%d, dev=%s, data=%s]".formatted(host(), port(), dev, data());
    }

    /// The names of the settings, with their defaults and descriptions.
    public enum Name {
        HOST("host", "0.0.0.0", "the address to listen on; with dev only localhost"),
        PORT("port", "8080", "the port to listen on; 0 picks a free one"),
        DEV("dev", "false", "allow http:// and loopback targets, for development"),
        DATA("data", "./waybill-data", "the folder of the embedded PostgreSQL"),
        DATABASE("database", "", "use this PostgreSQL instead: postgresql://user:password@host/db"),
        DATABASE_CONNECTIONS(
                "database-connections",
                "12",
                "connections of this process to the database, for deliveries"),
        DATABASE_INTERACTIVE_CONNECTIONS(
                "database-interactive-connections",
                "10",
                "additional connections of this process, for pages and lists"),
        DATABASE_START_WAIT(
                "database-start-wait", "60", "seconds that a start waits for the database"),
        PUBLIC_URL(
                "public-url",
                "",
                "the URL of this service for customers, such as https://hooks.example.com"),
        TRUSTED_PROXIES(
                "trusted-proxies",
                "",
                "addresses of proxies in front of this service whose Forwarded, X-Forwarded-For or"
                        + " PROXY header names the client, such as 10.0.0.0/8"),
        CATALOGUED_TYPES_ONLY(
                "catalogued-types-only", "false", "refuse events whose type is not in the catalog"),
        EGRESS_ALLOW(
                "egress-allow",
                "",
                "private addresses that deliveries may go to, such as 10.0.0.0/8,fd00::/8"),
        EGRESS_PORTS(
                "egress-ports", "", "the ports that deliveries may go to, such as 443,8000-8999"),
        EGRESS_PROXY(
                "egress-proxy", "", "send all deliveries through this proxy: http://host:port"),
        PUBLISH_RATE_MAX(
                "publish-rate-max",
                "0",
                "events a second that one key may publish; 0 for no limit"),
        ACTION_RATE_MAX(
                "action-rate-max",
                "1000",
                "requests a second by which one key may change or control something; 0 for no"
                        + " limit"),
        APP_ENDPOINTS_MAX(
                "app-endpoints-max",
                "100",
                "endpoints that a customer may create in each mode, with the key of an app or in"
                        + " the portal"),
        RETENTION_EVENTS("retention-events", "30", "days for which events are kept"),
        RETENTION_DELIVERIES("retention-deliveries", "30", "days for which deliveries are kept"),
        RETENTION_ATTEMPTS(
                "retention-attempts",
                "",
                "days for which attempts of ended deliveries are kept; not more than deliveries"),
        RETENTION_DEAD_LETTERS(
                "retention-dead-letters",
                "90",
                "days for which open dead letters are kept, counted from their end"),
        RETENTION_AUDIT(
                "retention-audit",
                "730",
                "days for which the audit log is kept; 0 keeps it forever"),
        ARCHIVE(
                "archive",
                "",
                "the folder or s3://bucket/prefix to which open dead letters are archived before"
                        + " they are dropped"),
        ARCHIVE_ALL("archive-all", "false", "archive all deliveries before they are dropped"),
        METRICS_LISTEN(
                "metrics-listen", "", "serve /metrics here without a key, such as 127.0.0.1:9464"),
        METRICS_EVENT_TYPES_MAX(
                "metrics-event-types-max",
                "100",
                "event types that metrics show separately; the rest is counted as other"),
        METRICS_ENDPOINTS_MAX(
                "metrics-endpoints-max",
                "0",
                "endpoints that metrics show separately; the rest is counted as other"),
        LOG_FORMAT("log-format", "text", "the format of log lines: text or json"),
        LOG_LEVEL(
                "log-level",
                "info",
                "the least urgent lines to log: trace, debug, info, warn or error"),
        SMTP_URL(
                "smtp-url",
                "",
                "the mail server for notifications: smtp://user:password@host:587 or smtps://…"),
        MAIL_FROM("mail-from", MailSettings.FROM_DEFAULT, "the sender of mail"),
        MAIL_SUPPORT("mail-support", "", "an address that gets a copy of each mail to an owner"),
        ADMIN_KEY(
                "admin-key",
                "",
                "an admin key of at least 20 characters, which acts in both modes"),
        ENCRYPTION_KEY(
                "encryption-key",
                "",
                "the key that encrypts secrets in the database: the base64 of 32 bytes");

        private final String key;
        private final String byDefault;
        private final String purpose;

        Name(String key, String byDefault, String purpose) {
            this.key = key;
            this.byDefault = byDefault;
            this.purpose = purpose;
        }

        /// The name in the settings file.
        public String key() {
            return key;
        }

        public String byDefault() {
            return byDefault;
        }

        public String purpose() {
            return purpose;
        }

        /// Whether the setting has a flag. Every user of the machine can read command lines, so
        /// secrets have none.
        public boolean hasFlag() {
            return this != ADMIN_KEY
                    && this != ENCRYPTION_KEY
                    && this != EGRESS_PROXY
                    && this != SMTP_URL;
        }

        /// The name on the command line.
        public String flag() {
            return "--" + key;
        }

        /// Whether the value is true or false.
        public boolean isSwitch() {
            return byDefault.equals("true") || byDefault.equals("false");
        }

        /// The name in the environment.
        public String variable() {
            return "WAYBILL_" + name();
        }
    }
}
