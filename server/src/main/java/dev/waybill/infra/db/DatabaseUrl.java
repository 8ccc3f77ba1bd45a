package dev.waybill.infra.db;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The address of the database, and the user.
public record DatabaseUrl(String jdbcUrl, @Nullable String user, @Nullable String password) {

    private static final Pattern URL =
            Pattern.compile(
                    "(?:jdbc:)?postgres(?:ql)?://(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#@]+)"
                            + "(?<path>/[^?#]*)?(?<query>\\?[^#]*)?");

    private static final Pattern HOST =
            Pattern.compile("(?<name>[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::(?<port>[0-9]{1,5}))?");

    /// Reads `postgresql://user:password@host:port/database?option=value`, the format of libpq and
    /// of hosting providers. Several hosts, separated by commas, are a primary and its replicas;
    /// connections go to the primary.
    public static DatabaseUrl parse(String text) {
        var url = URL.matcher(text);
        if (!url.matches()) {
            throw malformed();
        }
        var hosts =
                Stream.of(url.group("hosts").split(",", -1))
                        .map(DatabaseUrl::host)
                        .collect(Collectors.joining(","));
        var path = url.group("path") == null ? "/" : url.group("path");
        var query = url.group("query") == null ? "" : url.group("query");
        var jdbcUrl = "jdbc:postgresql://" + hosts + path + query;
        var userInfo = url.group("user");
        if (userInfo == null) {
            return new DatabaseUrl(jdbcUrl, null, null);
        }
        int colon = userInfo.indexOf(':');
        return colon < 0
                ? new DatabaseUrl(jdbcUrl, decoded(userInfo), null)
                : new DatabaseUrl(
                        jdbcUrl,
                        decoded(userInfo.substring(0, colon)),
                        decoded(userInfo.substring(colon + 1)));
    }

    private static String host(String text) {
        var host = HOST.matcher(text);
        if (!host.matches()) {
            throw malformed();
        }
        return host.group("name") + ":" + (host.group("port") == null ? 5432 : host.group("port"));
    }

    boolean hasSeveralHosts() {
        return jdbcUrl.substring(0, jdbcUrl.indexOf('/', "jdbc:postgresql://".length()))
                .contains(",");
    }

    private static String decoded(String part) {
        // A plus sign is literal in this part of a URL, but URLDecoder would make it a space.
        try {
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw malformed();
        }
    }

    private static IllegalArgumentException malformed() {
        // The text may contain a password, so the message does not repeat it.
        return new IllegalArgumentException(
                "the database URL must look like postgresql://user:password@host:5432/database");
    }

    @Override
    public String toString() {
        return jdbcUrl.replaceAll("\\?.*", "");
    }
}
