package dev.waybill.deliver;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/// A URL taken apart once. Requests are built from these parts, never from the text again.
///
/// @param host lower case, without brackets
/// @param uri the whole, in ASCII, as the request is made from it
/// @param url as it was written, for people
public record Target(Scheme scheme, String host, int port, URI uri, String url) {

    public enum Scheme {
        HTTP(80),
        HTTPS(443);

        private final int portDefault;

        Scheme(int portDefault) {
            this.portDefault = portDefault;
        }

        int portDefault() {
            return portDefault;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final int URL_LENGTH_MAX = 2_048;
    private static final int HOST_LENGTH_MAX = 253;

    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern OCTETS = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);

    /// The last label is a number, in any notation.
    private static final Pattern NUMERIC_END =
            Pattern.compile("(^|\\.)([0-9]+|0[xX][0-9a-fA-F]*)\\.?$");

    /// The text is no URL we would call; the message says why, in words for the person who typed
    /// it.
    public static final class Unusable extends Exception {
        Unusable(String message) {
            super(message);
        }
    }

    public static Target parse(String url) throws Unusable {
        if (url.length() > URL_LENGTH_MAX) {
            throw new Unusable("the URL is longer than " + URL_LENGTH_MAX + " characters");
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new Unusable("this is not a valid URL");
        }
        var scheme = scheme(uri);
        if (uri.getHost() == null || uri.getHost().length() > HOST_LENGTH_MAX) {
            throw new Unusable("the URL must name a host");
        }
        if (uri.getRawUserInfo() != null) {
            throw new Unusable("the URL must not carry a user name or password");
        }
        if (uri.getRawFragment() != null) {
            throw new Unusable("the URL must not have a fragment (#…)");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65_535) {
            throw new Unusable("the port must be between 1 and 65535");
        }
        requireOneReading(uri.getHost());
        int port = uri.getPort() < 0 ? scheme.portDefault : uri.getPort();
        var host = uri.getHost().toLowerCase(Locale.ROOT);
        if (host.startsWith("[")) {
            host = host.substring(1, host.length() - 1);
        }
        return new Target(scheme, host, port, URI.create(uri.toASCIIString()), url);
    }

    /// Hosts that one parser takes for a name and the next for an address: a number must be four
    /// plain octets, or IPv6 in brackets without a zone.
    private static void requireOneReading(String host) throws Unusable {
        boolean zone = host.contains("%");
        boolean ipv6 = host.startsWith("[");
        boolean numeric = NUMERIC_END.matcher(host).find();
        if (zone || (!ipv6 && numeric && !OCTETS.matcher(host).matches())) {
            throw new Unusable("the host must be a name or a plainly written address");
        }
    }

    private static Scheme scheme(URI uri) throws Unusable {
        for (var scheme : Scheme.values()) {
            if (scheme.word().equalsIgnoreCase(uri.getScheme())) {
                return scheme;
            }
        }
        throw new Unusable("the URL must begin with https:// or http://");
    }
}
