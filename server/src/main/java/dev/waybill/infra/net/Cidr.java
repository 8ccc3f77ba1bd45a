package dev.waybill.infra.net;

import java.net.InetAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A range of addresses, such as `10.0.0.0/8` or `fd00::/8`.
public record Cidr(InetAddress network, int prefixLength) {

    public static Optional<Cidr> parse(String text) {
        int slash = text.indexOf('/');
        return AddressText.parse(slash < 0 ? text : text.substring(0, slash))
                .flatMap(network -> of(network, slash < 0 ? null : text.substring(slash + 1)));
    }

    private static Optional<Cidr> of(InetAddress network, @Nullable String length) {
        int bits = 8 * network.getAddress().length;
        try {
            int prefixLength = length == null ? bits : Integer.parseInt(length);
            return prefixLength >= 0 && prefixLength <= bits
                    ? Optional.of(new Cidr(network, prefixLength))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /// As written in the settings.
    @Override
    public String toString() {
        return network.getHostAddress() + "/" + prefixLength;
    }

    public boolean contains(InetAddress address) {
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
