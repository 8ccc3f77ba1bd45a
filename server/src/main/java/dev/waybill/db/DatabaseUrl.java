package dev.waybill.db;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Where the database is and who we are there.
public record DatabaseUrl(String jdbcUrl, @Nullable String user, @Nullable String password) {

    /// Reads `postgresql://user:password@host:port/database?option=value`, the form that libpq and
    /// every hosting provider use.
    public static DatabaseUrl parse(String text) {
        URI uri;
        try {
            uri = new URI(text.startsWith("jdbc:") ? text.substring("jdbc:".length()) : text);
        } catch (URISyntaxException e) {
            throw malformed();
        }
        var scheme = uri.getScheme();
        if ((!"postgresql".equals(scheme) && !"postgres".equals(scheme)) || uri.getHost() == null) {
            throw malformed();
        }
        int port = uri.getPort() < 0 ? 5432 : uri.getPort();
        var path =
                uri.getRawPath() == null || uri.getRawPath().length() < 2 ? "/" : uri.getRawPath();
        var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        var jdbcUrl = "jdbc:postgresql://" + uri.getHost() + ":" + port + path + query;
        var userInfo = uri.getRawUserInfo();
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

    private static String decoded(String part) {
        // A plus sign is itself in this part of a URL, and URLDecoder would make it a space.
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static IllegalArgumentException malformed() {
        // The text itself may hold a password, so the message does not repeat it.
        return new IllegalArgumentException(
                "the database URL must look like postgresql://user:password@host:5432/database");
    }

    @Override
    public String toString() {
        return jdbcUrl.replaceAll("\\?.*", "");
    }
}
