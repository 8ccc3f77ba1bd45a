package dev.waybill.engine.deliver.egress;

import java.net.InetAddress;
import java.util.Optional;

/// A range of addresses, such as `10.0.0.0/8` or `fd00::/8`.
public record Cidr(InetAddress network, int prefixLength) {

    public static Optional<Cidr> parse(String text) {
        int slash = text.indexOf('/');
        try {
            var literal = slash < 0 ? text : text.substring(0, slash);
            // Three octets would be parsed as another address than the one that was meant.
            if (literal.indexOf(':') < 0 && !HostName.isFourOctets(literal)) {
                return Optional.empty();
            }
            var network = InetAddress.ofLiteral(literal);
            int bits = 8 * network.getAddress().length;
            int prefixLength = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
            return prefixLength >= 0 && prefixLength <= bits
                    ? Optional.of(new Cidr(network, prefixLength))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// As written in the settings.
    @Override
    public String toString() {
        return network.getHostAddress() + "/" + prefixLength;
    }

    boolean contains(InetAddress address) {
        var ours = network.getAddress();
        var theirs = address.getAddress();
        if (ours.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < prefixLength; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((ours[bit / 8] & mask) != (theirs[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }
}
