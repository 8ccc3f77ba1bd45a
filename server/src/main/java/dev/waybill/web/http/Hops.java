package dev.waybill.web.http;

import dev.waybill.infra.net.AddressText;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the hops of a request from the headers of proxies, the nearest last. A hop without a
/// readable address, such as `unknown`, is empty.
final class Hops {

    private static final String FOR = "for=";

    private Hops() {}

    /// The value of `X-Forwarded-For`: addresses separated by commas.
    static List<Optional<InetAddress>> listed(String value) {
        var hops = new ArrayList<Optional<InetAddress>>();
        for (var hop : value.split(",", -1)) {
            hops.add(address(hop.strip()));
        }
        return hops;
    }

    /// The value of `Forwarded` (RFC 7239): elements separated by commas, each with parameters
    /// separated by semicolons, of which `for` counts.
    static List<Optional<InetAddress>> forwarded(String value) {
        var hops = new ArrayList<Optional<InetAddress>>();
        for (var element : split(value, ',')) {
            Optional<InetAddress> hop = Optional.empty();
            for (var parameter : split(element, ';')) {
                var text = parameter.strip();
                if (text.regionMatches(true, 0, FOR, 0, FOR.length())) {
                    hop = address(unquoted(text.substring(FOR.length())));
                }
            }
            hops.add(hop);
        }
        return hops;
    }

    /// An address, with or without a port.
    private static Optional<InetAddress> address(String node) {
        if (node.startsWith("[")) {
            int end = node.indexOf(']');
            return end < 0 ? Optional.empty() : AddressText.parse(node.substring(1, end));
        }
        int colon = node.indexOf(':');
        boolean withPort = colon >= 0 && colon == node.lastIndexOf(':');
        return AddressText.parse(withPort ? node.substring(0, colon) : node);
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /// Splits at the separators that are not in quotes.
    private static List<String> split(String text, char separator) {
        var parts = new ArrayList<String>();
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(text.substring(from));
        return parts;
    }
}
