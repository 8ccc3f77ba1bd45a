package dev.waybill;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.waybill.domain.Retention;
import dev.waybill.domain.endpoint.RateLimit;
import dev.waybill.engine.deliver.egress.Cidr;
import dev.waybill.engine.deliver.egress.EgressProxy;
import dev.waybill.engine.deliver.egress.PortPolicy;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.secret.EncryptionKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Everything that can be set. Flags come first, then `WAYBILL_*` variables, then the file; what is
/// nowhere has a default.
public record Settings(
        String host,
        int port,
        boolean dev,
        Path data,
        @Nullable String database,
        DatabaseUse databaseUse,
        @Nullable String publicUrl,
        @Nullable String adminKey,
        List<EncryptionKey> encryptionKeys,
        boolean catalogTypesOnly,
        Egress egress,
        Rates rates,
        int appEndpointsMax,
        Retention retention,
        Archiving archiving,
        Map<Name, Origin> origins) {

    public Settings {
        origins = Map.copyOf(origins);
    }

    /// Where a value comes from.
    public enum Origin {
        FLAG,
        VARIABLE,
        FILE,
        DEFAULT;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// How the database is used.
    ///
    /// @param startWait how long a start waits for it
    public record DatabaseUse(Database.Sizes connections, Duration startWait) {}

    /// Where deliveries may go, beside what is always allowed.
    public record Egress(List<Cidr> allow, PortPolicy ports, @Nullable EgressProxy proxy) {}

    /// What goes unresolved, or all that goes, is written here first.
    ///
    /// @param address a folder, or `s3://bucket/prefix`
    public record Archiving(String address, boolean all) {}

    /// How fast one key may ask, in each process; null for as fast as it can.
    public record Rates(@Nullable RateLimit publishing, @Nullable RateLimit acting) {}

    /// A value that cannot be used; the message names the setting and says what it must be.
    public static final class Invalid extends RuntimeException {
        public Invalid(String message) {
            super(message);
        }
    }

    /// The settings by name, each with what it is for.
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
                "database-interactive-connections", "10", "more connections, for pages and lists"),
        DATABASE_START_WAIT(
                "database-start-wait", "60", "seconds for which a start waits for the database"),
        PUBLIC_URL(
                "public-url",
                "",
                "how customers reach this service, such as https://hooks.example.com"),
        CATALOGUED_TYPES_ONLY(
                "catalogued-types-only",
                "false",
                "refuse events whose type is not in the catalogue"),
        EGRESS_ALLOW(
                "egress-allow",
                "",
                "private addresses that may be called, such as 10.0.0.0/8,fd00::/8"),
        EGRESS_PORTS("egress-ports", "", "the ports that may be called, such as 443,8000-8999"),
        EGRESS_PROXY("egress-proxy", "", "send everything through this proxy: http://host:port"),
        PUBLISH_RATE_MAX(
                "publish-rate-max",
                "0",
                "events a second that one key may publish; 0 for no limit"),
        ACTION_RATE_MAX(
                "action-rate-max",
                "1000",
                "requests a second with which one key may change things; 0 for no limit"),
        APP_ENDPOINTS_MAX(
                "app-endpoints-max",
                "100",
                "endpoints that a customer may create in each mode, by an app's key or in the"
                        + " portal"),
        RETENTION_EVENTS("retention-events", "30", "days for which events are kept"),
        RETENTION_DELIVERIES("retention-deliveries", "30", "days for which deliveries are kept"),
        RETENTION_ATTEMPTS(
                "retention-attempts",
                "",
                "days for which attempts are kept of deliveries that are over, if fewer"),
        RETENTION_DEAD_LETTERS(
                "retention-dead-letters",
                "90",
                "days for which dead letters are kept that nobody has closed"),
        RETENTION_AUDIT(
                "retention-audit", "730", "days for which the audit log is kept; 0 for ever"),
        ARCHIVE("archive", "", "the folder, or s3://bucket/prefix, for what is dropped unresolved"),
        ARCHIVE_ALL("archive-all", "false", "archive all deliveries before they are dropped"),
        ADMIN_KEY("admin-key", "", "the first admin key, 20 characters or more"),
        ENCRYPTION_KEY(
                "encryption-key",
                "",
                "what secrets in the database are sealed with: the base64 of 32 bytes");

        private final String key;
        private final String byDefault;
        private final String purpose;

        Name(String key, String byDefault, String purpose) {
            this.key = key;
            this.byDefault = byDefault;
            this.purpose = purpose;
        }

        /// As it is written in the file.
        public String key() {
            return key;
        }

        public String byDefault() {
            return byDefault;
        }

        public String purpose() {
            return purpose;
        }

        /// Whether the command line takes it. Everybody on the machine can read command lines, so
        /// what is secret has none.
        public boolean hasFlag() {
            return this != ADMIN_KEY && this != ENCRYPTION_KEY && this != EGRESS_PROXY;
        }

        /// As it is written on the command line.
        public String flag() {
            return "--" + key;
        }

        /// Whether it is on or off.
        public boolean isSwitch() {
            return byDefault.equals("true") || byDefault.equals("false");
        }

        /// As it is written in the environment.
        public String variable() {
            return "WAYBILL_" + name();
        }
    }

    private static final int ADMIN_KEY_LENGTH_MIN = 20;

    /// Each day is a partition of every table, and every statement knows all of them.
    private static final int DAYS_MAX = 1_000;

    /// More than any process takes.
    private static final int RATE_MAX = 1_000_000;

    /// Two writers of captures, two of settlements, the claimer, and one for the other duties.
    private static final int CONNECTIONS_MIN = 6;

    /// More would only queue in the server.
    private static final int CONNECTIONS_MAX = 200;

    /// Of the embedded server's hundred, for each of the two pools.
    private static final int EMBEDDED_CONNECTIONS_MAX = 40;

    public static Settings resolve(
            Map<Name, String> flags, Map<String, String> environment, Config file) {
        var source = new Source(flags, environment, file);
        var database = source.text(Name.DATABASE);
        var adminKey = source.text(Name.ADMIN_KEY);
        if (!adminKey.isEmpty() && adminKey.length() < ADMIN_KEY_LENGTH_MIN) {
            throw new Invalid(
                    Name.ADMIN_KEY.variable()
                            + " must have at least "
                            + ADMIN_KEY_LENGTH_MIN
                            + " characters.");
        }
        return new Settings(
                host(source),
                source.integer(Name.PORT, 0, 65_535),
                source.flag(Name.DEV),
                Path.of(source.text(Name.DATA)),
                database.isEmpty() ? null : database,
                databaseUse(source, database.isEmpty()),
                publicUrl(source),
                adminKey.isEmpty() ? null : adminKey,
                encryptionKeys(source),
                source.flag(Name.CATALOGUED_TYPES_ONLY),
                new Egress(ranges(source), ports(source), proxy(source)),
                new Rates(rate(source, Name.PUBLISH_RATE_MAX), rate(source, Name.ACTION_RATE_MAX)),
                source.integer(Name.APP_ENDPOINTS_MAX, 1, Endpoints.PER_APP_MAX),
                retention(source),
                new Archiving(archive(source), source.flag(Name.ARCHIVE_ALL)),
                source.origins());
    }

    private static DatabaseUse databaseUse(Source source, boolean embedded) {
        int max = embedded ? EMBEDDED_CONNECTIONS_MAX : CONNECTIONS_MAX;
        return new DatabaseUse(
                new Database.Sizes(
                        source.integer(Name.DATABASE_CONNECTIONS, CONNECTIONS_MIN, max),
                        source.integer(Name.DATABASE_INTERACTIVE_CONNECTIONS, 2, max)),
                Duration.ofSeconds(source.integer(Name.DATABASE_START_WAIT, 0, 3_600)));
    }

    /// With dev the service calls whatever listens on this machine and prints a link that signs in,
    /// so nobody else is let near it unless that is asked for.
    private static String host(Source source) {
        boolean unsaid = source.origin(Name.HOST) == Origin.DEFAULT;
        return unsaid && source.flag(Name.DEV) ? "localhost" : source.text(Name.HOST);
    }

    private static @Nullable String publicUrl(Source source) {
        var text = source.text(Name.PUBLIC_URL);
        if (text.isEmpty()) {
            return null;
        }
        if (!text.matches("https?://[A-Za-z0-9.:\\[\\]-]+/?")) {
            throw new Invalid(
                    Name.PUBLIC_URL.key()
                            + " must be scheme, host and port, such as https://hooks.example.com: "
                            + text);
        }
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private static String archive(Source source) {
        var address = source.text(Name.ARCHIVE);
        return address.isEmpty()
                ? Path.of(source.text(Name.DATA)).resolve("archive").toString()
                : address;
    }

    private static Retention retention(Source source) {
        int deliveries = source.integer(Name.RETENTION_DELIVERIES, 1, DAYS_MAX);
        return new Retention(
                outliving(source, Name.RETENTION_EVENTS, deliveries),
                deliveries,
                attempts(source, deliveries),
                outliving(source, Name.RETENTION_DEAD_LETTERS, deliveries),
                audit(source));
    }

    private static int attempts(Source source, int deliveries) {
        return source.text(Name.RETENTION_ATTEMPTS).isEmpty()
                ? deliveries
                : source.integer(Name.RETENTION_ATTEMPTS, 1, deliveries);
    }

    private static int audit(Source source) {
        int days = source.integer(Name.RETENTION_AUDIT, 0, DAYS_MAX);
        if (days != 0 && days < Retention.AUDIT_MIN) {
            throw new Invalid(
                    "%s must be 0, for ever, or %d at least: %d"
                            .formatted(Name.RETENTION_AUDIT.key(), Retention.AUDIT_MIN, days));
        }
        return days;
    }

    private static int outliving(Source source, Name name, int deliveries) {
        int days = source.integer(name, 1, DAYS_MAX);
        if (days < deliveries) {
            throw new Invalid(
                    "%s must not be less than %s, which is %d: %d"
                            .formatted(
                                    name.key(), Name.RETENTION_DELIVERIES.key(), deliveries, days));
        }
        return days;
    }

    private static @Nullable RateLimit rate(Source source, Name name) {
        int perSecond = source.integer(name, 0, RATE_MAX);
        return perSecond == 0 ? null : new RateLimit(perSecond);
    }

    /// Empty if none is set. What is wrong is not quoted: it may be nearly a key.
    private static List<EncryptionKey> encryptionKeys(Source source) {
        var text = source.text(Name.ENCRYPTION_KEY);
        if (text.isBlank()) {
            return List.of();
        }
        return Stream.of(text.split(",", -1))
                .map(key ->
                        EncryptionKey.parse(key)
                                .orElseThrow(() ->
                                        new Invalid(
                                                Name.ENCRYPTION_KEY.variable()
                                                        + " must be the base64 of 32 bytes, or"
                                                        + " several of them with commas between")))
                .toList();
    }

    private static List<Cidr> ranges(Source source) {
        var text = source.text(Name.EGRESS_ALLOW);
        if (text.isBlank()) {
            return List.of();
        }
        return Stream.of(text.split(",", -1))
                .map(range ->
                        Cidr.parse(range.strip())
                                .orElseThrow(() ->
                                        new Invalid(
                                                Name.EGRESS_ALLOW.key()
                                                        + " must be ranges such as 10.0.0.0/8: "
                                                        + range)))
                .toList();
    }

    private static @Nullable EgressProxy proxy(Source source) {
        var text = source.text(Name.EGRESS_PROXY);
        if (text.isBlank()) {
            return null;
        }
        return EgressProxy.parse(text)
                .orElseThrow(() ->
                        new Invalid(
                                Name.EGRESS_PROXY.key()
                                        + " must be http://host:port, with user:password@ before"
                                        + " the host if need be."));
    }

    private static PortPolicy ports(Source source) {
        var text = source.text(Name.EGRESS_PORTS);
        if (text.isBlank()) {
            return PortPolicy.DEFAULT;
        }
        return PortPolicy.parse(text)
                .orElseThrow(() ->
                        new Invalid(
                                Name.EGRESS_PORTS.key()
                                        + " must be ports and ranges such as 443,8000-8999: "
                                        + text));
    }

    private record Source(Map<Name, String> flags, Map<String, String> environment, Config file) {

        Map<Name, Origin> origins() {
            var origins = new EnumMap<Name, Origin>(Name.class);
            for (var name : Name.values()) {
                origins.put(name, origin(name));
            }
            return origins;
        }

        Origin origin(Name name) {
            if (flags.containsKey(name)) {
                return Origin.FLAG;
            }
            if (environment.containsKey(name.variable())) {
                return Origin.VARIABLE;
            }
            return fromFile(name).isPresent() ? Origin.FILE : Origin.DEFAULT;
        }

        String text(Name name) {
            return Optional.ofNullable(flags.get(name))
                    .or(() -> Optional.ofNullable(environment.get(name.variable())))
                    .or(() -> fromFile(name))
                    .orElse(name.byDefault());
        }

        int integer(Name name, int min, int max) {
            var text = text(name);
            try {
                int value = Integer.parseInt(text);
                if (value >= min && value <= max) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Told below, as for a number out of range.
            }
            throw new Invalid(
                    name.key()
                            + " must be a whole number from "
                            + min
                            + " to "
                            + max
                            + ": "
                            + text);
        }

        boolean flag(Name name) {
            var text = text(name);
            if (!text.equals("true") && !text.equals("false")) {
                throw new Invalid(name.key() + " must be true or false: " + text);
            }
            return text.equals("true");
        }

        private Optional<String> fromFile(Name name) {
            try {
                return file.hasPath(name.key())
                        ? Optional.of(file.getString(name.key()))
                        : Optional.empty();
            } catch (ConfigException e) {
                throw new Invalid("the settings file: " + e.getMessage());
            }
        }
    }

    /// A database URL and a key do not belong into logs.
    @Override
    public String toString() {
        return "Settings[host=" + host + ", port=" + port + ", dev=" + dev + ", data=" + data + "]";
    }
}
