package dev.waybill.infra.net;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads addresses that were written plainly.
public final class AddressText {

    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern OCTETS = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);

    private AddressText() {}

    /// Whether the text is an IPv4 address with four decimal parts. Three parts would be parsed as
    /// another address than the one that was meant.
    public static boolean isFourOctets(String text) {
        return OCTETS.matcher(text).matches();
    }

    /// An IPv4 or IPv6 address without brackets, port or interface; empty for anything else. Asks
    /// no name server.
    public static Optional<InetAddress> parse(String text) {
        if (text.indexOf('%') >= 0 || (text.indexOf(':') < 0 && !isFourOctets(text))) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
