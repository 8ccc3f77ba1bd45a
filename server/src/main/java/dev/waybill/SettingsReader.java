package dev.waybill;

import dev.waybill.Settings.Address;
import dev.waybill.Settings.Archiving;
import dev.waybill.Settings.DatabaseUse;
import dev.waybill.Settings.Egress;
import dev.waybill.Settings.Invalid;
import dev.waybill.Settings.Listen;
import dev.waybill.Settings.Metrics;
import dev.waybill.Settings.Name;
import dev.waybill.Settings.Origin;
import dev.waybill.Settings.Rates;
import dev.waybill.Settings.Restrictions;
import dev.waybill.Settings.Secrets;
import dev.waybill.domain.Retention;
import dev.waybill.domain.command.EmailAddress;
import dev.waybill.domain.endpoint.RateLimit;
import dev.waybill.engine.deliver.egress.EgressProxy;
import dev.waybill.engine.deliver.egress.PortPolicy;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.notifications.MailSettings;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.log.LogFormat;
import dev.waybill.infra.log.LogSettings;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.infra.net.Cidr;
import dev.waybill.infra.secret.EncryptionKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the settings from their source and checks each value.
final class SettingsReader {

    private static final int ADMIN_KEY_LENGTH_MIN = 20;

    /// Each day is a partition of every table, and every statement has to plan for all of them.
    private static final int DAYS_MAX = 1_000;

    /// More than any process can accept.
    private static final int RATE_MAX = 1_000_000;

    /// Two for capture, two for settling, one for the claimer, and one for the other jobs.
    private static final int CONNECTIONS_MIN = 6;

    /// More connections would only queue in the server.
    private static final int CONNECTIONS_MAX = 200;

    /// For each of the two pools. The embedded server accepts 100 connections.
    private static final int EMBEDDED_CONNECTIONS_MAX = 40;

    private static final int PORT_MAX = 65_535;

    /// A name or an IPv4 address, or an IPv6 address in brackets; and a port.
    private static final Pattern LISTEN =
            Pattern.compile("([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+]):([0-9]{1,5})");

    private final SettingSource source;

    SettingsReader(SettingSource source) {
        this.source = source;
    }

    Settings read() {
        return new Settings(
                source.flag(Name.DEV),
                new Address(
                        host(),
                        source.integer(Name.PORT, 0, PORT_MAX),
                        publicUrl(),
                        ranges(Name.TRUSTED_PROXIES)),
                databaseUse(),
                new Secrets(adminKey(), encryptionKeys()),
                new Egress(ranges(Name.EGRESS_ALLOW), ports(), proxy()),
                restrictions(),
                retention(),
                new Archiving(archive(), source.flag(Name.ARCHIVE_ALL)),
                new Metrics(listen(), limits()),
                mail(),
                new TraceVariables(source.environment()).read(),
                source.origins());
    }

    LogSettings log() {
        var format = source.text(Name.LOG_FORMAT);
        var level = source.text(Name.LOG_LEVEL);
        return new LogSettings(
                LogFormat.of(format)
                        .orElseThrow(() ->
                                new Invalid(
                                        Name.LOG_FORMAT.key()
                                                + " must be text or json: "
                                                + format)),
                LogSettings.level(level)
                        .orElseThrow(() ->
                                new Invalid(
                                        Name.LOG_LEVEL.key()
                                                + " must be trace, debug, info, warn or error: "
                                                + level)));
    }

    private DatabaseUse databaseUse() {
        var url = source.text(Name.DATABASE);
        int max = url.isEmpty() ? EMBEDDED_CONNECTIONS_MAX : CONNECTIONS_MAX;
        return new DatabaseUse(
                url.isEmpty() ? null : url,
                Path.of(source.text(Name.DATA)),
                new Database.Sizes(
                        source.integer(Name.DATABASE_CONNECTIONS, CONNECTIONS_MIN, max),
                        source.integer(Name.DATABASE_INTERACTIVE_CONNECTIONS, 2, max)),
                Duration.ofSeconds(source.integer(Name.DATABASE_START_WAIT, 0, 3_600)));
    }

    private @Nullable String adminKey() {
        var key = source.text(Name.ADMIN_KEY);
        if (!key.isEmpty() && key.length() < ADMIN_KEY_LENGTH_MIN) {
            throw new Invalid(
                    Name.ADMIN_KEY.variable()
                            + " must have at least "
                            + ADMIN_KEY_LENGTH_MIN
                            + " characters.");
        }
        return key.isEmpty() ? null : key;
    }

    private @Nullable Listen listen() {
        var text = source.text(Name.METRICS_LISTEN);
        if (text.isBlank()) {
            return null;
        }
        var parts = LISTEN.matcher(text.strip());
        int port = parts.matches() ? Integer.parseInt(parts.group(2)) : -1;
        if (port < 0 || port > PORT_MAX) {
            throw new Invalid(
                    Name.METRICS_LISTEN.key()
                            + " must be an address and a port, such as 127.0.0.1:9464: "
                            + text);
        }
        return new Listen(parts.group(1), port);
    }

    private MetricLimits limits() {
        return new MetricLimits(
                source.integer(Name.METRICS_EVENT_TYPES_MAX, 0, MetricLimits.EVENT_TYPES_MAX),
                source.integer(Name.METRICS_ENDPOINTS_MAX, 0, MetricLimits.ENDPOINTS_MAX));
    }

    private Restrictions restrictions() {
        return new Restrictions(
                source.flag(Name.CATALOGUED_TYPES_ONLY),
                new Rates(rate(Name.PUBLISH_RATE_MAX), rate(Name.ACTION_RATE_MAX)),
                source.integer(Name.APP_ENDPOINTS_MAX, 1, Endpoints.PER_APP_MAX));
    }

    /// With `dev` the service sends requests to any port of this machine and prints a link that
    /// signs in. It therefore listens on localhost only, unless a host is set.
    private String host() {
        boolean unset = source.origin(Name.HOST) == Origin.DEFAULT;
        return unset && source.flag(Name.DEV) ? "localhost" : source.text(Name.HOST);
    }

    private @Nullable String publicUrl() {
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

    private String archive() {
        var address = source.text(Name.ARCHIVE);
        return address.isEmpty()
                ? Path.of(source.text(Name.DATA)).resolve("archive").toString()
                : address;
    }

    private Retention retention() {
        int deliveries = source.integer(Name.RETENTION_DELIVERIES, 1, DAYS_MAX);
        return new Retention(
                outliving(Name.RETENTION_EVENTS, deliveries),
                deliveries,
                attempts(deliveries),
                outliving(Name.RETENTION_DEAD_LETTERS, deliveries),
                audit());
    }

    private int attempts(int deliveries) {
        return source.text(Name.RETENTION_ATTEMPTS).isEmpty()
                ? deliveries
                : source.integer(Name.RETENTION_ATTEMPTS, 1, deliveries);
    }

    private int audit() {
        int days = source.integer(Name.RETENTION_AUDIT, 0, DAYS_MAX);
        if (days != 0 && days < Retention.AUDIT_MIN) {
            throw new Invalid(
                    "%s must be 0 (keep forever) or at least %d: %d"
                            .formatted(Name.RETENTION_AUDIT.key(), Retention.AUDIT_MIN, days));
        }
        return days;
    }

    private int outliving(Name name, int deliveries) {
        int days = source.integer(name, 1, DAYS_MAX);
        if (days < deliveries) {
            throw new Invalid(
                    "%s must not be less than %s, which is %d: %d"
                            .formatted(
                                    name.key(), Name.RETENTION_DELIVERIES.key(), deliveries, days));
        }
        return days;
    }

    private @Nullable RateLimit rate(Name name) {
        int perSecond = source.integer(name, 0, RATE_MAX);
        return perSecond == 0 ? null : new RateLimit(perSecond);
    }

    /// Empty if none is set. The message does not quote an invalid value: it may be almost a key.
    private List<EncryptionKey> encryptionKeys() {
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
                                                        + " several of them separated by commas")))
                .toList();
    }

    private List<Cidr> ranges(Name name) {
        var text = source.text(name);
        if (text.isBlank()) {
            return List.of();
        }
        return Stream.of(text.split(",", -1))
                .map(range ->
                        Cidr.parse(range.strip())
                                .orElseThrow(() ->
                                        new Invalid(
                                                name.key()
                                                        + " must be ranges such as 10.0.0.0/8: "
                                                        + range)))
                .toList();
    }

    private @Nullable EgressProxy proxy() {
        var text = source.text(Name.EGRESS_PROXY);
        if (text.isBlank()) {
            return null;
        }
        return EgressProxy.parse(text)
                .orElseThrow(() ->
                        new Invalid(
                                Name.EGRESS_PROXY.key()
                                        + " must be http://host:port, optionally with"
                                        + " user:password@ before the host."));
    }

    private MailSettings mail() {
        var support = source.text(Name.MAIL_SUPPORT);
        return new MailSettings(
                mailServer(),
                address(Name.MAIL_FROM),
                support.isEmpty() ? null : address(Name.MAIL_SUPPORT));
    }

    /// The message does not quote the value, which contains a password.
    private MailSettings.@Nullable Server mailServer() {
        var url = source.text(Name.SMTP_URL);
        if (url.isBlank()) {
            return null;
        }
        return MailSettings.Server.parse(url)
                .orElseThrow(() ->
                        new Invalid(
                                Name.SMTP_URL.variable()
                                        + " must be smtp://user:password@host:port or smtps://…,"
                                        + " optionally with ?starttls=required, optional or off."));
    }

    private String address(Name name) {
        var address = source.text(name);
        if (!EmailAddress.isPlain(address)) {
            throw new Invalid(name.key() + " must be a plain e-mail address: " + address);
        }
        return address;
    }

    private PortPolicy ports() {
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
}
