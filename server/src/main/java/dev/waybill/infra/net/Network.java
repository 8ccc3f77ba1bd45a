package dev.waybill.infra.net;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.Locale;

/// Groups addresses that count as one. An IPv6 customer has a whole /64 and may use another address
/// for each request.
public final class Network {

    private static final int PREFIX_BYTES = 8;

    private Network() {}

    /// The network of an address: the address itself for IPv4, its /64 for IPv6.
    public static String of(String source) {
        // A link-local address names its interface, which is not part of it.
        int scope = source.indexOf('%');
        try {
            return of(InetAddress.ofLiteral(scope < 0 ? source : source.substring(0, scope)));
        } catch (IllegalArgumentException e) {
            return source.toLowerCase(Locale.ROOT);
        }
    }

    public static String of(InetAddress address) {
        // An IPv4 address written as IPv6 is already an Inet4Address.
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(address.getAddress(), 0, PREFIX_BYTES) + "/64"
                : address.getHostAddress();
    }
}
