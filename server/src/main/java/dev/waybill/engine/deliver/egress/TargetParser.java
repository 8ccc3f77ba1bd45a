package dev.waybill.engine.deliver.egress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.engine.deliver.egress.Target.Scheme;
import dev.waybill.engine.deliver.egress.Target.Unusable;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;

/// Parses a URL. Deliberately stricter than the standard: text that two parsers could read
/// differently is refused, because an attacker may use the difference.
final class TargetParser {

    private static final int URL_LENGTH_MAX = 2_048;
    private static final int PORT_DIGITS_MAX = 5;
    private static final int PORT_MAX = 65_535;
    private static final String HEX = "0123456789ABCDEF";

    /// The characters that RFC 3986 allows in a path and a query, in addition to letters and
    /// digits.
    private static final String PATH_MARKS = "-._~!$&'()*+,;=:@/?%";

    private final String url;

    TargetParser(String url) {
        this.url = url;
    }

    Target parse() throws Unusable {
        if (url.length() > URL_LENGTH_MAX) {
            throw new Unusable("the URL is longer than " + URL_LENGTH_MAX + " characters");
        }
        var scheme = scheme();
        int from = scheme.code().length() + "://".length();
        int to = endOfAuthority(from);
        var authority = url.substring(from, to);
        if (authority.indexOf('@') >= 0) {
            throw new Unusable("the URL must not contain a user name or password");
        }
        if (authority.indexOf('%') >= 0) {
            throw new Unusable("the host must not contain %");
        }
        int colon = portColon(authority);
        var host = host(colon < 0 ? authority : authority.substring(0, colon));
        int port = colon < 0 ? scheme.portDefault() : port(authority.substring(colon + 1));
        return new Target(scheme, host, port, path(url.substring(to)), url);
    }

    private Scheme scheme() throws Unusable {
        for (var scheme : Scheme.values()) {
            var beginning = scheme.code() + "://";
            if (url.regionMatches(true, 0, beginning, 0, beginning.length())) {
                return scheme;
            }
        }
        throw new Unusable("the URL must begin with https:// or http://");
    }

    private int endOfAuthority(int from) {
        int i = from;
        while (i < url.length() && "/?#".indexOf(url.charAt(i)) < 0) {
            i++;
        }
        return i;
    }

    /// The position of the port; negative if there is none. Colons in brackets belong to the
    /// address.
    private static int portColon(String authority) {
        return authority.indexOf(':', Math.max(0, authority.lastIndexOf(']')));
    }

    private static int port(String text) throws Unusable {
        boolean plain =
                !text.isEmpty()
                        && text.length() <= PORT_DIGITS_MAX
                        && text.charAt(0) != '0'
                        && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = plain ? Integer.parseInt(text) : 0;
        if (port < 1 || port > PORT_MAX) {
            throw new Unusable("the port must be a number between 1 and 65535");
        }
        return port;
    }

    private static String host(String text) throws Unusable {
        if (text.isEmpty()) {
            throw new Unusable("the URL must name a host");
        }
        return text.charAt(0) == '[' ? ipv6(text) : HostName.normal(text);
    }

    private static String ipv6(String text) throws Unusable {
        try {
            var address = text.substring(1, Math.max(1, text.length() - 1));
            if (text.endsWith("]") && InetAddress.ofLiteral(address) instanceof Inet6Address) {
                return address.toLowerCase(Locale.ROOT);
            }
        } catch (IllegalArgumentException e) {
            // Reported below, like an embedded IPv4 address.
        }
        throw new Unusable("the host must be a name or an address in its usual form");
    }

    /// Characters beyond ASCII are encoded as UTF-8, as browsers do; characters that a URL cannot
    /// contain are refused.
    private static String path(String rest) throws Unusable {
        if (rest.indexOf('#') >= 0) {
            throw new Unusable("the URL must not have a fragment (#…)");
        }
        var path = new StringBuilder(rest.startsWith("/") ? "" : "/");
        for (int i = 0; i < rest.length(); i++) {
            char c = rest.charAt(i);
            if (c == '%' && !isEncoded(rest, i)) {
                throw new Unusable("a % in the URL must be followed by two hexadecimal digits");
            } else if (isPlain(c)) {
                path.append(c);
            } else if (c >= 0xA0 && Character.isSurrogatePair(c, at(rest, i + 1))) {
                encode(path, rest.substring(i, i + 2));
                i++;
            } else if (c >= 0xA0 && !Character.isSurrogate(c)) {
                encode(path, String.valueOf(c));
            } else {
                throw new Unusable("the URL contains a character that must be %-encoded");
            }
        }
        return path.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || PATH_MARKS.indexOf(c) >= 0;
    }

    private static boolean isEncoded(String text, int at) {
        return Character.digit(at(text, at + 1), 16) >= 0
                && Character.digit(at(text, at + 2), 16) >= 0;
    }

    private static char at(String text, int index) {
        return index < text.length() ? text.charAt(index) : 0;
    }

    private static void encode(StringBuilder path, String text) {
        for (byte b : text.getBytes(UTF_8)) {
            path.append('%').append(HEX.charAt(b >> 4 & 0xF)).append(HEX.charAt(b & 0xF));
        }
    }
}
