package dev.waybill.engine.deliver.egress;

import java.net.InetAddress;
import java.util.List;

/// Recognizes public addresses by their bytes: the predicates of [InetAddress] miss half of the
/// special ranges.
final class AddressClass {

    private record Range(int network, int prefixLength) {
        boolean contains(int address) {
            int mask = prefixLength == 0 ? 0 : -1 << (32 - prefixLength);
            return (address & mask) == (network & mask);
        }
    }

    /// The IANA special-purpose registry, and cloud platform addresses outside it.
    private static final List<Range> DENIED_IPV4 =
            List.of(
                    range(0, 0, 0, 0, 8),
                    range(10, 0, 0, 0, 8),
                    range(100, 64, 0, 0, 10),
                    range(127, 0, 0, 0, 8),
                    range(168, 63, 129, 16, 32),
                    range(169, 254, 0, 0, 16),
                    range(172, 16, 0, 0, 12),
                    range(192, 0, 0, 0, 24),
                    range(192, 0, 2, 0, 24),
                    range(192, 31, 196, 0, 24),
                    range(192, 52, 193, 0, 24),
                    range(192, 88, 99, 0, 24),
                    range(192, 168, 0, 0, 16),
                    range(192, 175, 48, 0, 24),
                    range(198, 18, 0, 0, 15),
                    range(198, 51, 100, 0, 24),
                    range(203, 0, 113, 0, 24),
                    range(224, 0, 0, 0, 4),
                    range(240, 0, 0, 0, 4));

    private AddressClass() {}

    /// Whether the address is public.
    static boolean isPublic(InetAddress address) {
        var bytes = address.getAddress();
        return bytes.length == 4 ? isPublicIpv4(code(bytes, 0)) : isPublicIpv6(bytes);
    }

    private static boolean isPublicIpv4(int address) {
        return DENIED_IPV4.stream().noneMatch(range -> range.contains(address));
    }

    /// Only global unicast without its special parts, which include every form that embeds an IPv4
    /// address (6to4, Teredo), documentation, and AS112. ISATAP, which may use any prefix, is
    /// checked by its embedded address.
    private static boolean isPublicIpv6(byte[] bytes) {
        int first = code(bytes, 0);
        boolean globalUnicast = (first & 0xE000_0000) == 0x2000_0000;
        boolean ietfProtocols = (first & 0xFFFF_FE00) == 0x2001_0000;
        boolean documentation = first == 0x2001_0DB8 || (first & 0xFFFF_F000) == 0x3FFF_0000;
        boolean sixToFour = (first & 0xFFFF_0000) == 0x2002_0000;
        boolean as112 = first == 0x2620_004F && code(bytes, 4) >>> 16 == 0x8000;
        boolean isatap = (code(bytes, 8) & 0xFDFF_FFFF) == 0x0000_5EFE;
        return globalUnicast
                && !ietfProtocols
                && !documentation
                && !sixToFour
                && !as112
                && (!isatap || isPublicIpv4(code(bytes, 12)));
    }

    private static Range range(int a, int b, int c, int d, int prefixLength) {
        return new Range(a << 24 | b << 16 | c << 8 | d, prefixLength);
    }

    private static int code(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 24
                | (bytes[at + 1] & 0xFF) << 16
                | (bytes[at + 2] & 0xFF) << 8
                | (bytes[at + 3] & 0xFF);
    }
}
